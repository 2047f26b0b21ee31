//! Keys and the pointer. They are read on a thread of their own, since reading may not return: after the terminal was closed,
//! and in the middle of the bytes of a key.

use crate::system::when_output_closes;
use crossterm::event::{self, Event};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::Builder;
use std::time::Duration;

/// Events that are read ahead.
const EVENTS_AHEAD: usize = 64;

/// The input of a terminal.
pub struct TerminalInput {
    events: Receiver<io::Result<Event>>,
    closed: Arc<AtomicBool>,
}

impl TerminalInput {
    /// Begins to read. The thread ends with the program.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn open() -> io::Result<TerminalInput> {
        let (sender, events) = sync_channel(EVENTS_AHEAD);
        Builder::new().name("input".to_owned()).spawn(move || while sender.send(event::read()).is_ok() {})?;
        let closed = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&closed);
        when_output_closes(move || seen.store(true, Ordering::Relaxed));
        Ok(TerminalInput { events, closed })
    }

    /// The next event within the time; `None` if there is none.
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub fn next(&self, time: Duration) -> io::Result<Option<Event>> {
        match self.events.recv_timeout(time) {
            Ok(event) => event.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Whether the terminal was closed.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}
