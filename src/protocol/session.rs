//! The protocol loop: lines in, lines out, and the detection of the protocol.

use super::hub::Hub;
use super::uci::Uci;
use crate::journal::{Direction, Journal};
use crate::player::Player;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// Where a protocol writes: whole lines, flushed, from any thread.
#[derive(Clone)]
pub struct Output {
    sink: Arc<Mutex<dyn Write + Send>>,
    journal: Journal,
}

impl Output {
    /// Writes to `sink`.
    pub fn new(sink: impl Write + Send + 'static) -> Output {
        Output {
            sink: Arc::new(Mutex::new(sink)),
            journal: Journal::default(),
        }
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
            talk.player().stop();
            talk.player().wait();
        }
    }

    /// Answers `lines` one after the other, each when the one before is done with thinking.
    pub fn run_lines(&mut self, lines: &[String]) {
        for line in lines {
            if self.line(line.as_bytes()).is_break() {
                break;
            }
            if let Some(talk) = &mut self.talk {
                talk.player().wait();
            }
        }
    }

    fn line(&mut self, bytes: &[u8]) -> ControlFlow<()> {
        let line = super::uci::syntax::decode(bytes);
        self.output.journal.note(Direction::In, &line);
        if self.talk.is_none() && line.trim().is_empty() {
            return ControlFlow::Continue(());
        }
        if self.talk.is_none() {
            match self.begin(&line) {
                Ok(talk) => self.talk = Some(talk),
                Err(error) => {
                    self.output.line(&format!("info string {error}"));
                    return ControlFlow::Break(());
                }
            }
        }
        match &mut self.talk {
            Some(talk) => talk.line(&line),
            None => ControlFlow::Continue(()),
        }
    }

    /// The first line with a word tells the protocol: all but Hub's own greeting is taken for UCI.
    fn begin(&self, line: &str) -> Result<Box<dyn Talk>, String> {
        let output = self.output.clone();
        Ok(match line.split_whitespace().next() {
            Some("hub") => Box::new(Hub::new(output)?),
            _ => Box::new(Uci::new(output)?),
        })
    }
}
