//! The faces through which protocols and tools see any game, and the table of games.

use crate::draughts::{Draughts, English, Pongor};
use crate::engine::{Audience, Decision, Engine, Order};
use crate::eval::Model;
use crate::game::{Game, Outcome, Side};
use crate::notation::{Notation, Style, excerpt};
use crate::opening::Library;
use crate::search::{Bound, Knowledge, Limits, Line, MoveOf, Report, Score};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a game is called, and what comes with it.
#[derive(Debug)]
pub struct GameInfo {
    /// The name for `--game` and protocols.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// The opening book in the binary.
    pub book: Option<&'static str>,
    /// Positions for the benchmark.
    pub bench: &'static [&'static str],
    /// The depth to which the benchmark searches them.
    pub bench_depth: i32,
}

/// A game that can take its place in the table: knowledge, notation, and what comes with them.
pub trait Entry: Knowledge<Game: Notation> {
    /// What it is called, and what comes with it.
    const INFO: GameInfo;

    /// Reads an opening book; the default reads the text format alone.
    fn read_book(bytes: &[u8]) -> Result<Arc<dyn Library<Self::Game>>, String> {
        read_text_book::<Self::Game>(bytes)
    }
}

/// Reads a book in the text format.
pub fn read_text_book<G: Notation>(bytes: &[u8]) -> Result<Arc<dyn Library<G>>, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("byte {} is not UTF-8 text", error.valid_up_to() + 1))?;
    match crate::opening::Book::parse::<G>(text) {
        Ok(book) => Ok(Arc::new(book)),
        Err(error) => Err(error.to_string()),
    }
}

/// What a tool does with a game, whichever it is.
pub trait Visitor {
    /// What it gives back.
    type Output;

    /// Does it.
    fn visit<K: Entry>(self) -> Self::Output;
}

macro_rules! games {
    ($($knowledge:ty),* $(,)?) => {
        /// Every game, the default first.
        pub const GAMES: &[&GameInfo] = &[$(&<$knowledge as Entry>::INFO),*];

        /// Runs `visitor` with the game called `name`; `None` if there is no such game.
        pub fn with_game<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(if name.eq_ignore_ascii_case(<$knowledge as Entry>::INFO.name) {
                return Some(visitor.visit::<$knowledge>());
            })*
            None
        }
    };
}

games! {
    crate::chess::Chess,
    Draughts<English>,
    Draughts<Pongor>,
    crate::tictactoe::Plain,
}

impl Entry for crate::chess::Chess {
    const INFO: GameInfo = GameInfo {
        name: "chess",
        about: "chess and Chess960",
        book: Some(include_str!("../book/chess.txt")),
        bench: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "r1bqk2r/pp2bppp/2n2n2/2pp4/3P4/2N2NP1/PP2PPBP/R1BQ1RK1 w kq - 4 9",
            "r2q1rk1/1b2bppp/p1n1pn2/1p6/3N4/1BN1B3/PPP1QPPP/R4RK1 b - - 3 12",
            "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/8/8 w - - 0 40",
            "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
        ],
        bench_depth: 9,
    };

    fn read_book(bytes: &[u8]) -> Result<Arc<dyn Library<Self::Game>>, String> {
        match std::str::from_utf8(bytes) {
            Ok(_) => read_text_book::<Self::Game>(bytes),
            Err(_) => crate::opening::Records::new(bytes.to_vec())
                .map(|book| Arc::new(book) as Arc<dyn Library<Self::Game>>)
                .map_err(|error| error.to_string()),
        }
    }
}

const DRAUGHTS_BENCH: &[&str] = &[
    "B:W21-32:B1-12",
    "W:W21,22,25-32:B1-4,6-8,10-12,16",
    "B:W18,22,25-27,29-32:B1-3,5,7,8,10,12,15",
    "W:W13,19,21,25,26,29,30:B3,5,7,11,12,14,20",
    "B:W17,21,22,28,K11:B2,5,9,12,K31",
    "W:WK10,K15,27:BK6,K18,4",
];

impl Entry for Draughts<English> {
    const INFO: GameInfo = GameInfo {
        name: "english",
        about: "English draughts (American checkers)",
        book: Some(include_str!("../book/english.txt")),
        bench: DRAUGHTS_BENCH,
        bench_depth: 17,
    };
}

impl Entry for Draughts<Pongor> {
    const INFO: GameInfo = GameInfo {
        name: "pongor",
        about: "English draughts in which the longest capture is compulsory",
        book: None,
        bench: DRAUGHTS_BENCH,
        bench_depth: 15,
    };
}

impl Entry for crate::tictactoe::Plain {
    const INFO: GameInfo = GameInfo {
        name: "tictactoe",
        about: "Tic-tac-toe",
        book: None,
        bench: &[".../.../... x"],
        bench_depth: 9,
    };
}

/// The names of all games, for messages.
pub fn game_names() -> String {
    let names: Vec<_> = GAMES.iter().map(|game| game.name).collect();
    names.join(", ")
}

/// A player of the game called `name`, with its embedded book and weights.
pub fn player(name: &str, table_mebibytes: usize) -> Result<Box<dyn Player>, String> {
    struct Seat(usize);
    impl Visitor for Seat {
        type Output = Result<Box<dyn Player>, String>;

        fn visit<K: Entry>(self) -> Self::Output {
            Ok(Box::new(GamePlayer::<K>::new(self.0)?))
        }
    }
    let unknown = || {
        format!(
            "no game is called '{}'; there are {}",
            excerpt(name),
            game_names()
        )
    };
    with_game(name, Seat(table_mebibytes)).ok_or_else(unknown)?
}

/// A line of play as text, ready to be shown.
#[derive(Clone, Debug)]
pub struct Told {
    /// Plies searched to the full.
    pub depth: i32,
    /// The farthest ply looked at.
    pub reached: usize,
    /// 1 for the best line, 2 for the next best.
    pub rank: usize,
    /// The value for the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Positions visited.
    pub nodes: u64,
    /// Positions found in endgame tables.
    pub table_hits: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub fullness: u16,
    /// The moves.
    pub moves: Vec<String>,
}

/// Shows what a player finds and decides. Called from the thinking thread.
pub trait Screen: Send {
    /// A line of play was found.
    fn line(&mut self, line: &Told);

    /// The search is over; `best` is `None` where there is no legal move.
    fn decided(&mut self, best: Option<&str>, ponder: Option<&str>);

    /// Something to tell the user.
    fn note(&mut self, text: &str);
}

/// What to think about.
#[derive(Clone, Debug)]
pub struct Question {
    /// When to end.
    pub limits: Limits,
    /// Keep the decision back until told to stop.
    pub hold: bool,
    /// Think on the opponent's time.
    pub ponder: bool,
    /// Choose among these moves; empty: among all.
    pub moves: Vec<String>,
    /// When the question came.
    pub received: Instant,
}

/// What a user can set, beside files and memory.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many best lines to show.
    pub lines: usize,
    /// Play from the opening book.
    pub use_book: bool,
    /// Time to keep in reserve for every move.
    pub overhead: Duration,
    /// How moves are written.
    pub style: Style,
}

/// Knows the rules, and what has been played; no thinker inside.
pub trait Referee {
    /// The game.
    fn game(&self) -> &'static GameInfo;

    /// The position as text.
    fn position(&self) -> String;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// Sets up a position (`None`: the start) and plays `moves`. If anything is wrong, the former
    /// position stays.
    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String>;

    /// The legal moves.
    fn legal_moves(&self, style: Style) -> Vec<String>;

    /// The result, repetitions included.
    fn outcome(&self) -> Option<Outcome>;

    /// The number of sequences of `depth` legal moves behind each legal move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}

/// Thinks.
pub trait Player: Referee + Send {
    /// What a user can set.
    fn settings(&mut self) -> &mut Settings;

    /// The size of the table from the next [`prepare`](Player::prepare) on, in MiB.
    fn want_table(&mut self, mebibytes: usize);

    /// Allocates what was wanted; on failure everything stays as it was.
    fn prepare(&mut self) -> Result<(), String>;

    /// Empties the table.
    fn clear_table(&mut self);

    /// Plays from the book in this file; an empty path brings the embedded one back.
    fn load_book(&mut self, path: &str) -> Result<(), String>;

    /// Values positions by the weights or network in this file; an empty path brings the embedded
    /// ones back.
    fn load_model(&mut self, path: &str) -> Result<(), String>;

    /// Forgets earlier games.
    fn new_game(&mut self);

    /// Begins to think; returns at once.
    fn think(&mut self, question: Question, screen: Box<dyn Screen>);

    /// Ends the search that is going on.
    fn stop(&mut self);

    /// The opponent has played the move pondered on.
    fn ponder_hit(&mut self);

    /// Waits for the decision.
    fn wait(&mut self);
}

/// Sits one game's engine down to play by text.
struct GamePlayer<K: Entry> {
    engine: Engine<K>,
    settings: Settings,
}

impl<K: Entry> GamePlayer<K> {
    fn new(table_mebibytes: usize) -> Result<Self, String> {
        let model = K::Model::embedded().map_err(|error| error.to_string())?;
        let engine = Engine::new(model, table_mebibytes);
        let mut player = GamePlayer {
            engine: engine.map_err(|error| error.to_string())?,
            settings: Settings {
                lines: 1,
                use_book: false,
                overhead: Duration::from_millis(20),
                style: Style::Long,
            },
        };
        player.load_book("")?;
        Ok(player)
    }

    fn parse_moves(&self, texts: &[String]) -> Vec<MoveOf<K>> {
        let position = self.engine.position();
        let read = |text: &String| position.parse_move(text).ok();
        texts.iter().filter_map(read).collect()
    }
}

/// Reads a file for an option; the message names the file and the reason.
fn read_file(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(Path::new(path))
        .map_err(|error| format!("cannot read '{}': {error}", excerpt(path)))
}

impl<K: Entry> Referee for GamePlayer<K> {
    fn game(&self) -> &'static GameInfo {
        &K::INFO
    }

    fn position(&self) -> String {
        self.engine.position().show()
    }

    fn side_to_move(&self) -> Side {
        self.engine.position().side_to_move()
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String> {
        let start = match start {
            Some(text) => K::Game::parse(text).map_err(|error| error.to_string())?,
            None => K::Game::start(),
        };
        let mut position = start.clone();
        let mut played = Vec::with_capacity(moves.len());
        for (number, text) in moves.iter().enumerate() {
            let mv = position
                .parse_move(text)
                .map_err(|error| format!("move {}: {error}", number + 1))?;
            position = position.play(mv);
            played.push(mv);
        }
        self.engine.set_position(start, &played);
        Ok(())
    }

    fn legal_moves(&self, style: Style) -> Vec<String> {
        let position = self.engine.position();
        let moves = position.moves().into_iter();
        moves.map(|mv| position.show_move(mv, style)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        let repeated = || (self.engine.occurrences() >= 3).then_some(Outcome::Draw);
        self.engine.position().outcome().or_else(repeated)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let position = self.engine.position();
        let below = |mv| crate::game::perft(&position.play(mv), depth.saturating_sub(1));
        let moves = position.moves().into_iter();
        moves
            .map(|mv| (position.show_move(mv, self.settings.style), below(mv)))
            .collect()
    }
}

impl<K: Entry> Player for GamePlayer<K> {
    fn settings(&mut self) -> &mut Settings {
        &mut self.settings
    }

    fn want_table(&mut self, mebibytes: usize) {
        self.engine.want_table(mebibytes);
    }

    fn prepare(&mut self) -> Result<(), String> {
        self.engine.prepare().map_err(|error| error.to_string())
    }

    fn clear_table(&mut self) {
        self.engine.clear_table();
    }

    fn load_book(&mut self, path: &str) -> Result<(), String> {
        let book = match (path, K::INFO.book) {
            ("", None) => None,
            ("", Some(text)) => Some(read_text_book::<K::Game>(text.as_bytes())?),
            _ => {
                let named = |error| format!("'{}' is no book: {error}", excerpt(path));
                Some(K::read_book(&read_file(path)?).map_err(named)?)
            }
        };
        self.engine.set_book(book);
        Ok(())
    }

    fn load_model(&mut self, path: &str) -> Result<(), String> {
        let model = match path {
            "" => K::Model::embedded(),
            _ => K::Model::read(&read_file(path)?).map(Arc::new),
        };
        let named = |error| format!("'{}': {error}", excerpt(path));
        self.engine.set_model(model.map_err(named)?);
        Ok(())
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn think(&mut self, question: Question, screen: Box<dyn Screen>) {
        let order = Order {
            moves: self.parse_moves(&question.moves),
            limits: question.limits,
            hold: question.hold,
            ponder: question.ponder,
            lines: self.settings.lines,
            use_book: self.settings.use_book,
            received: question.received,
        };
        let writer = Writer::<K::Game> {
            position: self.engine.position().clone(),
            style: self.settings.style,
            screen,
        };
        self.engine.think(order, Box::new(writer));
    }

    fn stop(&mut self) {
        self.engine.stop();
    }

    fn ponder_hit(&mut self) {
        self.engine.ponder_hit();
    }

    fn wait(&mut self) {
        self.engine.wait();
    }
}

/// Turns what the search says about a position into text.
struct Writer<G: Notation> {
    position: G,
    style: Style,
    screen: Box<dyn Screen>,
}

impl<G: Notation> Writer<G> {
    fn write_line(&self, moves: &[G::Move]) -> Vec<String> {
        let mut position = self.position.clone();
        let write = |&mv| {
            let text = position.show_move(mv, self.style);
            position = position.play(mv);
            text
        };
        moves.iter().map(write).collect()
    }
}

impl<G: Notation> Report<G> for Writer<G> {
    fn found(&mut self, line: &Line<G>) {
        self.screen.line(&Told {
            depth: line.depth,
            reached: line.reached,
            rank: line.rank,
            score: line.score,
            bound: line.bound,
            nodes: line.nodes,
            table_hits: line.table_hits,
            elapsed: line.elapsed,
            fullness: line.fullness,
            moves: self.write_line(line.moves),
        });
    }
}

impl<G: Notation> Audience<G> for Writer<G> {
    fn decided(&mut self, decision: Decision<G::Move>) {
        let best: Vec<_> = decision.best.into_iter().chain(decision.ponder).collect();
        let texts = self.write_line(&best);
        let text = |index: usize| texts.get(index).map(String::as_str);
        self.screen.decided(text(0), text(1));
    }

    fn troubled(&mut self, what: &str) {
        self.screen.note(what);
    }
}
