//! Files that commands read and write, with errors that name the file.

use super::atomic_file::AtomicFile;
use super::regular_file::LARGEST;
use crate::system::error_words::{NameFile, named};
use anyhow::ensure;
use serde::Serialize;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};

/// Opens a file for reading; `-` is standard input.
///
/// # Errors
/// The file cannot be opened.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Ok(Box::new(stdin()));
    }
    Ok(Box::new(File::open(path).reading(path)?))
}

/// An input whose error messages name it.
pub struct NamedInput {
    path: PathBuf,
    input: Box<dyn Read + Send>,
}

impl NamedInput {
    /// Opens a file as [`open`] does.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: &Path) -> anyhow::Result<NamedInput> {
        Ok(NamedInput { path: path.to_owned(), input: open(path)? })
    }
}

impl Read for NamedInput {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.input.read(bytes) {
            // The caller reads again.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            read => read.reading(&self.path),
        }
    }
}

/// The whole content of a file of at most [`LARGEST`] bytes; `-` is standard input.
///
/// # Errors
/// The file cannot be read, or is larger.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(LARGEST + 1).read_to_end(&mut bytes).reading(path)?;
    ensure!(bytes.len() as u64 <= LARGEST, "cannot read '{}': it is larger than {} MiB", path.display(), LARGEST >> 20);
    Ok(bytes)
}

/// The name of a file with this number: `curve.svg`, `curve-2.svg`, `curve-3.svg`.
pub fn numbered(first: &Path, number: usize) -> PathBuf {
    let name = first.file_stem().unwrap_or_default().to_string_lossy();
    let extension = first.extension().map_or(String::new(), |extension| format!(".{}", extension.to_string_lossy()));
    match number {
        1 => first.to_owned(),
        number => first.with_file_name(format!("{name}-{number}{extension}")),
    }
}

/// Replaces the content of a file [atomically](AtomicFile), or creates it.
///
/// # Errors
/// The file cannot be written; then its old content stays.
pub fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let file = AtomicFile::replace(path)?;
    fs::write(file.write_path(), content).writing(path)?;
    file.commit()
}

/// Writes a text to a file, which it replaces, or to standard output.
///
/// # Errors
/// The file or standard output cannot be written.
pub fn write_to(path: Option<&Path>, text: &str) -> anyhow::Result<()> {
    match path {
        Some(path) => replace(path, text.as_bytes()),
        None => Ok(NamedOutput::stdout().write_all(text.as_bytes())?),
    }
}

/// Writes a report as a line of JSON, or its text.
///
/// # Errors
/// The output cannot be written.
pub fn write_report(
    output: &mut dyn Write,
    json: bool,
    report: &impl Serialize,
    text: impl Display,
) -> anyhow::Result<()> {
    if json {
        writeln!(output, "{}", serde_json::to_string(report)?)?
    } else {
        write!(output, "{text}")?
    }
    Ok(())
}

/// An output whose error messages name it.
pub struct NamedOutput {
    name: String,
    output: Box<dyn Write + Send>,
}

impl NamedOutput {
    /// Standard output.
    pub fn stdout() -> NamedOutput {
        NamedOutput { name: "standard output".into(), output: Box::new(stdout()) }
    }

    /// Creates a file, or empties an existing one.
    ///
    /// # Errors
    /// The file cannot be opened for writing.
    pub fn create(path: &Path) -> anyhow::Result<NamedOutput> {
        NamedOutput::open(path, OpenOptions::new().write(true).create(true).truncate(true))
    }

    /// Opens a file to write at its end, or creates it.
    ///
    /// # Errors
    /// The file cannot be opened for writing.
    pub fn append(path: &Path) -> anyhow::Result<NamedOutput> {
        NamedOutput::open(path, OpenOptions::new().append(true).create(true))
    }

    fn open(path: &Path, options: &OpenOptions) -> anyhow::Result<NamedOutput> {
        Ok(NamedOutput { name: format!("'{}'", path.display()), output: Box::new(options.open(path).writing(path)?) })
    }
}

impl Write for NamedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes).map_err(|error| named("write", &self.name, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush().map_err(|error| named("write", &self.name, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::failing_reader::{FAILURE, FailingReader};

    #[test]
    #[cfg(target_os = "linux")]
    fn an_error_names_the_file() {
        let mut full = NamedOutput::append(Path::new("/dev/full")).unwrap();
        let error = full.write_all(b"a game").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(error.to_string(), "cannot write '/dev/full': the disk is full");
    }

    #[test]
    fn an_input_that_fails_is_named() {
        let mut input = NamedInput { path: "games.pgn".into(), input: Box::new(FailingReader(b"1. e4")) };
        let mut text = String::new();
        let error = input.read_to_string(&mut text).unwrap_err();
        assert_eq!((error.to_string(), &*text), (format!("cannot read 'games.pgn': {FAILURE}"), "1. e4"));
    }

    #[test]
    fn a_file_is_replaced_or_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.txt");
        for content in [&b"one"[..], b"two"] {
            replace(&path, content).unwrap();
            assert_eq!(fs::read(&path).unwrap(), content);
        }
        let nowhere = folder.path().join("no/such/folder.txt");
        let error = format!("{:#}", replace(&nowhere, b"").unwrap_err());
        assert!(error.starts_with("cannot write '"), "{error}");
        assert!(error.ends_with("': its folder does not exist"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
