//! A conversation with another program, and where its words go.

use super::uci::syntax::{Answer, Info};
use crate::journal::{Direction, Journal};
use crate::player::Player;
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// One conversation in one protocol.
pub trait Talk {
    /// Answers a line.
    fn line(&mut self, line: &str) -> Reply;

    /// The player who thinks for this conversation.
    fn player(&mut self) -> &mut dyn Player;

    /// Ends a search that is still going on: the client has moved on.
    fn settle(&mut self) {
        self.player().stop();
        self.player().wait();
    }
}

/// What became of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It was answered, if it wants an answer.
    Answered,
    /// It is no line of the protocol: other programs are to hear nothing about it.
    Unknown,
    /// It ends the conversation.
    Over,
}

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
        self.line(&remark.unwrap_or(as_in_uci)(text));
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

fn as_in_uci(text: &str) -> String {
    Answer::Info(Info::Text(text.to_owned())).to_string()
}
