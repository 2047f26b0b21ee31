//! A record of what was said, line by line, in a file that the user chooses.

use crate::file::check_regular;
use std::fs::{File, OpenOptions, metadata};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Which way a line went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// It came from outside.
    In,
    /// It was told to the other side.
    Out,
}

/// Writes lines down while a file is open. Clones share the file.
#[derive(Clone, Debug)]
pub struct DebugLog(Arc<Mutex<LogFile>>);

#[derive(Debug)]
struct LogFile {
    started: Instant,
    file: Option<File>,
}

impl DebugLog {
    /// Goes on at the end of the file at `path`, which is made if there is none; without a path
    /// nothing more is written.
    ///
    /// # Errors
    /// The file cannot be written, or is not a regular one; the journal goes on as before.
    pub fn open(&self, path: Option<&Path>) -> io::Result<()> {
        let append = |path: &Path| {
            // A pipe that nobody reads would never be opened.
            if let Ok(found) = metadata(path) {
                check_regular(&found)?;
            }
            OpenOptions::new().append(true).create(true).open(path)
        };
        let file = path.map(append).transpose()?;
        self.log_file().file = file;
        Ok(())
    }

    /// Writes a line down at once, with the seconds since the journal was made.
    pub fn write_line(&self, direction: Direction, line: &str) {
        let mut book = self.log_file();
        let seconds = book.started.elapsed().as_secs_f64();
        let arrow = match direction {
            Direction::In => ">>",
            Direction::Out => "<<",
        };
        if let Some(file) = &mut book.file {
            // One write for one line: a full disk must not end a game, and nobody can be told.
            let _ = file.write_all(format!("{seconds:10.3} {arrow} {line}\n").as_bytes());
        }
    }

    fn log_file(&self) -> MutexGuard<'_, LogFile> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for DebugLog {
    fn default() -> DebugLog {
        DebugLog(Arc::new(Mutex::new(LogFile {
            started: Instant::now(),
            file: None,
        })))
    }
}
