//! The colours.

use std::fmt::{self, Display};

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
