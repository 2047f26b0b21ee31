//! Random conversations over UCI with the binary: sensible, hasty and broken lines.
//!
//! A model of the conversation, made of the rules and the reader of lines, says what must come
//! back: every `isready` is answered, every accepted `go` has exactly one legal best move, every
//! variation is legal, and in the end the process leaves with status 0.
//!
//! `KEMPELEN_TRAFFIC=COMMANDS` or `KEMPELEN_TRAFFIC=COMMANDS:SEED` asks for a longer conversation.
//! The lines that are sent follow from the seed alone; when they arrive does not.

mod random_lines;

use crate::prelude::*;
use kempelen::protocol::uci::syntax::{GoCommand, decode, read};
use random_lines::random_line;
use std::collections::VecDeque;

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
            random: Random::new(seed),
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
                sleep(Duration::from_millis(self.random.below(12) as u64));
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
                let placed = place(start.as_deref(), &moves);
                self.refused = placed.is_none();
                self.position = placed.unwrap_or(self.position);
            }
            Err(error) if error.command == "position" => self.refused = true,
            Ok(Some(UciCommand::Go(go))) if go.perft.is_none() => {
                let moves = if self.refused { Vec::new() } else { choice(&self.position, &go) };
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
        let Some(asked) = self.asked.pop_front() else { self.fail(&format!("unasked: '{line}'")) };
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
        let Some(asked) = self.asked.front() else { self.fail(&format!("unasked: '{line}'")) };
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
        panic!("seed {}: {what}\nsent last:\n{}", self.seed, sent.join("\n"));
    }
}

/// A test must not take all memory and threads of the machine.
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
fn place(start: Option<&str>, moves: &[String]) -> Option<ChessPosition> {
    let start = match start {
        None => ChessPosition::start(),
        Some(fen) => ChessPosition::parse(fen).ok()?,
    };
    let play = |position: ChessPosition, text: &String| Some(position.play(position.parse_move(text).ok()?));
    moves.iter().try_fold(start, play)
}

/// The moves that `go` lets choose from: those asked for, or all if none of them is legal.
fn choice(position: &ChessPosition, go: &GoCommand) -> Vec<ChessMove> {
    let read = |text: &String| position.parse_move(text).ok();
    let wanted: Vec<ChessMove> = go.searchmoves.iter().filter_map(read).collect();
    if wanted.is_empty() { position.moves() } else { wanted }
}

/// The legal move that is written so in the protocol.
fn legal(position: &ChessPosition, text: &str) -> Option<ChessMove> {
    let written = |mv: &ChessMove| {
        [MoveStyle::Long, MoveStyle::LongCastlingByRook].iter().any(|&style| position.show_move(*mv, style) == text)
    };
    position.parse_move(text).ok().filter(written)
}
