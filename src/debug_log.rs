//! A log of the lines of a protocol, in a file that the user chooses.

use crate::system::Instant;
use crate::system::regular_file::check_regular;
use parking_lot::Mutex;
use std::fs::{File, OpenOptions, metadata};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// The direction of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From the client.
    In,
    /// To the client.
    Out,
}

/// Logs lines while a file is open. Clones share the file.
#[derive(Clone, Debug)]
pub struct DebugLog(Arc<Mutex<LogFile>>);

#[derive(Debug)]
struct LogFile {
    started: Instant,
    file: Option<File>,
}

impl DebugLog {
    /// Appends to the file at `path` from now on, creating it if necessary; without a path the log is
    /// closed.
    ///
    /// # Errors
    /// The file cannot be written, or is not a regular one; the log continues as before.
    pub fn open(&self, path: Option<&Path>) -> io::Result<()> {
        let append = |path: &Path| {
            // Opening a pipe would wait until somebody reads it.
            if let Ok(found) = metadata(path) {
                check_regular(&found)?;
            }
            OpenOptions::new().append(true).create(true).open(path)
        };
        let file = path.map(append).transpose()?;
        self.0.lock().file = file;
        Ok(())
    }

    /// Logs a line, with the seconds since the log was created.
    pub fn write_line(&self, direction: Direction, line: &str) {
        let mut log = self.0.lock();
        let seconds = log.started.elapsed().as_secs_f64();
        let arrow = match direction {
            Direction::In => ">>",
            Direction::Out => "<<",
        };
        if let Some(file) = &mut log.file {
            // One write per line. A full disk must not end a game, so errors are ignored.
            let _ = file.write_all(format!("{seconds:10.3} {arrow} {line}\n").as_bytes());
        }
    }
}

impl Default for DebugLog {
    fn default() -> DebugLog {
        DebugLog(Arc::new(Mutex::new(LogFile { started: Instant::now(), file: None })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_line_has_the_seconds_and_the_direction() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let log = DebugLog::default();
        log.write_line(Direction::In, "before there is a file");
        log.open(Some(&path)).unwrap();
        log.0.lock().started -= Duration::from_millis(75_250);
        log.write_line(Direction::In, "go");
        log.write_line(Direction::Out, "bestmove e2e4");
        log.open(None).unwrap();
        log.write_line(Direction::Out, "after it");
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<_> = text.lines().map(|line| line.split_at(10)).collect();
        let texts: Vec<_> = lines.iter().map(|(_, text)| *text).collect();
        assert_eq!(texts, [" >> go", " << bestmove e2e4"]);
        for (seconds, _) in lines {
            assert!((75.25..120.0).contains(&seconds.trim().parse::<f64>().unwrap()), "{text}");
        }
    }
}
