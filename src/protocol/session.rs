//! The protocol loop: lines in, lines out, and the detection of the protocol.

use super::hub::Hub;
use super::is_line;
use super::talk::{Output, Talk};
use super::uci::{Uci, syntax};
use crate::journal::Direction;
use crate::notation::excerpt;
use std::io::BufRead;
use std::ops::ControlFlow;

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
        let line = syntax::decode(bytes);
        self.output.journal().note(Direction::In, &line);
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
