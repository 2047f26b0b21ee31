//! The rules by which the games of the draughts family differ: one constant for each rule.

use super::geometry::{Board8x8, Geometry};
use std::fmt::{self, Debug, Display};

/// A game of the draughts family, as a type of constants.
///
/// The move generator knows the rules that all of them share: Men step diagonally forward and become kings on the last
/// row. A capture jumps over an adjacent piece onto the empty square behind it. Captures are compulsory, and
/// a capture must continue as long as possible. Captured pieces are removed at the end of the move, so no
/// piece is jumped twice. A side without legal moves has lost.
pub trait DraughtsVariant: Copy + Eq + Debug + Send + Sync + 'static {
    /// The board.
    type Board: Geometry;

    /// The name in the table of games. It also seeds the Zobrist keys.
    const NAME: &'static str;

    /// The colour that moves first. In every game Black's men start on the low square numbers and move towards the
    /// high ones, White's the other way.
    const FIRST: Colour;

    /// Number of rows that the men of each side fill at the start.
    const ROWS_OF_MEN: u8;

    /// Which captures are legal if there are several.
    const PRECEDENCE: Precedence;

    /// Which moves reset the clock of the draw rule to 0.
    const PROGRESS: Progress;

    /// The draw rule: the game is drawn after this number of plies (moves of either side) without
    /// [`PROGRESS`](DraughtsVariant::PROGRESS).
    const CLOCK_LIMIT: u16;

    /// The name of the draw rule.
    const CLOCK_RULE: &'static str;

    /// The largest number of pieces of a side.
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

/// Which captures are legal if there are several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precedence {
    /// Any: "when a player has more than one capture, he may choose".
    Any,
    /// Only those that take the most pieces, on the whole board.
    Most,
}

/// Which moves count as progress for the draw rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Captures and moves of men.
    Advance,
    /// Captures and promotions.
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

/// An operation that is generic over the variant.
pub trait DraughtsVisitor {
    /// Its result.
    type Output;

    /// Performs the operation for one variant.
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
