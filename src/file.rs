//! Files named by the user, and errors of the operating system in plain words.

use std::error::Error;
use std::fs::{File, FileType, Metadata, metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The size of the largest file that [`read`] takes, in bytes. Books, weights and networks are far
/// smaller.
pub const LARGEST: u64 = 1 << 30;

/// Opens a regular file for reading. Pipes and devices are refused, since reading them may never
/// end.
///
/// # Errors
/// The file cannot be opened, or is not a regular one.
pub fn open(path: &Path) -> io::Result<File> {
    check_regular(&metadata(path)?)?;
    File::open(path)
}

/// Reads a regular file of at most [`LARGEST`] bytes.
///
/// # Errors
/// The file cannot be read, or is not a regular one, or is larger.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Some files, such as those in /proc, have a length of 0: reading one byte more finds a larger one.
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

/// Checks that a file is a regular one.
///
/// # Errors
/// It is not; the message names what was found instead.
pub fn check_regular(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let found = type_name(found.file_type());
    Err(io::Error::other(format!(
        "found a {found}, expected a regular file"
    )))
}

fn type_name(found: FileType) -> &'static str {
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

/// Describes an error of the operating system in plain words.
///
/// The system's own words depend on its language, and some user interfaces take a few of them
/// (`No such file`, `not found`, `Permission denied`), wherever they occur, as a sign that the
/// engine could not be started.
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

/// Describes an error and its causes, separated by colons, with errors of the operating system in
/// plain words. An `anyhow::Error` is passed as `error.as_ref()`.
///
/// ```
/// let error = std::io::Error::from(std::io::ErrorKind::NotFound);
/// assert_eq!(kempelen::file::explain_chain(&error), "it does not exist");
/// ```
pub fn explain_chain(error: &(dyn Error + 'static)) -> String {
    let chain = std::iter::successors(Some(error), |&error| error.source());
    let texts = chain.map(|error| match error.downcast_ref() {
        Some(error) => explain(error),
        None => error.to_string(),
    });
    texts.collect::<Vec<_>>().join(": ")
}

/// Names the file in an error of the system, and gives the reason in plain words.
pub trait NameFile<T> {
    /// `cannot read 'games.pgn': it does not exist`
    fn reading(self, path: &Path) -> io::Result<T>;

    /// `cannot write 'games.pgn': the disk is full`
    fn writing(self, path: &Path) -> io::Result<T>;
}

impl<T> NameFile<T> for io::Result<T> {
    fn reading(self, path: &Path) -> io::Result<T> {
        self.map_err(|error| named("cannot read", path, &error))
    }

    fn writing(self, path: &Path) -> io::Result<T> {
        self.map_err(|error| named("cannot write", path, &error))
    }
}

/// An error of the same kind.
fn named(failure: &str, path: &Path, error: &io::Error) -> io::Error {
    let text = format!("{failure} '{}': {}", path.display(), explain(error));
    io::Error::new(error.kind(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words by which xboard decides that an engine could not be started.
    const FATAL: [&str; 6] = [
        "no such file",
        "not found",
        "permission denied",
        "can't alloc",
        "unknown host",
        "no remote directory",
    ];

    #[test]
    fn no_description_contains_words_that_xboard_takes_for_a_failure() {
        for number in 0..200 {
            let text = explain(&io::Error::from_raw_os_error(number));
            let lower = text.to_lowercase();
            let fatal = FATAL.iter().find(|words| lower.contains(**words));
            assert_eq!(fatal, None, "{text}");
            assert!(!text.contains("os error"), "{text}");
        }
        // An error without a number, as the standard library makes them.
        let text = explain(&ErrorKind::NotFound.into());
        assert_eq!(text, "it does not exist");
    }

    #[test]
    fn a_chain_of_causes_is_told_in_plain_words() {
        let system = io::Error::from_raw_os_error(2);
        let error = anyhow::Error::from(system).context("cannot read 'x'");
        let text = explain_chain(error.as_ref());
        assert_eq!(text, "cannot read 'x': it does not exist");
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
