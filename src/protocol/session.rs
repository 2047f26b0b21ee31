//! The protocol loop: lines in, lines out, and the detection of the protocol.

use super::hub::Hub;
use super::is_line;
use super::uci::Uci;
use crate::journal::{Direction, Journal};
use crate::notation::excerpt;
use crate::player::Player;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Where a protocol writes: whole lines, flushed, from any thread.
#[derive(Clone)]
pub struct Output {
    sink: Arc<Mutex<dyn Write + Send>>,
    journal: Journal,
    /// How the protocol says that something is wrong.
    remark: Arc<OnceLock<Remark>>,
}

/// The line by which a protocol says that something is wrong.
pub type Remark = fn(&str) -> String;

impl Output {
    /// Writes to `sink`.
    pub fn new(sink: impl Write + Send + 'static) -> Output {
        Output {
            sink: Arc::new(Mutex::new(sink)),
            journal: Journal::default(),
            remark: Arc::default(),
        }
    }

    /// From now on, and for good, remarks are made in this way; before, as in UCI.
    pub fn remark_by(&self, remark: Remark) {
        let _ = self.remark.set(remark);
    }

    /// Says that something is wrong.
    pub fn remark(&self, text: &str) {
        let remark = self.remark.get().copied();
        self.line(&remark.unwrap_or(super::uci::remark)(text));
    }

    /// Where the conversation is written down, if the user wants it.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Writes one line. If nobody reads any more there is nobody to tell.
    pub fn line(&self, text: &str) {
        debug_assert!(!text.contains('\n'), "one line: {text}");
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        self.journal.note(Direction::Out, text);
        let _ = writeln!(sink, "{text}").and_then(|()| sink.flush());
    }
}

/// One conversation in one protocol.
pub trait Talk {
    /// Answers a line; breaks when the conversation is over.
    fn line(&mut self, line: &str) -> ControlFlow<()>;

    /// The player who thinks for this conversation.
    fn player(&mut self) -> &mut dyn Player;

    /// Ends a search that is still going on: the client has moved on.
    fn settle(&mut self) {
        self.player().stop();
        self.player().wait();
    }
}

/// Speaks whichever protocol the other side begins with.
pub struct Session {
    output: Output,
    talk: Option<Box<dyn Talk>>,
}

impl Session {
    /// A session that has not heard anything yet.
    pub fn new(output: Output) -> Session {
        Session { output, talk: None }
    }

    /// Answers every line of `input` until the other side quits or the input ends; a search that
    /// is going on then is stopped.
    pub fn run(&mut self, mut input: impl BufRead) {
        let mut line = Vec::new();
        // A read error is the end of the input, like its end.
        while input.read_until(b'\n', &mut line).unwrap_or(0) > 0 {
            if self.line(&line).is_break() {
                break;
            }
            line.clear();
        }
        if let Some(talk) = &mut self.talk {
            talk.settle();
        }
    }

    /// Answers `lines` one after the other, each when the one before is done with thinking, but for
    /// those that belong into a search.
    pub fn run_lines(&mut self, lines: &[String]) {
        for (nth, line) in lines.iter().enumerate() {
            if self.line(line.as_bytes()).is_break() {
                break;
            }
            let next = lines.get(nth + 1).map(|line| line.trim());
            let within = matches!(
                next,
                Some("stop" | "ponderhit" | "ponder-hit" | "ping" | "isready" | "quit")
            );
            if let Some(talk) = self.talk.as_mut().filter(|_| !within) {
                talk.player().wait();
            }
        }
    }

    fn line(&mut self, bytes: &[u8]) -> ControlFlow<()> {
        let line = super::uci::syntax::decode(bytes);
        self.output.journal.note(Direction::In, &line);
        if let Some(talk) = &mut self.talk {
            return talk.line(&line);
        }
        match self.begin(&line) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(talk)) => self.talk.insert(talk).line(&line),
            Err(error) => {
                self.output.remark(&error);
                ControlFlow::Break(())
            }
        }
    }

    /// The first line that belongs to a protocol tells which it is.
    fn begin(&self, line: &str) -> Result<Option<Box<dyn Talk>>, String> {
        let output = self.output.clone();
        Ok(match line.split_whitespace().next() {
            // Arena asks for another protocol first, and takes silence for no.
            None | Some("xboard" | "protover") => None,
            Some("hub") => Some(Box::new(Hub::new(output)?)),
            Some(_) if is_line(line) => Some(Box::new(Uci::new(output)?)),
            Some(word) => {
                let found = excerpt(word);
                output.remark(&format!("found '{found}', expected uci, hub or quit"));
                None
            }
        })
    }
}
