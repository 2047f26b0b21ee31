//! The other end of the pipes: a client that talks to the binary.

use crate::prelude::*;
use crate::shell::{PATIENCE, fails};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, channel};

/// A running engine. When this is dropped, its input ends, and it must leave by itself, and well.
pub struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub fn start() -> Engine {
        Engine::run(crate::shell::program())
    }

    /// An engine that has received this text.
    pub fn after(text: &str) -> Engine {
        let mut engine = Engine::start();
        engine.tell(text);
        engine
    }

    /// An engine that has answered this text with a line that begins with `word`.
    pub fn greeted(text: &str, word: &str) -> Engine {
        let mut engine = Engine::start();
        engine.ask(text, word);
        engine
    }

    /// Runs a command as an engine.
    pub fn run(mut command: Command) -> Engine {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(process.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in output.lines() {
                let _ = sender.send(line.unwrap());
            }
        });
        let input = process.stdin.take();
        Engine { process, input, lines }
    }

    /// Sends a line, or several.
    pub fn tell(&mut self, text: &str) {
        self.tell_bytes(format!("{text}\n").as_bytes());
    }

    pub fn tell_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next line, if one comes within `patience`; none after the end of the process.
    pub fn hear_within(&self, patience: Duration) -> Option<String> {
        self.lines.recv_timeout(patience).ok()
    }

    /// Everything up to the first line that begins with `word`, that line the last.
    #[track_caller]
    pub fn hear(&self, word: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.hear_within(PATIENCE).unwrap_or_else(|| panic!("no {word} after {heard:?}")));
            if heard[heard.len() - 1].starts_with(word) {
                return heard;
            }
        }
    }

    #[track_caller]
    pub fn ask(&mut self, text: &str, word: &str) -> Vec<String> {
        self.tell(text);
        self.hear(word)
    }

    /// A conversation: lines that are sent, and the one line that answers them.
    #[track_caller]
    pub fn converse(&mut self, turns: &[(&str, &str)]) {
        for &(text, reply) in turns {
            assert_eq!(self.ask(text, ""), [reply], "{text}");
        }
    }

    /// The first line after `text` that begins with `word` contains `part`.
    #[track_caller]
    pub fn answers(&mut self, text: &str, word: &str, part: &str) -> Vec<String> {
        let heard = self.ask(text, word);
        assert!(last(&heard).contains(part), "{text}: no '{part}' in {heard:?}");
        heard
    }

    /// The last report of the search before its best move contains `part`. Returns what was heard.
    #[track_caller]
    pub fn reports(&mut self, go: &str, part: &str) -> Vec<String> {
        let heard = self.ask(go, "bestmove");
        assert!(report(&heard).contains(part), "{go}: no '{part}' in {heard:?}");
        heard
    }

    /// The search ends with this best move, and without a move to ponder on.
    #[track_caller]
    pub fn plays(&mut self, go: &str, mv: &str) {
        let heard = self.ask(go, "bestmove");
        assert_eq!(last(&heard), format!("bestmove {mv}"), "{go}: {heard:?}");
    }

    /// The best move of a search.
    #[track_caller]
    pub fn best(&mut self, go: &str) -> String {
        best(&self.ask(go, "bestmove ")).to_owned()
    }

    /// What comes before the answer to `isready`, over UCI or UGI.
    #[track_caller]
    pub fn settle(&mut self) -> Vec<String> {
        self.heard_before("isready", "readyok")
    }

    /// What comes before the first line that begins with `word`.
    #[track_caller]
    pub fn heard_before(&mut self, text: &str, word: &str) -> Vec<String> {
        let mut heard = self.ask(text, word);
        heard.pop();
        heard
    }

    /// Closes the input; the engine must leave by itself, and well. Returns what it still said.
    #[track_caller]
    pub fn end(&mut self) -> Vec<String> {
        self.input = None;
        let status = wait(&mut self.process);
        assert!(status.success(), "{status}");
        self.lines.iter().collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if self.input.is_some() && !std::thread::panicking() {
            self.end();
        }
    }
}

/// The line that was waited for.
pub fn last(lines: &[String]) -> &str {
    &lines[lines.len() - 1]
}

/// The line before the last one: the last report of a search.
pub fn report(lines: &[String]) -> &str {
    &lines[lines.len() - 2]
}

/// The best move in the last line.
pub fn best(lines: &[String]) -> &str {
    last(lines).split(' ').nth(1).unwrap()
}

/// How many lines begin with this word.
pub fn count(lines: &[String], word: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(word)).count()
}

/// Whether a line contains this.
pub fn any(lines: &[String], part: &str) -> bool {
    lines.iter().any(|line| line.contains(part))
}

/// The number after a word.
#[track_caller]
pub fn number(line: &str, word: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|&it| it != word);
    words.nth(1).unwrap_or_else(|| panic!("no {word}: {line}")).parse().unwrap()
}

#[test]
fn checks_notice_other_answers() {
    let mut engine = Engine::greeted("uci", "uciok");
    engine.converse(&[("isready", "readyok")]);
    assert!(fails(|| engine.converse(&[("isready", "ready")])));
    engine.answers("setoption name Hash value x", "info string", "whole number");
    assert!(fails(|| engine.answers("setoption name Hash value x", "info string", "half")));
    engine.reports("go depth 1", " depth 1 ");
    assert!(fails(|| engine.reports("go depth 1", " depth 2 ")));
}
