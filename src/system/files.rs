//! Files that tools read and write.

use super::atomic_file::AtomicFile;
use anyhow::Context;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write, stdin, stdout};
use std::path::Path;

/// Opens a file to read; `-` is standard input.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn Read + Send>> {
    match path.to_str() {
        Some("-") => Ok(Box::new(stdin())),
        _ => {
            let file = File::open(path);
            let file = file.with_context(|| format!("cannot read '{}'", path.display()))?;
            Ok(Box::new(file))
        }
    }
}

/// What is written to, by its name: errors tell it.
pub struct NamedOutput {
    name: String,
    to: Box<dyn Write + Send>,
}

impl NamedOutput {
    /// Standard output.
    pub fn stdout() -> NamedOutput {
        NamedOutput {
            name: "standard output".into(),
            to: Box::new(stdout()),
        }
    }

    /// A new file, or what is there without its content.
    pub fn create(path: &Path) -> anyhow::Result<NamedOutput> {
        NamedOutput::open(
            path,
            OpenOptions::new().write(true).create(true).truncate(true),
        )
    }

    /// A file, from its end on; a new one if there is none.
    pub fn append(path: &Path) -> anyhow::Result<NamedOutput> {
        NamedOutput::open(path, OpenOptions::new().append(true).create(true))
    }

    fn open(path: &Path, options: &OpenOptions) -> anyhow::Result<NamedOutput> {
        let name = format!("'{}'", path.display());
        let file = options.open(path);
        let file = file.with_context(|| format!("cannot write {name}"))?;
        Ok(NamedOutput {
            name,
            to: Box::new(file),
        })
    }

    fn named(&self, error: io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("cannot write {}: {error}", self.name))
    }
}

impl Write for NamedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes).map_err(|error| self.named(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush().map_err(|error| self.named(error))
    }
}

/// All that is in a file; `-` is standard input.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open(path)?.read_to_end(&mut bytes);
    read.with_context(|| format!("cannot read '{}'", path.display()))?;
    Ok(bytes)
}

/// Puts `content` in the place of what the file held, if it was there: it is written beside and
/// renamed, so that nobody ever finds half of it.
pub fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let beside = AtomicFile::over(path);
    let written = fs::write(beside.part(), content);
    written.with_context(|| format!("cannot write '{}'", path.display()))?;
    beside.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told_with_the_name_of_the_file() {
        let mut full = NamedOutput::append(Path::new("/dev/full")).unwrap();
        let error = full.write_all(b"a game").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(error.to_string().starts_with("cannot write '/dev/full': "));
    }

    #[test]
    fn a_file_is_replaced_or_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.txt");
        for content in [&b"one"[..], b"two"] {
            replace(&path, content).unwrap();
            assert_eq!(fs::read(&path).unwrap(), content);
        }
        let nowhere = folder.path().join("no/such/folder.txt");
        let error = format!("{:#}", replace(&nowhere, b"").unwrap_err());
        assert!(error.starts_with("cannot write '"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
