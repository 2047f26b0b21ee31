//! Files that a user names: only regular ones are opened, and what the system says about them is
//! told in words of our own.

use std::fs::{File, FileType, Metadata, metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Books, weights and networks are far smaller.
pub const LARGEST: u64 = 1 << 30;

/// Opens a regular file for reading. Pipes and devices are refused: they may never answer, or
/// never end.
///
/// # Errors
/// The file cannot be opened, or is not a regular one.
pub fn open(path: &Path) -> io::Result<File> {
    check_regular(&metadata(path)?)?;
    File::open(path)
}

/// The whole content of a regular file of at most [`LARGEST`] bytes.
///
/// # Errors
/// The file cannot be read, or is not a regular one, or is larger.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than allowed tells a larger file, also where its length is not known before.
    let file = open(path)?;
    if file.metadata()?.len() <= LARGEST {
        file.take(LARGEST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 <= LARGEST {
            return Ok(bytes);
        }
    }
    let mebibytes = LARGEST >> 20;
    Err(io::Error::other(format!(
        "it is larger than {mebibytes} MiB"
    )))
}

/// Refuses everything but a regular file.
///
/// # Errors
/// It says what was found instead.
pub fn check_regular(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let found = name(found.file_type());
    Err(io::Error::other(format!(
        "found a {found}, expected a regular file"
    )))
}

fn name(found: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if found.is_fifo() {
            return "pipe";
        }
        if found.is_socket() {
            return "socket";
        }
    }
    if found.is_dir() { "folder" } else { "device" }
}

/// What is wrong, in words of our own.
///
/// The system's words depend on system and language, and some user interfaces take a few of them
/// (`No such file`, `not found`, `Permission denied`) for a sign that the engine could not be
/// started, wherever they stand.
pub fn explain(error: &io::Error) -> String {
    if error.get_ref().is_some() {
        return error.to_string();
    }
    let words = match error.kind() {
        ErrorKind::NotFound => "it does not exist",
        ErrorKind::PermissionDenied => "access is refused",
        ErrorKind::NotADirectory => "a part of the path is no folder",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::AlreadyExists => "it exists already",
        ErrorKind::InvalidInput | ErrorKind::InvalidFilename => "the system takes no such name",
        ErrorKind::InvalidData => "the content is damaged",
        ErrorKind::UnexpectedEof => "it ends too early",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full",
        ErrorKind::FileTooLarge => "the file would be too large",
        ErrorKind::ReadOnlyFilesystem => "the disk cannot be written to",
        ErrorKind::OutOfMemory => "there is too little memory",
        ErrorKind::WouldBlock => "the system has no more to give",
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => "it is in use",
        ErrorKind::BrokenPipe => "the reader has gone away",
        ErrorKind::TimedOut => "there was no answer in time",
        _ => {
            return match error.raw_os_error() {
                Some(number) => format!("the system refuses (error {number})"),
                None => "the system refuses".to_owned(),
            };
        }
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What makes xboard take an engine for one that could not be started.
    const FATAL: [&str; 6] = [
        "no such file",
        "not found",
        "permission denied",
        "can't alloc",
        "unknown host",
        "no remote directory",
    ];

    #[test]
    fn no_error_of_the_system_is_told_in_fatal_words() {
        for number in 0..200 {
            let text = explain(&io::Error::from_raw_os_error(number));
            let lower = text.to_lowercase();
            let fatal = FATAL.iter().find(|words| lower.contains(**words));
            assert_eq!(fatal, None, "{text}");
            assert!(!text.contains("os error"), "{text}");
        }
        // A kind without a number, as the library makes them.
        let text = explain(&ErrorKind::NotFound.into());
        assert_eq!(text, "it does not exist");
    }

    #[test]
    fn large_files_are_refused_unread() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        let file = File::create(&path).unwrap();
        file.set_len(LARGEST + 1).unwrap();
        let error = read(&path).unwrap_err();
        assert_eq!(explain(&error), "it is larger than 1024 MiB");
        file.set_len(5).unwrap();
        assert_eq!(read(&path).unwrap(), [0; 5]);
        let error = read(folder.path()).unwrap_err();
        assert_eq!(explain(&error), "found a folder, expected a regular file");
    }
}
