//! What differs between operating systems and processors.

pub mod atomic_file;
#[cfg(feature = "cli")]
pub mod browser;
pub mod data_file;
pub mod error_words;
#[cfg(test)]
pub mod failing_reader;
pub mod file_lock;
pub mod files;
#[cfg(feature = "cli")]
pub mod interrupt;
#[cfg(feature = "cli")]
pub mod pipeline;
pub mod printable;
#[cfg(feature = "cli")]
pub mod process_group;
#[cfg(feature = "cli")]
pub mod progress;
pub mod regular_file;
#[cfg(feature = "cli")]
pub mod run_settings;
mod stop_signal;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod threads;
pub mod user_folders;
#[cfg(target_family = "wasm")]
pub mod wasm_host;

use memmap2::{Mmap, MmapMut, MmapOptions};
#[cfg(not(target_family = "wasm"))]
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
#[cfg(target_family = "wasm")]
pub use wasm_host::Instant;

pub use stop_signal::{StopOnDrop, StopSignal};

/// The memory that is available without swapping, in bytes; `None` if the system does not tell.
pub fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}

/// The number of processors that this program may use.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Whether the system would give another 16 MiB of memory, more than the search of a thread needs.
/// It is checked before, since a failed allocation ends the program. A browser does not tell.
pub fn has_spare_memory() -> bool {
    cfg!(target_family = "wasm") || MmapOptions::new().len(16 << 20).map_anon().is_ok()
}

/// A random number, different each time.
pub fn random() -> u64 {
    #[cfg(target_family = "wasm")]
    return (wasm_host::wasm_host().random)();
    #[cfg(not(target_family = "wasm"))]
    return RandomState::new().hash_one(());
}

/// A text of 128 random bits that nobody can guess.
///
/// # Errors
/// The operating system has no random numbers.
#[cfg(feature = "cli")]
pub fn secret() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::from)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

/// Maps a file into memory.
///
/// This program changes such files only by atomic replacement. If another program truncates a mapped file, reading
/// from it ends the process.
#[allow(unsafe_code)]
pub fn map_file(path: &Path) -> std::io::Result<Mmap> {
    // SAFETY: nobody writes into the file; see above.
    unsafe { Mmap::map(&regular_file::open(path)?) }
}

/// Finds the file that a user means by `path`. A relative path is looked up in the working directory and then
/// in the folder of the program, since user interfaces start engines in any directory.
pub fn resolve(path: &str) -> PathBuf {
    let program = std::env::current_exe().ok();
    resolve_from(Path::new(path), program.as_deref().and_then(Path::parent))
}

/// As [`resolve`], for a program in the folder `program`.
fn resolve_from(path: &Path, program: Option<&Path>) -> PathBuf {
    let beside = program.map(|folder| folder.join(path));
    match beside {
        Some(beside) if !path.exists() && beside.exists() => beside,
        _ => path.to_owned(),
    }
}

/// Runs `act` when the reader of standard output has closed it, even if nothing is written. So the engine notices that
/// its client was killed, even if its own input stays open.
#[cfg(unix)]
pub fn when_output_closes(act: impl FnOnce() + Send + 'static) {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let watch = || {
        let output = std::io::stdout();
        // No events are asked for, since a closed pipe is always reported.
        let mut watched = [PollFd::new(output.as_fd(), PollFlags::empty())];
        while let Err(Errno::EINTR) = poll(&mut watched, PollTimeout::NONE) {}
        let closed = PollFlags::POLLERR | PollFlags::POLLHUP;
        if watched[0].revents().is_some_and(|events| events.intersects(closed)) {
            act();
        }
    };
    // If the thread cannot be started, a closed output is noticed by the next write.
    let _ = std::thread::Builder::new().spawn(watch);
}

/// Does nothing on other systems, where a closed output is noticed by the next write.
#[cfg(not(unix))]
pub fn when_output_closes(_act: impl FnOnce() + Send + 'static) {}

/// Whether the program ignores a signal; false if the system does not tell.
#[cfg(unix)]
pub fn ignores(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Checks that the processor has the instructions of x86-64-v2 that the program was compiled for. Nothing is checked on other
/// processors.
///
/// # Errors
/// The message names a missing instruction set.
pub fn check_processor() -> Result<(), String> {
    #[cfg(target_arch = "x86_64")]
    {
        /// Name, bit of register `ecx`, and whether the program uses it.
        const INSTRUCTIONS: [(&str, u32, bool); 6] = [
            ("SSE3", 0, cfg!(target_feature = "sse3")),
            ("SSSE3", 9, cfg!(target_feature = "ssse3")),
            ("CMPXCHG16B", 13, cfg!(target_feature = "cmpxchg16b")),
            ("SSE4.1", 19, cfg!(target_feature = "sse4.1")),
            ("SSE4.2", 20, cfg!(target_feature = "sse4.2")),
            ("POPCNT", 23, cfg!(target_feature = "popcnt")),
        ];
        // `is_x86_feature_detected` returns true for all features that the program was compiled for.
        let answer = std::arch::x86_64::__cpuid(1).ecx;
        let lacking = |&&(_, bit, needed): &&(_, u32, bool)| needed && answer >> bit & 1 == 0;
        if let Some((name, ..)) = INSTRUCTIONS.iter().find(lacking) {
            return Err(format!("found a processor without {name} instructions, expected x86-64-v2 (made since 2009)"));
        }
    }
    Ok(())
}

/// On Linux, asks for huge pages, which save a large table most of its TLB misses, and for all of them now: else a first search would
/// wait for a page at almost every node, longer than its time. A failure is ignored: then the pages come when they are used.
pub fn provide_pages(memory: &MmapMut) {
    #[cfg(target_os = "linux")]
    for advice in [memmap2::Advice::HugePage, memmap2::Advice::PopulateWrite] {
        let _ = memory.advise(advice);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Prefetches the cache line of `place` on x86-64 and arm64.
#[inline]
#[allow(unsafe_code)]
pub fn prefetch<T>(place: &T) {
    // SAFETY: a prefetch is a hint: it reads and changes nothing and cannot fault.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(std::ptr::from_ref(place).cast());
    }
    // SAFETY: as above.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        std::arch::asm!("prfm pldl1keep, [{0}]", in(reg) place, options(nostack, preserves_flags, readonly));
    }
    let _ = place;
}

/// The date in UTC, as `2026.11.21`.
#[cfg(feature = "cli")]
pub fn today() -> String {
    chrono::Utc::now().format("%Y.%m.%d").to_string()
}

#[cfg(test)]
mod tests {
    use super::{Path, resolve_from};

    #[test]
    fn a_relative_path_may_lie_beside_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path().join("beside.txt");
        std::fs::write(&there, "").unwrap();
        let resolve = |path: &str| resolve_from(Path::new(path), Some(folder.path()));
        assert_eq!(resolve("beside.txt"), there);
        assert_eq!(resolve("Cargo.toml"), Path::new("Cargo.toml"));
        assert_eq!(resolve("no/such/file"), Path::new("no/such/file"));
        assert_eq!(resolve(there.to_str().unwrap()), there);
    }
}
