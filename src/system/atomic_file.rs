//! Atomic file replacement: other programs see the old file or the whole new one, never a part.

use crate::system::error_words::NameFile;
use anyhow::bail;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempPath};

/// A file that is written under a temporary name and gets its own name by [`commit`](AtomicFile::commit).
/// If it is dropped before, the temporary file is removed. Devices and pipes cannot be replaced: they
/// are written in place.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    /// In the same folder; `None` for a device or a pipe.
    temporary: Option<TempPath>,
}

impl AtomicFile {
    /// For a new file.
    ///
    /// # Errors
    /// `path` exists already, or its folder cannot be written to.
    pub fn create_new(path: &Path) -> anyhow::Result<AtomicFile> {
        if path.exists() {
            bail!("'{}' is there already; expected the name of a new file", path.display());
        }
        AtomicFile::replace(path)
    }

    /// For a file that replaces an existing one, if there is one.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn replace(path: &Path) -> anyhow::Result<AtomicFile> {
        let in_place = path.exists() && !path.is_file();
        let temporary = (!in_place).then(|| temporary_beside(path)).transpose();
        Ok(AtomicFile { path: path.to_owned(), temporary: temporary.writing(path)? })
    }

    /// The file to write to before the commit.
    pub fn write_path(&self) -> &Path {
        self.temporary.as_deref().unwrap_or(&self.path)
    }

    /// Gives the file its name. All handles must be closed. The content is on the disk before the name
    /// is, so that a power cut leaves the old file or the new one.
    ///
    /// # Errors
    /// The system cannot write or rename it.
    pub fn commit(self) -> anyhow::Result<()> {
        let Some(temporary) = self.temporary else { return Ok(()) };
        let synced = OpenOptions::new().write(true).open(&temporary).and_then(|file| file.sync_all());
        Ok(synced.and_then(|()| Ok(temporary.persist(&self.path)?)).writing(&self.path)?)
    }
}

fn temporary_beside(path: &Path) -> io::Result<TempPath> {
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".part");
    // Readable by others as far as the umask allows, like any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let file = builder.tempfile_in(folder.unwrap_or(Path::new(".")));
    // The library adds the temporary name, which says nothing to users.
    Ok(file.map_err(|error| io::Error::from(error.kind()))?.into_temp_path())
}

#[cfg(test)]
mod tests {
    use super::AtomicFile;
    use std::fs;

    #[test]
    fn a_file_is_whole_or_absent() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let dropped = AtomicFile::create_new(&path).unwrap();
        fs::write(dropped.write_path(), "half").unwrap();
        drop(dropped);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);

        let committed = AtomicFile::create_new(&path).unwrap();
        fs::write(committed.write_path(), "whole").unwrap();
        committed.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        let error = AtomicFile::create_new(&path).unwrap_err();
        assert!(error.to_string().contains("is there already"), "{error}");
    }

    #[test]
    #[cfg(unix)]
    fn permissions_are_those_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [plain, replaced] = ["plain", "replaced"].map(|name| folder.path().join(name));
        fs::write(&plain, "").unwrap();
        AtomicFile::replace(&replaced).unwrap().commit().unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&replaced), mode(&plain));
    }

    #[test]
    #[cfg(unix)]
    fn a_socket_is_written_in_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
        let file = AtomicFile::replace(&path).unwrap();
        assert_eq!(file.write_path(), path);
        file.commit().unwrap();
        assert!(path.exists() && !path.is_file());
    }
}
