//! Random conversations over UCI with the binary: sensible, hasty and broken lines.
//!
//! A model of the conversation, made of the rules and the reader of lines, says what must come
//! back: every `isready` is answered, every accepted `go` has exactly one legal best move, every
//! variation is legal, and in the end the process leaves with status 0.
//!
//! `KEMPELEN_TRAFFIC=COMMANDS` or `KEMPELEN_TRAFFIC=COMMANDS:SEED` asks for a longer conversation.
//! The lines that are sent follow from the seed alone; when they arrive does not.

use crate::client::Engine;
use crate::random::Random;
use kempelen::game::Game;
use kempelen::games::chess::{ChessMove, ChessPosition};
use kempelen::notation::{MoveStyle, Notation};
use kempelen::protocol::uci::syntax::{GoCommand, UciCommand, UciStart, decode, read};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Commands of a run that nobody asked to be longer, and of one process.
const COMMANDS: usize = 500;
const COMMANDS_OF_A_PROCESS: usize = 160;

/// How long `readyok`, or the best move after `stop`, may take.
const PATIENCE: Duration = Duration::from_secs(10);

#[test]
fn random_conversations_keep_to_the_protocol() {
    let (mut left, mut seed) = (COMMANDS, 2026);
    if let Ok(wish) = std::env::var("KEMPELEN_TRAFFIC") {
        let (commands, wished_seed) = wish.split_once(':').unwrap_or((&wish, "2026"));
        left = commands.parse().expect("KEMPELEN_TRAFFIC=COMMANDS[:SEED]");
        seed = wished_seed.parse().expect("a whole number as the seed");
    }
    let mut bestmoves = 0;
    while left > 0 {
        let commands = left.min(COMMANDS_OF_A_PROCESS);
        bestmoves += Conversation::new(seed).run(commands);
        left -= commands;
        seed += 1;
    }
    assert!(bestmoves > 0);
}

/// A search whose best move has not come yet.
struct Asked {
    position: ChessPosition,
    /// The moves to choose from; empty where there is none.
    moves: Vec<ChessMove>,
}

/// One process, from the first word to the last.
struct Conversation {
    seed: u64,
    random: Random,
    engine: Engine,
    /// Where the engine must stand, or stood before it refused a position.
    position: ChessPosition,
    /// Whether the last position was refused: no search finds a move then.
    refused: bool,
    asked: VecDeque<Asked>,
    /// `readyok` that have not come yet.
    due: usize,
    bestmoves: usize,
    sent: Vec<String>,
}

impl Conversation {
    fn new(seed: u64) -> Conversation {
        let mut conversation = Conversation {
            seed,
            random: Random(seed),
            engine: Engine::start(),
            position: ChessPosition::start(),
            refused: false,
            asked: VecDeque::new(),
            due: 0,
            bestmoves: 0,
            sent: Vec::new(),
        };
        conversation.send(b"uci");
        conversation
    }

    /// Sends so many commands, and leaves; returns how many best moves were heard.
    fn run(mut self, commands: usize) -> usize {
        for _ in 0..commands {
            let line = random_line(&mut self.random, &self.position);
            self.send(&line);
            if self.random.below(4) == 0 {
                let pause = self.random.below(12) as u64;
                std::thread::sleep(Duration::from_millis(pause));
            }
            if self.random.below(8) == 0 {
                self.synchronise();
            }
            if self.random.below(12) == 0 {
                self.send(b"stop");
                self.wait_until("bestmove", |it| it.asked.is_empty());
            }
        }
        self.leave()
    }

    /// Sends a line, if the model can tell that it does not ask for too much.
    fn send(&mut self, line: &[u8]) {
        let command = read(&decode(line));
        match &command {
            Ok(Some(UciCommand::Quit)) => return,
            Ok(Some(UciCommand::Go(go))) if go.perft.is_some_and(|depth| depth > 2) => return,
            Ok(Some(UciCommand::SetOption { name, value })) if is_costly(name, value) => return,
            // What people see has no form that could be checked.
            Ok(Some(UciCommand::Draw | UciCommand::Evaluate)) => return,
            _ => (),
        }
        self.sent.push(String::from_utf8_lossy(line).into_owned());
        match command {
            Ok(Some(UciCommand::IsReady)) => self.due += 1,
            Ok(Some(UciCommand::Position { start, moves })) => {
                let placed = place(&start, &moves);
                self.refused = placed.is_none();
                self.position = placed.unwrap_or(self.position);
            }
            Err(error) if error.command == "position" => self.refused = true,
            Ok(Some(UciCommand::Go(go))) if go.perft.is_none() => {
                let moves = if self.refused {
                    Vec::new()
                } else {
                    choice(&self.position, &go)
                };
                let position = self.position;
                self.asked.push_back(Asked { position, moves });
            }
            _ => (),
        }
        self.engine.tell_bytes(line);
        self.engine.tell_bytes(b"\n");
    }

    fn synchronise(&mut self) {
        self.send(b"isready");
        self.wait_until("readyok", |it| it.due == 0);
    }

    fn wait_until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !done(self) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.engine.hear_within(left) {
                Some(line) => self.hear(&line),
                None => self.fail(&format!("no {what} in time")),
            }
        }
    }

    /// Leaves by a word or by the end of the input, now and then in the middle of a search.
    fn leave(mut self) -> usize {
        self.synchronise();
        if self.random.below(2) == 0 {
            self.send(b"go infinite");
        }
        if self.random.below(2) == 0 {
            self.engine.tell("quit");
        }
        for line in self.engine.end() {
            self.hear(&line);
        }
        if !self.asked.is_empty() {
            self.fail("no best move before the end");
        }
        self.bestmoves
    }

    fn hear(&mut self, line: &str) {
        let mut words = line.split(' ');
        match words.next().unwrap_or_default() {
            "readyok" if self.due > 0 => self.due -= 1,
            "bestmove" => self.hear_best_move(line),
            "info" if line.contains("internal error") => self.fail(line),
            "info" => {
                if let Some((_, variation)) = line.split_once(" pv ") {
                    self.check_variation(line, variation);
                }
            }
            "id" | "option" | "uciok" | "nodes" => (),
            first if first.ends_with(':') => (),
            _ => self.fail(&format!("heard '{line}'")),
        }
    }

    fn hear_best_move(&mut self, line: &str) {
        let Some(asked) = self.asked.pop_front() else {
            self.fail(&format!("unasked: '{line}'"));
        };
        self.bestmoves += 1;
        let words: Vec<&str> = line.split(' ').collect();
        let (best, ponder) = match words[..] {
            ["bestmove", best] => (best, None),
            ["bestmove", best, "ponder", ponder] => (best, Some(ponder)),
            _ => self.fail(&format!("heard '{line}'")),
        };
        if asked.moves.is_empty() {
            if line != "bestmove (none)" {
                self.fail(&format!("'{line}' where there is no move"));
            }
            return;
        }
        let Some(mv) = legal(&asked.position, best).filter(|mv| asked.moves.contains(mv)) else {
            self.fail(&format!("'{line}' in {}", asked.position.show()));
        };
        let child = asked.position.play(mv);
        if ponder.is_some_and(|reply| legal(&child, reply).is_none()) {
            self.fail(&format!("'{line}' in {}", asked.position.show()));
        }
    }

    fn check_variation(&self, line: &str, variation: &str) {
        let Some(asked) = self.asked.front() else {
            self.fail(&format!("unasked: '{line}'"));
        };
        let mut position = asked.position;
        for text in variation.split(' ') {
            match legal(&position, text) {
                Some(mv) => position = position.play(mv),
                None => self.fail(&format!("'{line}' in {}", asked.position.show())),
            }
        }
    }

    fn fail(&self, what: &str) -> ! {
        let tail = self.sent.len().saturating_sub(40);
        let shorten = |line: &String| line.chars().take(300).collect::<String>();
        let sent: Vec<String> = self.sent[tail..].iter().map(shorten).collect();
        panic!(
            "seed {}: {what}\nsent last:\n{}",
            self.seed,
            sent.join("\n")
        );
    }
}

/// Memory and threads are to be had only in part on the machine of a test.
fn is_costly(name: &str, value: &Option<String>) -> bool {
    let number = value.as_ref().and_then(|value| value.trim().parse().ok());
    let most = match name.to_ascii_lowercase().as_str() {
        "hash" => 48,
        "threads" => 3,
        _ => u64::MAX,
    };
    number.is_some_and(|number: u64| number > most)
}

/// The position that a `position` command leads to, if all of it is legal.
fn place(start: &UciStart, moves: &[String]) -> Option<ChessPosition> {
    let start = match start {
        UciStart::Startpos => ChessPosition::start(),
        UciStart::Fen(fen) => ChessPosition::parse(fen).ok()?,
    };
    let play = |position: ChessPosition, text: &String| {
        Some(position.play(position.parse_move(text).ok()?))
    };
    moves.iter().try_fold(start, play)
}

/// The moves that `go` lets choose from: those asked for, or all if none of them is legal.
fn choice(position: &ChessPosition, go: &GoCommand) -> Vec<ChessMove> {
    let read = |text: &String| position.parse_move(text).ok();
    let wanted: Vec<ChessMove> = go.searchmoves.iter().filter_map(read).collect();
    if wanted.is_empty() {
        position.moves()
    } else {
        wanted
    }
}

/// The legal move that is written so in the protocol.
fn legal(position: &ChessPosition, text: &str) -> Option<ChessMove> {
    let written = |mv: &ChessMove| {
        [MoveStyle::Long, MoveStyle::LongCastlingByRook]
            .iter()
            .any(|&style| position.show_move(*mv, style) == text)
    };
    position.parse_move(text).ok().filter(written)
}

/// A line without its end.
fn random_line(random: &mut Random, position: &ChessPosition) -> Vec<u8> {
    let line = match random.below(100) {
        0..=29 => random_position(random),
        30..=54 => random_go(random, position),
        55..=63 => "stop".to_owned(),
        64..=69 => "ponderhit".to_owned(),
        70..=81 => random_option(random),
        82..=84 => "ucinewgame".to_owned(),
        85..=93 => "isready".to_owned(),
        _ => {
            let words = [
                "uci",
                "debug on",
                "debug",
                "register later",
                "xboard",
                "",
                "?",
                "hub",
                "quit now",
                "position",
                "go searchmoves",
                "setoption",
                "setoption name",
                "bestmove e2e4",
            ];
            random.choose(&words).to_owned()
        }
    };
    match random.below(9) {
        0 => broken(random, line.into_bytes()),
        _ => line.into_bytes(),
    }
}

/// Starts of games that have trouble in them.
const STARTS: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/8/3k4/8/8/4R3/4K3 w - - 97 120",
    "8/8/8/3k4/8/8/4R3/4K3 w - - 100 121",
    "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
];

fn random_position(random: &mut Random) -> String {
    let (mut line, mut position) = match random.below(3) {
        0 => {
            let fen = random.choose(STARTS);
            let position = ChessPosition::parse(fen).unwrap();
            (format!("position fen {fen}"), position)
        }
        _ => ("position startpos".to_owned(), ChessPosition::start()),
    };
    let longest = random.choose(&[0, 4, 40, 120, 120, 600]);
    line += " moves";
    for _ in 0..random.below(longest + 1) {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let mv = random.choose(&moves);
        line += " ";
        line += &position.show_move(mv, MoveStyle::Long);
        position = position.play(mv);
    }
    match random.below(12) {
        0 => line + " e2e5",
        1 => line.replace("moves", ""),
        _ => line,
    }
}

fn random_go(random: &mut Random, position: &ChessPosition) -> String {
    let mut line = "go".to_owned();
    for _ in 0..random.below(4) {
        let mut number = |bound| random.below(bound);
        line += &match number(15) {
            0 => " infinite".to_owned(),
            1 => " ponder".to_owned(),
            2 | 3 => format!(" depth {}", number(8)),
            4 | 5 => format!(" nodes {}", number(30_000)),
            6 => format!(" movetime {}", number(40)),
            7 | 8 => format!(" wtime {} btime {}", number(3000), number(3000)),
            9 => format!(" wtime -{}", number(1000)),
            10 => format!(" winc {} binc {}", number(50), number(50)),
            11 => format!(" movestogo {}", number(300)),
            12 => format!(" mate {}", number(6)),
            13 => format!(" perft {}", number(3)),
            _ => {
                let mut words = " searchmoves a1a1 0000".to_owned();
                for mv in position.moves().into_iter().take(number(4)) {
                    words += &format!(" {}", position.show_move(mv, MoveStyle::Long));
                }
                words
            }
        };
    }
    line
}

fn random_option(random: &mut Random) -> String {
    let name = random.choose(&[
        "Hash",
        "hash",
        "Clear Hash",
        "Threads",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "OwnBook",
        "UCI_ShowWDL",
        "UCI_Chess960",
        "UCI_AnalyseMode",
        "Book File",
        "Eval File",
        "Nothing",
    ]);
    let value = random.choose(&[
        "1",
        "2",
        "3",
        "16",
        "31",
        "256",
        "0",
        "-1",
        "99999999999999999999",
        "true",
        "false",
        "true",
        "false",
        "",
        "<empty>",
        "/no/such/file",
        "value",
        "name",
    ]);
    match random.below(15) {
        0 => format!("setoption name {name}"),
        1 => format!("setoption {name} {value}"),
        _ => format!("setoption name {name} value {value}"),
    }
}

/// The line with something wrong in it; perhaps it still means something.
fn broken(random: &mut Random, mut line: Vec<u8>) -> Vec<u8> {
    for _ in 0..=random.below(3) {
        let place = random.below(line.len() + 1);
        let byte = match random.below(4) {
            0 => random.choose(&[0, b'\r', b'\t', b' ', 0x7f, 0xff, 0xc3]),
            1 => random.below(256) as u8,
            _ => b' ' + random.below(95) as u8,
        };
        match random.below(6) {
            0 => line.truncate(place),
            1 if place < line.len() => drop(line.remove(place)),
            2 if place < line.len() => line[place] = byte,
            3 => line.extend_from_within(place..),
            4 if place < line.len() => line[place] = line[place].to_ascii_uppercase(),
            _ => line.insert(place, byte),
        }
    }
    line.retain(|&byte| byte != b'\n');
    line
}
