//! What a game brings: its rules, notation and picture, and whatever else it has.

use crate::eval::nnue::Features;
use crate::game::Side;
use crate::notation::Notation;
use crate::notation::record::GameResult;
use crate::opening::{BookLookup, OpeningBook, PolyglotBook};
use crate::picture::Picture;
use crate::search::parameters::SearchParameter;
use crate::search::{Depth, Knowledge};
use std::sync::Arc;

/// What a game is called, and what it brings as data. What a game does not have stays as in
/// [`GameInfo::NEW`].
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name for `--game`.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// The name by which UCI carries the game, as a value of `UCI_Variant`; `None`: it does not.
    pub uci_variant: Option<&'static str>,
    /// The name by which Hub carries the game, as a value of `variant`; `None`: it does not.
    pub hub_variant: Option<&'static str>,
    /// The options of engines that only this game has.
    pub options: &'static [&'static str],
    /// Who is called White in records.
    pub white: Side,
    /// Tags that every record of the game has.
    pub tags: &'static [(&'static str, &'static str)],
    /// The opening book in the binary.
    pub book: Option<&'static str>,
    /// Openings that are drawn by lot, as lines of a book.
    pub ballots: Option<&'static str>,
    /// Positions for the benchmark and for the tests of the laws.
    pub bench: &'static [&'static str],
    /// The depth to which the benchmark searches them.
    pub bench_depth: Depth,
    /// A depth of the benchmark, and the nodes that it visits there: it changes exactly when the play
    /// changes. A test compares them.
    pub signature: Option<(Depth, u64)>,
    /// More positions for the tests of the laws, in which rules apply that are seldom met.
    pub law_positions: &'static [&'static str],
    /// The depths at which algorithms are compared; minimax visits them all within seconds.
    pub compare_depths: &'static [u32],
    /// The numbers that its search goes by.
    pub parameters: &'static [&'static SearchParameter],
}

impl GameInfo {
    /// A game of which nothing is known yet. It needs a name, a line about it and positions for the
    /// benchmark.
    pub const NEW: GameInfo = GameInfo {
        name: "",
        about: "",
        uci_variant: None,
        hub_variant: None,
        options: &[],
        white: Side::First,
        tags: &[],
        book: None,
        ballots: None,
        bench: &[],
        bench_depth: 8,
        signature: None,
        law_positions: &[],
        compare_depths: &[1, 2, 3, 4],
        parameters: &[],
    };

    /// The side that a record says has won; `None` if nobody has, or nobody knows.
    pub fn winner(&self, result: GameResult) -> Option<Side> {
        match result {
            GameResult::White => Some(self.white),
            GameResult::Black => Some(!self.white),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }
}

/// An entry of the table of games: the search knowledge of a game that has a notation and a picture.
/// A game without knowledge of its own takes [`Neutral`](crate::search::Neutral).
pub trait GameEntry: Knowledge<Game: Notation + Picture> {
    /// What its networks see; `()`, if there are none.
    type Inputs: Features<Self::Game>;

    /// What it is called, and what it brings as data.
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

/// Reads an opening book in the text format.
pub fn read_text_book<G: Notation>(bytes: &[u8]) -> Result<Arc<dyn BookLookup<G>>, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("byte {} is not UTF-8 text", error.valid_up_to() + 1))?;
    match OpeningBook::parse::<G>(text) {
        Ok(book) => Ok(Arc::new(book)),
        Err(error) => Err(error.to_string()),
    }
}

/// What a tool does with a game, whichever it is.
pub trait GameVisitor {
    /// What it gives back.
    type Output;

    /// Does it.
    fn visit<K: GameEntry>(self) -> Self::Output;
}
