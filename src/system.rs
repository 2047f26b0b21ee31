//! What differs from one operating system or processor to the next.

pub mod atomic_file;
pub mod files;
pub mod interrupt;
pub mod pipeline;
pub mod progress;
pub mod terminal;
pub mod threads;

use crate::file;
use memmap2::{Mmap, MmapMut, MmapOptions};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

/// The bytes of memory that can still be used without swapping, where the system tells.
pub fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}

/// How many threads can run at once.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Whether the system would give another 16 MiB of memory, more than a thread's search takes.
/// Rust ends a program that is refused what it asks for in small pieces, so it is asked before.
pub fn has_spare_memory() -> bool {
    MmapOptions::new().len(16 << 20).map_anon().is_ok()
}

/// The bytes of a file, read as they are needed.
///
/// Whoever writes such files writes them beside and renames them. A file that somebody makes
/// shorter all the same ends the program.
#[allow(unsafe_code)]
pub fn map_file(path: &Path) -> std::io::Result<Mmap> {
    // SAFETY: nobody writes into the file; see above.
    unsafe { Mmap::map(&file::open(path)?) }
}

/// The file that a user means by `path`: a relative path is looked for from the working directory
/// first, then from the folder of the program, as user interfaces start it from anywhere.
pub fn resolve(path: &str) -> PathBuf {
    let program = std::env::current_exe().ok();
    resolve_from(Path::new(path), program.as_deref().and_then(Path::parent))
}

/// As [`resolve`], with the folder of the program.
fn resolve_from(path: &Path, program: Option<&Path>) -> PathBuf {
    let beside = program.map(|folder| folder.join(path));
    match beside {
        Some(beside) if !path.exists() && beside.exists() => beside,
        _ => path.to_owned(),
    }
}

/// Puts a program that is to be started into a group of its own, which Ctrl-C does not reach.
#[cfg(unix)]
pub fn set_apart(program: &mut Command) {
    std::os::unix::process::CommandExt::process_group(program, 0);
}

/// Puts a program that is to be started into a group of its own, which Ctrl-C does not reach.
#[cfg(windows)]
pub fn set_apart(program: &mut Command) {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(program, CREATE_NEW_PROCESS_GROUP);
}

/// Runs `act` when nobody reads standard output any more, though nothing is written: a client that
/// was killed may leave the engine's input open.
#[cfg(unix)]
pub fn when_output_closes(act: impl FnOnce() + Send + 'static) {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let watch = || {
        let output = std::io::stdout();
        // Asks for nothing but what is always told: that the other end is closed.
        let mut watched = [PollFd::new(output.as_fd(), PollFlags::empty())];
        while let Err(Errno::EINTR) = poll(&mut watched, PollTimeout::NONE) {}
        let closed = PollFlags::POLLERR | PollFlags::POLLHUP;
        if watched[0]
            .revents()
            .is_some_and(|events| events.intersects(closed))
        {
            act();
        }
    };
    // Without the thread the next line that is written tells it.
    let _ = std::thread::Builder::new().spawn(watch);
}

/// Elsewhere the next line that is written tells it.
#[cfg(not(unix))]
pub fn when_output_closes(_act: impl FnOnce() + Send + 'static) {}

/// Whether the program ignores a signal, where the system tells.
#[cfg(unix)]
pub fn ignores(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Kills the process group of a program that was [set apart](set_apart): the program and everything
/// that it started. Works also if the program itself has just ended.
#[cfg(unix)]
pub fn kill_group(program: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(program.id()) {
        // It fails where nobody is left in the group.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

/// Kills a program; what it has started lives on.
#[cfg(not(unix))]
pub fn kill_group(program: &mut Child) {
    let _ = program.kill();
}

/// Whether the processor has what the program was compiled for, of all that came with x86-64-v2;
/// the message says what it lacks.
#[cfg(target_arch = "x86_64")]
pub fn check_processor() -> Result<(), String> {
    /// Name, bit of the answer, whether the program may use it.
    const INSTRUCTIONS: [(&str, u32, bool); 6] = [
        ("SSE3", 0, cfg!(target_feature = "sse3")),
        ("SSSE3", 9, cfg!(target_feature = "ssse3")),
        ("CMPXCHG16B", 13, cfg!(target_feature = "cmpxchg16b")),
        ("SSE4.1", 19, cfg!(target_feature = "sse4.1")),
        ("SSE4.2", 20, cfg!(target_feature = "sse4.2")),
        ("POPCNT", 23, cfg!(target_feature = "popcnt")),
    ];
    // Asked of the processor itself: `is_x86_feature_detected` takes for granted whatever the
    // program was compiled for.
    let answer = std::arch::x86_64::__cpuid(1).ecx;
    let lacking = |&&(_, bit, needed): &&(_, u32, bool)| needed && answer >> bit & 1 == 0;
    match INSTRUCTIONS.iter().find(lacking) {
        Some((name, ..)) => Err(format!(
            "found a processor without {name} instructions, expected x86-64-v2 (made since 2009)"
        )),
        None => Ok(()),
    }
}

/// Other processors are all alike to the program.
#[cfg(not(target_arch = "x86_64"))]
pub fn check_processor() -> Result<(), String> {
    Ok(())
}

/// The wide vector instructions that the processor has.
pub fn vector_instructions() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    let found = [
        ("avx2", std::arch::is_x86_feature_detected!("avx2")),
        ("avx512", std::arch::is_x86_feature_detected!("avx512f")),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let found = [];
    let names = found.into_iter().filter(|&(_, there)| there);
    names.map(|(name, _): (_, bool)| name).collect()
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

/// The date, as `2026.11.21`, in Greenwich.
pub fn today() -> String {
    let since = std::time::SystemTime::UNIX_EPOCH
        .elapsed()
        .unwrap_or_default();
    let (year, month, day) = civil(since.as_secs() / 86_400);
    format!("{year}.{month:02}.{day:02}")
}

/// The year, month and day so many days after 1 January 1970: years are counted from March, so
/// that the leap day comes last, in eras of 400 years (after Hinnant 2013).
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let first = (153 * month + 2) / 5;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (
        400 * era + year + u64::from(month <= 2),
        month,
        day - first + 1,
    )
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
