//! Files that are there whole or not at all.

use anyhow::{Context, bail};
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A file that is written beside its place and moved there when it is whole. Dropped before, it
/// leaves nothing behind. A device or a pipe is written to in its place: it cannot be replaced.
#[derive(Debug)]
pub struct AtomicFile {
    part: PathBuf,
    place: PathBuf,
    finished: bool,
}

impl AtomicFile {
    /// A file that is to be at `place`, where there is none yet.
    pub fn new(place: &Path) -> anyhow::Result<AtomicFile> {
        match place.exists() {
            false => Ok(AtomicFile::over(place)),
            true => bail!(
                "'{}' is there already; expected the name of a new file",
                place.display()
            ),
        }
    }

    /// A file that is to be at `place`, instead of the one that may be there.
    pub fn over(place: &Path) -> AtomicFile {
        if place.exists() && !place.is_file() {
            return AtomicFile {
                part: place.to_owned(),
                place: place.to_owned(),
                finished: true,
            };
        }
        // Two runs may want the same place.
        let mut part = place.as_os_str().to_owned();
        part.push(format!(".{}.part", std::process::id()));
        AtomicFile {
            part: part.into(),
            place: place.to_owned(),
            finished: false,
        }
    }

    /// Where to write until it is whole.
    pub fn part(&self) -> &Path {
        &self.part
    }

    /// It is whole, and closed.
    pub fn finish(mut self) -> anyhow::Result<()> {
        if self.part == self.place {
            return Ok(());
        }
        let moved = self.settle();
        moved.with_context(|| format!("cannot write '{}'", self.place.display()))?;
        self.finished = true;
        Ok(())
    }

    /// Its content is on the disk before its name is: after a power cut there is the old one or the
    /// new one.
    fn settle(&self) -> io::Result<()> {
        OpenOptions::new()
            .write(true)
            .open(&self.part)?
            .sync_all()?;
        fs::rename(&self.part, &self.place)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.finished {
            let _ = fs::remove_file(&self.part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::AtomicFile;
    use std::fs;

    #[test]
    fn whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("it");
        let beside = AtomicFile::new(&place).unwrap();
        fs::write(beside.part(), "half").unwrap();
        drop(beside);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);

        let beside = AtomicFile::new(&place).unwrap();
        fs::write(beside.part(), "whole").unwrap();
        beside.finish().unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"whole");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        let error = AtomicFile::new(&place).unwrap_err();
        assert!(error.to_string().contains("is there already"), "{error}");
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("socket");
        let _socket = std::os::unix::net::UnixListener::bind(&place).unwrap();
        assert_eq!(AtomicFile::over(&place).part(), place);
        AtomicFile::over(&place).finish().unwrap();
        assert!(place.exists() && !place.is_file());
    }
}
