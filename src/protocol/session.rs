//! The protocol loop: lines in, lines out, and the detection of the protocol.

use super::hub::Hub;
use super::is_line;
use super::talk::{Output, Reply, Talk};
use super::uci::{Uci, syntax};
use crate::journal::Direction;
use crate::notation::excerpt;
use std::io::BufRead;

/// Speaks whichever protocol the other side begins with.
pub struct Session {
    output: Output,
    talk: Option<Box<dyn Talk>>,
    /// A person is on the other side, who wants to know what was not understood.
    on_terminal: bool,
}

/// What a person can say at a terminal.
const HELP: [&str; 11] = [
    "uci                         speak UCI (chess), and list the options",
    "hub                         speak Hub (draughts)",
    "position startpos moves e2e4 e7e5",
    "position fen FEN moves ...  set up a position",
    "go depth 12                 think; also movetime MS, nodes N, infinite (until stop)",
    "go perft 5                  count the positions that legal moves lead to",
    "d                           draw the board",
    "eval                        the static evaluation",
    "setoption name Hash value 64",
    "stop, quit",
    "Analysis, matches and other commands: kempelen --help",
];

impl Session {
    /// A session with a program, that has not heard anything yet.
    pub fn new(output: Output) -> Session {
        Session {
            output,
            talk: None,
            on_terminal: false,
        }
    }

    /// The same with a person, if `on_terminal`.
    pub fn on_terminal(self, on_terminal: bool) -> Session {
        Session {
            on_terminal,
            ..self
        }
    }

    /// Answers every line of `input` until the other side quits or the input ends; a search that
    /// is going on then is stopped.
    pub fn run(&mut self, mut input: impl BufRead) {
        let mut line = Vec::new();
        // A read error is the end of the input, like its end.
        while input.read_until(b'\n', &mut line).unwrap_or(0) > 0 {
            if self.line(&line) == Reply::Over {
                break;
            }
            line.clear();
        }
        self.settle();
    }

    /// Answers `lines` one after the other, each when the one before is done with thinking, but for
    /// those that belong into a search.
    pub fn run_lines(&mut self, lines: &[String]) {
        for (nth, line) in lines.iter().enumerate() {
            if self.line(line.as_bytes()) == Reply::Over {
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
        self.settle();
    }

    fn settle(&mut self) {
        if let Some(talk) = &mut self.talk {
            talk.settle();
        }
    }

    fn line(&mut self, bytes: &[u8]) -> Reply {
        let line = syntax::decode(bytes);
        self.output.journal().note(Direction::In, &line);
        let word = line.split_whitespace().next().unwrap_or_default();
        if word.eq_ignore_ascii_case("help") {
            HELP.iter().for_each(|line| self.output.line(line));
            return Reply::Answered;
        }
        let Some(talk) = &mut self.talk else {
            return self.begin(word, &line);
        };
        let reply = talk.line(&line);
        if reply == Reply::Unknown && self.on_terminal && !word.is_empty() {
            let found = excerpt(word);
            let remark = format!("found '{found}', expected a command such as help tells of");
            self.output.remark(&remark);
        }
        reply
    }

    /// The first line that belongs to a protocol tells which it is.
    fn begin(&mut self, word: &str, line: &str) -> Reply {
        let output = self.output.clone();
        let talk = match word {
            // Arena asks for another protocol first, and takes silence for no.
            "" | "xboard" | "protover" => return Reply::Answered,
            "hub" => Hub::new(output).map(|hub| Box::new(hub) as Box<dyn Talk>),
            _ if is_line(line) => Uci::new(output).map(|uci| Box::new(uci) as Box<dyn Talk>),
            _ => {
                let found = excerpt(word);
                self.output
                    .remark(&format!("found '{found}', expected uci, hub, help or quit"));
                return Reply::Unknown;
            }
        };
        match talk {
            Ok(talk) => self.talk.insert(talk).line(line),
            Err(error) => {
                self.output.remark(&error);
                Reply::Over
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    /// What was written.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn answers(on_terminal: bool, input: &str) -> String {
        let paper = Paper::default();
        let session = Session::new(Output::new(paper.clone()));
        session.on_terminal(on_terminal).run(input.as_bytes());
        let bytes = paper.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn people_are_told_what_was_not_understood_and_programs_are_not() {
        let input = "isready\nfoo bar\n\nposition startpos\n";
        let told = "readyok\ninfo string found 'foo', expected a command such as help tells of\n";
        assert_eq!(answers(true, input), told);
        assert_eq!(answers(false, input), "readyok\n");
        let told = answers(true, "hub\nfoo\n");
        assert!(told.ends_with(
            "error message=\"found 'foo', expected a command such as help tells of\"\n"
        ));
    }

    #[test]
    fn help_decides_for_no_protocol() {
        let told = answers(false, "help\nhub\nHELP\n");
        assert!(told.starts_with(HELP[0]), "{told}");
        assert!(told.contains("\nwait\n"), "{told}");
        assert!(told.trim_end().ends_with(HELP[HELP.len() - 1]), "{told}");
    }
}
