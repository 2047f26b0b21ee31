//! The protocol loop: reads lines, detects the protocol, and answers.

use super::hub::{HUB_VARIANT, HubServer};
use super::output::ProtocolOutput;
use super::server::{CommandStatus, ProtocolServer};
use super::uci::syntax::{decode, is_command};
use super::uci::{UCI_VARIANT, UciServer};
use super::ugi::{UGI_GAME, UgiServer};
use super::variant::VariantName;
use crate::debug_log::Direction;
use crate::games::{GameInfo, game_info, games, is_rules_file};
use crate::notation::excerpt;
use crate::system::data_file::DataFile;
use std::io::BufRead;
use std::path::PathBuf;

/// A conversation in the protocol with which the client begins.
pub struct ProtocolSession {
    output: ProtocolOutput,
    server: Option<Box<dyn ProtocolServer>>,
    /// The client is a person, who is told about unknown commands.
    pub on_terminal: bool,
    /// The folder of the endgame tables that are built at first use; `None`: none are built.
    pub table_cache: Option<PathBuf>,
}

/// The error of a session that has too little memory for an engine, or no network. The client has been told the reason.
#[derive(Debug)]
pub struct NoEngine;

/// What can be typed at a terminal.
const HELP: [&str; 12] = [
    "uci                         speak UCI (chess), and list the options",
    "hub                         speak Hub (draughts)",
    "ugi                         speak UGI (any game)",
    "position startpos moves e2e4 e7e5",
    "position fen FEN moves ...  set up a position",
    "go depth 12                 search; also movetime MS, nodes N, infinite (until stop)",
    "go perft 5                  count the sequences of legal moves",
    "d                           show the board",
    "eval                        show the static evaluation",
    "setoption name Hash value 64",
    "stop, quit",
    "Analysis, matches and other commands: kempelen --help",
];

/// The commands that are meant for a running search, of all protocols.
const FOR_SEARCH: [&str; 6] = ["stop", "ponderhit", "ponder-hit", "ping", "isready", "quit"];

impl ProtocolSession {
    /// A session with a program, before its first line.
    pub fn new(output: ProtocolOutput) -> ProtocolSession {
        ProtocolSession { output, server: None, on_terminal: false, table_cache: None }
    }

    /// Answers every line of `input` until `quit` or the end of the input; then stops a search that is running.
    ///
    /// # Errors
    /// There is too little memory for the engine.
    pub fn run(&mut self, mut input: impl BufRead) -> Result<(), NoEngine> {
        let mut line = Vec::new();
        // A read error counts as the end of the input.
        while input.read_until(b'\n', &mut line).unwrap_or(0) > 0 {
            if self.answer_line(&line)? == CommandStatus::Quit {
                break;
            }
            line.clear();
        }
        self.end_search();
        Ok(())
    }

    /// Answers `lines` one after the other. Each waits for the end of the search before it, except
    /// for those that are meant for a running search.
    ///
    /// # Errors
    /// As [`run`](ProtocolSession::run).
    pub fn run_lines(&mut self, lines: &[String]) -> Result<(), NoEngine> {
        for (nth, line) in lines.iter().enumerate() {
            if self.answer_line(line.as_bytes())? == CommandStatus::Quit {
                break;
            }
            let next = lines.get(nth + 1).and_then(|line| line.split_whitespace().next()).unwrap_or_default();
            let for_search = FOR_SEARCH.iter().any(|word| next.eq_ignore_ascii_case(word));
            if let Some(server) = self.server.as_mut().filter(|_| !for_search) {
                server.player().wait();
            }
        }
        self.end_search();
        Ok(())
    }

    /// The data files that the answer to a line may need: the files of every game that the line names. The first line of a session
    /// also needs the files of the default game of its protocol.
    pub fn data_files(&self, line: &str) -> Vec<DataFile> {
        let word = line.split_whitespace().next().unwrap_or_default();
        let first: Option<VariantName> = match word {
            _ if self.server.is_some() => None,
            "hub" => Some(HUB_VARIANT),
            _ if word.eq_ignore_ascii_case("ugi") => Some(UGI_GAME),
            _ => is_protocol_line(line).then_some(UCI_VARIANT),
        };
        let first = first.and_then(|name| games().find(|game| name(game).is_some()));
        let words = line.split(|c: char| c.is_whitespace() || "\"=".contains(c)).filter(|word| !word.is_empty());
        let is_called = |game: &GameInfo, word: &str| {
            [Some(game.name), game.hub_variant].into_iter().flatten().any(|name| name.eq_ignore_ascii_case(word))
        };
        let named = words.filter_map(|word| {
            let rules = || is_rules_file(word).then(|| game_info(word)).flatten();
            games().find(|game| is_called(game, word)).or_else(rules)
        });
        first.into_iter().chain(named).flat_map(GameInfo::data_files).collect()
    }

    fn end_search(&mut self) {
        if let Some(server) = &mut self.server {
            server.end_search();
        }
    }

    fn answer_line(&mut self, bytes: &[u8]) -> Result<CommandStatus, NoEngine> {
        let line = decode(bytes);
        self.output.debug_log().write_line(Direction::In, &line);
        let word = line.split_whitespace().next().unwrap_or_default();
        if word.eq_ignore_ascii_case("help") {
            HELP.iter().for_each(|line| self.output.line(line));
            return Ok(CommandStatus::Handled);
        }
        let Some(server) = &mut self.server else { return self.choose_protocol(word, &line) };
        let status = server.answer_line(&line);
        if status == CommandStatus::Unknown && self.on_terminal && !word.is_empty() {
            let found = excerpt(word);
            self.output.diagnostic(&format!("found '{found}', expected a command (help lists them)"));
        }
        Ok(status)
    }

    /// Detects the protocol from its first line, and answers the line.
    fn choose_protocol(&mut self, word: &str, line: &str) -> Result<CommandStatus, NoEngine> {
        let output = self.output.clone();
        let server: Result<Box<dyn ProtocolServer>, String> = match word {
            // Arena asks for another protocol first, and takes silence for a no.
            "" | "xboard" | "protover" => return Ok(CommandStatus::Handled),
            // A client of any protocol may ask for this before it says which one it speaks.
            "isready" => {
                self.output.line("readyok");
                return Ok(CommandStatus::Handled);
            }
            "hub" => HubServer::new(output).map(|hub| Box::new(hub) as _),
            _ if word.eq_ignore_ascii_case("ugi") => UgiServer::new(output).map(|ugi| Box::new(ugi) as _),
            _ if is_protocol_line(line) => UciServer::new(output).map(|uci| Box::new(uci) as _),
            _ => {
                let found = excerpt(word);
                self.output.diagnostic(&format!("found '{found}', expected uci, hub, ugi, help or quit"));
                return Ok(CommandStatus::Unknown);
            }
        };
        let server = server.map_err(|error| {
            self.output.diagnostic(&error);
            NoEngine
        })?;
        let server = self.server.insert(server);
        server.player().settings().table_cache = self.table_cache.clone();
        Ok(server.answer_line(line))
    }
}

/// The first lines of the protocols whose other lines are no commands of UCI.
const GREETINGS: [&str; 2] = ["hub", "ugi"];

/// Whether a text begins with a command of UCI, or with `hub` or `ugi`.
pub fn is_protocol_line(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    is_greeting(word) || is_command(word)
}

fn is_greeting(word: &str) -> bool {
    GREETINGS.iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// The lines that the program's arguments stand for. Each argument is a line; if not all of them
/// begin with a command, they are the words of one line, which a shell has split at its blanks.
pub fn argument_lines(arguments: &[String]) -> Vec<String> {
    let greets = arguments.first().is_some_and(|first| is_greeting(first));
    if greets || arguments.iter().all(|argument| is_protocol_line(argument)) {
        arguments.to_vec()
    } else {
        vec![arguments.join(" ")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{self, Read};

    fn answers(on_terminal: bool, input: &str) -> String {
        let (mut answers, writer) = io::pipe().unwrap();
        let mut session = ProtocolSession::new(ProtocolOutput::new(writer));
        session.on_terminal = on_terminal;
        session.run(input.as_bytes()).unwrap();
        drop(session);
        let mut text = String::new();
        answers.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn only_people_are_told_about_unknown_commands() {
        let input = "isready\nposition startpos\nfoo bar\n\nposition startpos\n";
        let answer = "readyok\ninfo string found 'foo', expected a command (help lists them)\n";
        assert_eq!(answers(true, input), answer);
        assert_eq!(answers(false, input), "readyok\n");
        let answer = answers(true, "hub\nfoo\n");
        assert!(answer.ends_with("error message=\"found 'foo', expected a command (help lists them)\"\n"));
    }

    #[test]
    fn every_protocol_may_begin_with_isready() {
        for (first_line, last_answer) in [("uci", "uciok"), ("hub", "wait"), ("ugi", "ugiok")] {
            let answer = answers(false, &format!("isready\nisready\n{first_line}\n"));
            assert!(answer.starts_with("readyok\nreadyok\nid "), "{answer}");
            assert_eq!(answer.lines().last(), Some(last_answer));
        }
    }

    #[test]
    fn files_are_those_of_the_games_of_a_line() {
        let mut session = ProtocolSession::new(ProtocolOutput::new(io::sink()));
        let first = |session: &ProtocolSession, line| session.data_files(line).first().map_or("", |file| file.name);
        assert_eq!(first(&session, "go depth 2"), "eval/chess.nnue");
        assert_eq!(first(&session, "hub"), "eval/english.nnue");
        assert_eq!(first(&session, "UGI"), "eval/chess.nnue");
        session.run(&b"hub\n"[..]).unwrap();
        assert_eq!(first(&session, "go think"), "");
        assert_eq!(first(&session, "set-param name=variant value=bt"), "eval/bt.nnue");
        let line = "setoption name Game value slovak";
        let names: Vec<_> = session.data_files(line).iter().map(|file| file.name).collect();
        assert_eq!(&names[..3], ["eval/slovak.toml", "book/slovak.txt", "endgames/slovak-2.wdl"]);
    }

    #[test]
    fn help_does_not_choose_a_protocol() {
        let answer = answers(false, "help\nhub\nHELP\n");
        assert!(answer.starts_with(HELP[0]), "{answer}");
        assert!(answer.contains("\nwait\n"), "{answer}");
        assert!(answer.trim_end().ends_with(HELP[HELP.len() - 1]), "{answer}");
    }

    #[test]
    fn arguments_are_lines_or_the_words_of_one_line() {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        for (arguments, expected) in [
            (&["go", "depth", "5"][..], &["go depth 5"][..]),
            (&["position", "startpos"], &["position startpos"]),
            (&["setoption", "name", "Book File", "value", "a b"], &["setoption name Book File value a b"]),
            (&["go infinite", "stop"], &["go infinite", "stop"]),
            (&["uci", "isready", "quit"], &["uci", "isready", "quit"]),
            (&["position startpos moves e2e4", "go depth 12"], &["position startpos moves e2e4", "go depth 12"]),
            (&["hub", "init", "pos start", "go think"], &["hub", "init", "pos start", "go think"]),
            (&["ugi", "position startpos", "query p1turn"], &["ugi", "position startpos", "query p1turn"]),
            (&["uci"], &["uci"]),
        ] {
            let arguments: Vec<String> = owned(arguments);
            let expected: Vec<String> = owned(expected);
            assert_eq!(argument_lines(&arguments), expected);
        }
    }
}
