//! The other end of the pipes: a client that talks to the binary.

use crate::shell::wait;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A running engine. It leaves when this is dropped, as its input ends then.
pub struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

impl Engine {
    pub fn start() -> Engine {
        Engine::run(crate::shell::program())
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
    pub fn hear(&self, word: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.hear_within(PATIENCE);
            let line = line.unwrap_or_else(|| panic!("no {word} after {heard:?}"));
            heard.push(line);
            if heard[heard.len() - 1].starts_with(word) {
                return heard;
            }
        }
    }

    pub fn ask(&mut self, text: &str, word: &str) -> Vec<String> {
        self.tell(text);
        self.hear(word)
    }

    /// Closes the input; the engine must leave by itself, and well. Returns what it still said.
    pub fn end(&mut self) -> Vec<String> {
        self.input = None;
        assert!(wait(&mut self.process).success());
        self.lines.iter().collect()
    }
}

/// The line that was waited for.
pub fn last(lines: &[String]) -> &str {
    &lines[lines.len() - 1]
}
