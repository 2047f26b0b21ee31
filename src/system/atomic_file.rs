//! Atomic file replacement: other programs see the old file or the whole new one, never a part.

use crate::system::error_words::NameFile;
use anyhow::bail;
use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::{Builder, TempPath};

/// The end of the names of temporary files.
const PART: &str = ".part";

/// The letters between the name of the file and this end.
const RANDOM_LETTERS: usize = 6;

/// A file that is written under a temporary name and gets its own name by [`commit`](AtomicFile::commit).
/// If it is dropped before, the temporary file is removed. Devices and pipes cannot be replaced: they
/// are written in place. A symbolic link stays: the file to which it leads is replaced.
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

    /// For a file that replaces an existing one, if there is one, and keeps its permissions.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn replace(path: &Path) -> anyhow::Result<AtomicFile> {
        let in_place = path.exists() && !path.is_file();
        let target =
            Some(path).filter(|path| path.is_symlink() && !in_place).and_then(|path| fs::canonicalize(path).ok());
        let path = target.as_deref().unwrap_or(path);
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
        let synced = OpenOptions::new().write(true).open(&temporary).and_then(|file| {
            if let Ok(replaced) = fs::metadata(&self.path) {
                // Some file systems have no permissions.
                let _ = file.set_permissions(replaced.permissions());
            }
            file.sync_all()
        });
        Ok(synced.and_then(|()| Ok(temporary.persist(&self.path)?)).writing(&self.path)?)
    }
}

/// Temporary files of a run that was killed are removed when they are so old.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// Removes what killed runs have left behind of a file: a failure is not worth an error.
fn remove_abandoned(folder: &Path, prefix: &OsStr) {
    let prefix = prefix.as_encoded_bytes();
    let length = prefix.len() + RANDOM_LETTERS + PART.len();
    let is_ours = |name: &[u8]| name.len() == length && name.starts_with(prefix) && name.ends_with(PART.as_bytes());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_old = || entry.metadata().ok()?.modified().ok()?.elapsed().ok().filter(|&age| age > ABANDONED);
        if is_ours(entry.file_name().as_encoded_bytes()) && is_old().is_some() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn temporary_beside(path: &Path) -> io::Result<TempPath> {
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).rand_bytes(RANDOM_LETTERS).suffix(PART);
    // As the umask allows, and no wider than the replaced file. The owner writes the file until it is committed.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(path).map_or(0o666, |replaced| replaced.permissions().mode() & 0o777 | 0o600);
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    remove_abandoned(folder, &prefix);
    let file = builder.tempfile_in(folder);
    // The library adds the temporary name, which says nothing to users.
    Ok(file.map_err(|error| io::Error::from(error.kind()))?.into_temp_path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_has_left_is_removed_when_it_is_old() {
        let folder = tempfile::tempdir().unwrap();
        let names =
            ["a.pgn.aaaaaa.part", "a.pgn.bbbbbb.part", "a.pgn.old.part", "a.pgn"].map(|name| folder.path().join(name));
        for (name, age) in names.iter().zip([2, 0, 2, 2]) {
            let file = fs::File::create(name).unwrap();
            file.set_modified(std::time::SystemTime::now() - age * ABANDONED).unwrap();
        }
        AtomicFile::replace(&names[3]).unwrap().commit().unwrap();
        assert_eq!(names.map(|name| name.exists()), [false, true, true, true]);
    }

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
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        symlink("file", &link).unwrap();
        let mode_of = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        for (path, mode) in [(&link, 0o600), (&file, 0o666), (&link, 0o444)] {
            fs::write(&file, "old").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            let new = AtomicFile::replace(path).unwrap();
            assert_eq!(mode_of(new.write_path()) & !mode & 0o077, 0, "{mode:o}");
            fs::write(new.write_path(), "new").unwrap();
            new.commit().unwrap();
            assert!(link.is_symlink());
            assert_eq!((fs::read(&file).unwrap(), mode_of(&file)), (b"new".to_vec(), mode));
        }
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
