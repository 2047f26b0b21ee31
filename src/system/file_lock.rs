//! One run at a time writes a file.

use crate::system::error_words::{NameFile, explain};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Keeps other runs from writing a file. The lock ends when this value is dropped, or when the process ends in any way.
///
/// The lock is on a file of its own, `FILE.lock`, since `FILE` may not exist yet, may be replaced, and must stay readable. A
/// killed run leaves its lock file behind, but not the lock: the next run takes the file over and removes it at its end. On
/// Windows, which removes no open file, the empty lock file stays.
#[derive(Debug)]
pub struct FileLock {
    /// `None` for a device or a pipe, which has no lock.
    file: Option<File>,
    lock_path: PathBuf,
}

/// Why a file is not locked.
#[derive(Debug, Error)]
pub enum FileLockError {
    /// Another run has locked it.
    #[error("'{0}': another run is writing it; wait for its end, or choose another file")]
    Busy(String),
    /// The lock file would be a file of the user.
    #[error("'{0}' is in the way: it is no lock file, since it is not empty; move it, or choose another file to write")]
    NotEmpty(String),
    /// One run would write it for two purposes.
    #[error("'{0}' is named twice, expected different files")]
    Twice(String),
    /// A run would write a file that it reads.
    #[error("'{0}' is an input; choose another file to write")]
    Input(String),
    /// The lock file cannot be written.
    #[error("{}", explain(.0))]
    Io(io::Error),
}

impl FileLock {
    /// Locks a file, which need not exist. Two paths of one file that exists share a lock, also if one is a symbolic link. If the
    /// system has no file locks, nothing is checked.
    ///
    /// # Errors
    /// Another run has locked the file, the lock file is not empty, or it cannot be written.
    pub fn new(path: &Path) -> Result<FileLock, FileLockError> {
        if path.exists() && !path.is_file() {
            return Ok(FileLock { file: None, lock_path: PathBuf::new() });
        }
        let lock_path = lock_path(path).writing(path).map_err(FileLockError::Io)?;
        loop {
            let file = File::options().read(true).write(true).create(true).truncate(false).open(&lock_path);
            let file = file.writing(path).map_err(FileLockError::Io)?;
            if file.metadata().is_ok_and(|data| data.len() > 0) {
                return Err(FileLockError::NotEmpty(lock_path.display().to_string()));
            }
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Err(FileLockError::Busy(path.display().to_string()));
            }
            // The run before may have removed the file after it was opened here.
            if is_still_named(&file, &lock_path) {
                return Ok(FileLock { file: Some(file), lock_path });
            }
        }
    }

    /// Locks several files.
    ///
    /// # Errors
    /// As for [`new`](FileLock::new), or two of the files are one.
    pub fn all<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<Vec<FileLock>, FileLockError> {
        let mut locks = Vec::<FileLock>::new();
        for path in paths {
            let is_locked_here = |lock_path| locks.iter().any(|lock| lock.lock_path == lock_path);
            match FileLock::new(path) {
                Err(FileLockError::Busy(path)) if lock_path(path.as_ref()).is_ok_and(is_locked_here) => {
                    return Err(FileLockError::Twice(path));
                }
                lock => locks.push(lock?),
            }
        }
        Ok(locks)
    }

    /// As [`all`](FileLock::all), for a run that reads `inputs`.
    ///
    /// # Errors
    /// As for [`all`](FileLock::all), or a file that would be written is an input.
    pub fn all_but<'a>(
        paths: impl IntoIterator<Item = &'a PathBuf>,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<Vec<FileLock>, FileLockError> {
        let locks = FileLock::all(paths)?;
        for input in inputs {
            if lock_path(input).is_ok_and(|path| locks.iter().any(|lock| lock.lock_path == path)) {
                return Err(FileLockError::Input(input.display().to_string()));
            }
        }
        Ok(locks)
    }
}

/// Removes the lock file while it is locked, so that no other run can lock it before it is removed.
impl Drop for FileLock {
    fn drop(&mut self) {
        if self.file.is_some() && !cfg!(windows) {
            let _ = fs::remove_file(&self.lock_path);
        }
    }
}

fn lock_path(path: &Path) -> io::Result<PathBuf> {
    let real = match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| *folder != Path::new(""));
            fs::canonicalize(folder.unwrap_or(Path::new(".")))?.join(path.file_name().unwrap_or_default())
        }
        real => real?,
    };
    let mut lock_path = real.into_os_string();
    lock_path.push(".lock");
    Ok(lock_path.into())
}

/// Whether the path leads to the open file, and not to another one or to none.
#[cfg(unix)]
fn is_still_named(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |data: fs::Metadata| (data.dev(), data.ino());
    let [open, named] = [file.metadata(), fs::metadata(path)].map(|data| data.ok().map(identity));
    open.is_some() && open == named
}

/// On other systems an open file keeps its name.
#[cfg(not(unix))]
fn is_still_named(_file: &File, _path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::Relaxed;

    /// How many lock files stay when a lock ends.
    const LEFT: usize = cfg!(windows) as usize;

    #[test]
    fn one_run_at_a_time_has_the_lock_and_nothing_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        for _ in 0..2 {
            let _lock = FileLock::new(&path).unwrap();
            let error = FileLock::new(&path).unwrap_err().to_string();
            assert!(error.contains("games.pgn': another run is writing"));
            // The file may be created and replaced meanwhile.
            crate::system::files::replace(&path, b"a game").unwrap();
            FileLock::new(&path).unwrap_err();
            FileLock::new(&folder.path().join("other.pgn")).unwrap();
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1 + 2 * LEFT);
    }

    #[test]
    fn a_lock_file_that_was_left_behind_stops_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(folder.path().join("games.pgn.lock"), "").unwrap();
        drop(FileLock::new(&path).unwrap());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), LEFT);
    }

    #[test]
    fn a_file_of_the_user_is_no_lock_file() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("book.lock");
        fs::write(&own, "versions").unwrap();
        let error = FileLock::new(&folder.path().join("book")).unwrap_err();
        assert!(error.to_string().contains("book.lock' is in the way"), "{error}");
        assert_eq!(fs::read(&own).unwrap(), b"versions");
    }

    #[test]
    fn one_run_writes_different_files() {
        let folder = tempfile::tempdir().unwrap();
        let [rows, page] = ["rows", "page"].map(|name| folder.path().join(name));
        drop(FileLock::all([&rows, &page]).unwrap());
        let error = FileLock::all([&rows, &page, &rows]).unwrap_err();
        assert!(error.to_string().contains("rows' is named twice"), "{error}");
        let _lock = FileLock::new(&page).unwrap();
        let busy = FileLock::all([&rows, &page]).unwrap_err();
        assert!(matches!(busy, FileLockError::Busy(_)), "{busy}");
    }

    #[test]
    #[cfg(unix)]
    fn two_paths_of_one_file_share_a_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let link = folder.path().join("link.pgn");
        let spelling = folder.path().join("inner/../games.pgn");
        fs::create_dir(folder.path().join("inner")).unwrap();
        fs::write(&path, "").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let _lock = FileLock::new(&link).unwrap();
        for path in [&path, &spelling] {
            FileLock::new(path).unwrap_err();
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_device_has_no_lock_and_a_missing_folder_is_named() {
        drop([(); 2].map(|()| FileLock::new(Path::new("/dev/null")).unwrap()));
        let nowhere = FileLock::new(Path::new("no/such/folder.pgn")).unwrap_err();
        assert_eq!(nowhere.to_string(), "cannot write 'no/such/folder.pgn': its folder does not exist");
    }

    /// Lock files come and go at the same time: at no moment do two threads have the lock.
    #[test]
    fn removing_the_lock_file_lets_nobody_in() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let (inside, passes) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..2000 {
                        let Ok(_lock) = FileLock::new(&path) else { continue };
                        assert_eq!(inside.fetch_add(1, Relaxed), 0);
                        passes.fetch_add(1, Relaxed);
                        inside.fetch_sub(1, Relaxed);
                    }
                });
            }
        });
        assert!(passes.into_inner() > 0);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), LEFT);
    }
}
