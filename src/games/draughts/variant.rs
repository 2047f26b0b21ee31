//! The rules by which the games of the draughts family differ, one constant a rule.

use super::geometry::{Board8x8, Geometry};
use std::fmt::{self, Debug, Display};

/// A game of the draughts family, as a type of constants.
///
/// What all of them share is in the generator: men step diagonally forward and become kings on
/// the last row; a capture leaps over an adjacent piece onto the empty square behind it, must be
/// made if there is one, and must go on while it can; captured pieces are lifted together when the
/// move is over, so none is captured twice; who cannot move has lost.
pub trait DraughtsVariant: Copy + Eq + Debug + Send + Sync + 'static {
    /// The board.
    type Board: Geometry;

    /// The name, as the table of games knows it; it salts the keys of positions.
    const NAME: &'static str;

    /// Whose men move first. Black's men stand on the low numbers and move towards the high ones,
    /// White's the other way, in every game.
    const FIRST: Colour;

    /// Rows that each side's men fill at the start.
    const ROWS_OF_MEN: u8;

    /// Which captures may be chosen from.
    const PRECEDENCE: Precedence;

    /// What sets the clock of the draw rule back to 0.
    const PROGRESS: Progress;

    /// The draw rule: the game is drawn after this many plies (moves of either side) without
    /// [`PROGRESS`](Variant::PROGRESS).
    const CLOCK_LIMIT: u16;

    /// What the draw rule is called.
    const CLOCK_RULE: &'static str;

    /// The most pieces that a side can have.
    const PIECES: u8 = Self::ROWS_OF_MEN * Self::Board::WIDTH;
}

/// The colour of pieces, and of the player who owns them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Moves up the board, towards square 1.
    White,
    /// Moves down the board, away from square 1.
    Black,
}

impl Display for Colour {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Colour::White => "white",
            Colour::Black => "black",
        })
    }
}

/// Which of several captures may be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precedence {
    /// Any: "when a player has more than one capture, he may choose".
    Any,
    /// Only those that take the most pieces, on the whole board.
    Most,
}

/// What counts as progress, and so keeps the draw rule away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A capture, or the advance of a man.
    Advance,
    /// A capture, or a man that becomes a king.
    Promotion,
}

/// English draughts, American checkers: the rules of the World Checkers Draughts Federation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct English;

impl DraughtsVariant for English {
    type Board = Board8x8;
    const NAME: &'static str = "english";
    /// The player with the darker pieces makes the first move.
    const FIRST: Colour = Colour::Black;
    /// Twelve men a side.
    const ROWS_OF_MEN: u8 = 3;
    /// Any capture may be chosen, but the one chosen must be completed.
    const PRECEDENCE: Precedence = Precedence::Any;
    /// No man has advanced toward the king row and no piece has been captured ...
    const PROGRESS: Progress = Progress::Advance;
    /// ... during each side's last forty moves.
    const CLOCK_LIMIT: u16 = 80;
    const CLOCK_RULE: &'static str = "40-move rule";
}

/// The game of G. Pongor's thesis, "A computer implementation of a two-player game" (Debrecen
/// 2009): English draughts with two rules of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pongor;

impl DraughtsVariant for Pongor {
    type Board = Board8x8;
    const NAME: &'static str = "pongor";
    /// As in English draughts.
    const FIRST: Colour = Colour::Black;
    /// As in English draughts.
    const ROWS_OF_MEN: u8 = 3;
    /// The longest capture on the whole board is compulsory.
    const PRECEDENCE: Precedence = Precedence::Most;
    /// Neither a capture nor a promotion ...
    const PROGRESS: Progress = Progress::Promotion;
    /// ... in fifty moves, those of both sides counted.
    const CLOCK_LIMIT: u16 = 50;
    const CLOCK_RULE: &'static str = "50-move rule";
}

/// A task for one variant, whichever it is.
pub trait DraughtsVisitor {
    /// Its result.
    type Output;

    /// Does it.
    fn visit<V: DraughtsVariant>(self) -> Self::Output;
}

macro_rules! variants {
    ($($variant:ty),*) => {
        /// The names of all variants, the default first.
        pub const VARIANTS: &[&str] = &[$(<$variant as DraughtsVariant>::NAME),*];

        /// Runs `visitor` with the variant called `name`; `None` if there is no such variant.
        pub fn with_variant<T: DraughtsVisitor>(name: &str, visitor: T) -> Option<T::Output> {
            $(if name.eq_ignore_ascii_case(<$variant as DraughtsVariant>::NAME) {
                return Some(visitor.visit::<$variant>());
            })*
            None
        }
    };
}

variants! { English, Pongor }
