//! What the compiler must know about a game of the draughts family, and the types of games with the same such constants.

use super::geometry::{Board8x8, Board10x10, Geometry};
use super::rules::DraughtsRules;
use super::variants::ENGLISH;
use std::fmt::{self, Debug};
use std::ptr;

/// A game of the draughts family: constants for what the inner loops of the move generator depend on, and
/// the [rules](DraughtsRules), which are read while the program runs. A type may stand for one game, whose rules the
/// compiler then knows, or for many.
pub trait DraughtsVariant: Copy + Eq + Debug + Send + Sync + 'static {
    /// The board.
    type Board: Geometry;

    /// Whether kings fly: they move and capture over any number of empty squares.
    const FLYING_KINGS: bool;

    /// Whether the board has 10 x 10 squares: only there pieces may capture along rows and columns.
    const LARGE: bool = Self::Board::WIDTH == 5;

    /// Whether the compiler knows the rules. Then moves are generated in place, wherever they are used.
    const KNOWN: bool = false;

    /// The rules.
    fn rules(self) -> &'static DraughtsRules;

    /// The number of a square: from 1, in reading order as White sees the board.
    #[inline]
    fn number(self, bit: u8) -> u8 {
        Self::Board::number_on(bit, self.rules().mirrored)
    }

    /// The bit of the square with a [number](DraughtsVariant::number).
    #[inline]
    fn bit(self, number: u8) -> u8 {
        Self::Board::bit_on(number, self.rules().mirrored)
    }
}

/// English draughts. The compiler knows its rules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct English;

impl DraughtsVariant for English {
    type Board = Board8x8;
    const FLYING_KINGS: bool = false;
    const KNOWN: bool = true;

    #[inline(always)]
    fn rules(self) -> &'static DraughtsRules {
        &ENGLISH
    }
}

/// Types of games with the same board and the same kind of kings. Their values are the games.
macro_rules! kinds_of_variants {
    ($($(#[$comment:meta])* $name:ident { $($constants:tt)* })*) => { $(
        $(#[$comment])*
        #[derive(Clone, Copy)]
        pub struct $name(pub &'static DraughtsRules);

        impl DraughtsVariant for $name {
            $($constants)*

            #[inline(always)]
            fn rules(self) -> &'static DraughtsRules {
                self.0
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                ptr::eq(self.0, other.0)
            }
        }

        impl Eq for $name {}

        impl Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str(self.0.name)
            }
        }
    )* };
}

kinds_of_variants! {
    /// Games on 8 x 8 squares whose kings move one step.
    ShortKings8x8 {
        type Board = Board8x8;
        const FLYING_KINGS: bool = false;
    }

    /// Games on 8 x 8 squares with flying kings.
    FlyingKings8x8 {
        type Board = Board8x8;
        const FLYING_KINGS: bool = true;
    }

    /// Games on 10 x 10 squares with flying kings.
    FlyingKings10x10 {
        type Board = Board10x10;
        const FLYING_KINGS: bool = true;
    }
}
