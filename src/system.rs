//! What differs from one operating system or processor to the next.

use memmap2::MmapMut;

/// The bytes of memory that can still be used without swapping, where the system tells.
pub fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}

/// Whether the processor has what the program was compiled for; the message says what it lacks.
pub fn check_processor() -> Result<(), &'static str> {
    #[cfg(all(target_arch = "x86_64", target_feature = "popcnt"))]
    if !std::arch::is_x86_feature_detected!("popcnt") {
        return Err("this program needs a processor with the POPCNT instruction (x86-64-v2, 2009)");
    }
    Ok(())
}

/// Asks for huge pages, which spare a big table most of its address look-ups. A wish, not a need.
#[cfg(target_os = "linux")]
pub fn advise_huge_pages(memory: &MmapMut) {
    let _ = memory.advise(memmap2::Advice::HugePage);
}

/// Other systems decide by themselves.
#[cfg(not(target_os = "linux"))]
pub fn advise_huge_pages(_memory: &MmapMut) {}

/// Asks the processor to bring the cache line of `place` near.
#[cfg(target_arch = "x86_64")]
#[inline]
#[allow(unsafe_code)]
pub fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch is a hint: it reads nothing and cannot fault.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
}

/// Other processors find out by themselves.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub fn prefetch<T>(_place: &T) {}
