//! Errors of the operating system in plain words.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;

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
        ErrorKind::ConnectionRefused => "nobody answers there",
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => "the other side has closed the connection",
        ErrorKind::AddrInUse => "it is in use",
        ErrorKind::BrokenPipe => "the reader has gone away",
        ErrorKind::TimedOut => "there was no answer in time",
        _ => {
            return match error.raw_os_error() {
                Some(23 | 24) if cfg!(unix) => "too many files are open".to_owned(),
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
/// assert_eq!(kempelen::system::error_words::explain_chain(&error), "it does not exist");
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
        self.map_err(|error| named("read", format_args!("'{}'", path.display()), &error))
    }

    fn writing(self, path: &Path) -> io::Result<T> {
        self.map_err(|error| named("write", format_args!("'{}'", path.display()), &error))
    }
}

/// An error of the same kind that says what cannot be done.
pub fn named(act: &str, name: impl Display, error: &io::Error) -> io::Error {
    let is_folder_missing = act == "write" && error.kind() == ErrorKind::NotFound && error.get_ref().is_none();
    let why = if is_folder_missing { "its folder does not exist".to_owned() } else { explain(error) };
    io::Error::new(error.kind(), format!("cannot {act} {name}: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words by which xboard decides that an engine could not be started.
    const FATAL: [&str; 6] =
        ["no such file", "not found", "permission denied", "can't alloc", "unknown host", "no remote directory"];

    #[test]
    fn no_description_contains_words_that_xboard_takes_for_a_failure() {
        for number in 0..200 {
            let text = explain(&io::Error::from_raw_os_error(number));
            let lower = text.to_lowercase();
            assert_eq!(FATAL.iter().find(|words| lower.contains(**words)), None, "{text}");
            assert!(!text.contains("os error"), "{text}");
        }
        // An error without a number, as the standard library makes them.
        let kinds = [ErrorKind::NotFound, ErrorKind::InvalidData, ErrorKind::UnexpectedEof, ErrorKind::TimedOut];
        let texts = kinds.map(|kind| explain(&kind.into()));
        let expected =
            ["it does not exist", "the content is damaged", "it ends too early", "there was no answer in time"];
        assert_eq!(texts, expected);
        #[cfg(unix)]
        assert_eq!(explain(&io::Error::from_raw_os_error(24)), "too many files are open");
    }

    #[test]
    fn a_chain_of_causes_is_told_in_plain_words() {
        let error = anyhow::Error::from(io::Error::from_raw_os_error(2)).context("cannot read 'x'");
        assert_eq!(explain_chain(error.as_ref()), "cannot read 'x': it does not exist");
    }
}
