//! The table of games: one line a game, and what comes with each.

use crate::eval::nnue::Features;
use crate::game::Side;
use crate::games::chess::{self, Chess, to_polyglot};
use crate::games::draughts::{self, Draughts, English, Pongor};
use crate::games::tictactoe::TicTacToeKnowledge;
use crate::notation::record::GameResult;
use crate::notation::{Notation, excerpt};
use crate::opening::{BookLookup, OpeningBook, PolyglotBook};
use crate::picture::Picture;
use crate::search::parameters::SearchParameter;
use crate::search::{Depth, Knowledge};
use std::sync::Arc;

/// What a game is called, and what comes with it.
#[derive(Debug)]
pub struct GameInfo {
    /// The name for `--game` and protocols.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Who is called White in records.
    pub white: Side,
    /// Tags that every record of the game has.
    pub tags: &'static [(&'static str, &'static str)],
    /// The opening book in the binary.
    pub book: Option<&'static str>,
    /// Openings that are drawn by lot, as lines of a book.
    pub ballots: Option<&'static str>,
    /// Positions for the benchmark.
    pub bench: &'static [&'static str],
    /// The depth to which the benchmark searches them.
    pub bench_depth: Depth,
    /// The depths at which algorithms are compared; minimax visits them all within seconds.
    pub compare_depths: &'static [u32],
    /// The numbers that its search goes by.
    pub parameters: &'static [&'static SearchParameter],
}

impl GameInfo {
    /// The side that a record says has won; `None` if nobody has, or nobody knows.
    pub fn winner(&self, result: GameResult) -> Option<Side> {
        match result {
            GameResult::White => Some(self.white),
            GameResult::Black => Some(!self.white),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }
}

/// A game that can take its place in the table: knowledge, notation, and what comes with them.
pub trait Entry: Knowledge<Game: Notation + Picture> {
    /// What its networks see; `()`, if there are none.
    type Inputs: Features<Self::Game>;

    /// What it is called, and what comes with it.
    const INFO: &'static GameInfo;

    /// The opening book in the binary, if there is one.
    fn embedded_book() -> Result<Option<Arc<dyn BookLookup<Self::Game>>>, String> {
        let read = |text: &str| read_text_book::<Self::Game>(text.as_bytes());
        Self::INFO.book.map(read).transpose()
    }

    /// Reads an opening book; the default reads the text format alone.
    fn read_book(bytes: &[u8]) -> Result<Arc<dyn BookLookup<Self::Game>>, String> {
        read_text_book::<Self::Game>(bytes)
    }

    /// Makes a binary book, if the game has a format for it that other programs read.
    fn binary_book() -> Option<ToBinary<Self::Game>> {
        None
    }
}

/// Makes a binary book of another one.
pub type ToBinary<G> = fn(&dyn BookLookup<G>) -> PolyglotBook;

/// Reads a book in the text format.
fn read_text_book<G: Notation>(bytes: &[u8]) -> Result<Arc<dyn BookLookup<G>>, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("byte {} is not UTF-8 text", error.valid_up_to() + 1))?;
    match OpeningBook::parse::<G>(text) {
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
        pub const GAMES: &[&GameInfo] = &[$(<$knowledge as Entry>::INFO),*];

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
    Chess,
    Draughts<English>,
    Draughts<Pongor>,
    TicTacToeKnowledge,
}

static CHESS: GameInfo = GameInfo {
    name: "chess",
    about: "chess and Chess960",
    white: Side::First,
    tags: &[],
    book: Some(include_str!("../../book/chess.txt")),
    ballots: None,
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
    bench_depth: 13,
    compare_depths: &[1, 2, 3, 4],
    parameters: chess::parameters::ALL,
};

impl Entry for Chess {
    type Inputs = chess::eval::ChessFeatures;

    const INFO: &'static GameInfo = &CHESS;

    fn read_book(bytes: &[u8]) -> Result<Arc<dyn BookLookup<Self::Game>>, String> {
        match PolyglotBook::is_binary(bytes) {
            false => read_text_book::<Self::Game>(bytes),
            true => PolyglotBook::new(bytes.to_vec())
                .map(|book| Arc::new(book) as Arc<dyn BookLookup<Self::Game>>)
                .map_err(|error| error.to_string()),
        }
    }

    fn binary_book() -> Option<ToBinary<Self::Game>> {
        Some(to_polyglot)
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

static ENGLISH: GameInfo = GameInfo {
    name: "english",
    about: "English draughts (American checkers)",
    white: Side::Second,
    tags: &[("GameType", "21")],
    book: Some(concat!(
        include_str!("../../book/english.txt"),
        include_str!("../../book/english-ballots.txt")
    )),
    ballots: Some(include_str!("../../book/ballots.txt")),
    bench: DRAUGHTS_BENCH,
    bench_depth: 17,
    compare_depths: &[2, 4, 6, 8],
    parameters: draughts::parameters::ALL,
};

impl Entry for Draughts<English> {
    type Inputs = draughts::eval::Inputs;

    const INFO: &'static GameInfo = &ENGLISH;
}

static PONGOR: GameInfo = GameInfo {
    name: "pongor",
    about: "English draughts in which the longest capture is compulsory",
    white: Side::Second,
    tags: &[],
    book: None,
    ballots: None,
    bench: DRAUGHTS_BENCH,
    bench_depth: 15,
    compare_depths: &[2, 4, 6, 8],
    parameters: draughts::parameters::ALL,
};

impl Entry for Draughts<Pongor> {
    type Inputs = ();

    const INFO: &'static GameInfo = &PONGOR;
}

static TICTACTOE: GameInfo = GameInfo {
    name: "tictactoe",
    about: "Tic-tac-toe",
    white: Side::First,
    tags: &[],
    book: None,
    ballots: None,
    bench: &[".../.../... x"],
    bench_depth: 9,
    compare_depths: &[1, 3, 5, 7, 9],
    parameters: &[],
};

impl Entry for TicTacToeKnowledge {
    type Inputs = ();

    const INFO: &'static GameInfo = &TICTACTOE;
}

/// Runs `visitor` with the game called `name`; the message lists the games that there are.
pub fn by_name<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, String> {
    with_game(name, visitor).ok_or_else(|| {
        let found = excerpt(name);
        format!("no game is called '{found}'; there are {}", game_names())
    })
}

/// The names of all games, for messages.
pub fn game_names() -> String {
    let names: Vec<_> = GAMES.iter().map(|game| game.name).collect();
    names.join(", ")
}

/// The help text of the option `--game`.
pub fn game_help() -> String {
    format!("The game: {}", game_names())
}
