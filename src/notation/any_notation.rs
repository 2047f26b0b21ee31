//! The notation of any game, for code on positions of any game.

use super::{MoveError, MoveStyle, Notation, PositionError};
use crate::game::{AnyMove, AnyPosition, Game};

/// Reads and writes positions and moves of one game, given as [`AnyPosition`]. Positions of other games must not be asked.
#[derive(Clone, Copy)]
pub struct AnyNotation {
    show: fn(&AnyPosition) -> String,
    show_move: fn(&AnyPosition, AnyMove, MoveStyle) -> String,
    parse_position: fn(&AnyPosition, &str) -> Result<AnyPosition, PositionError>,
    parse_move: fn(&AnyPosition, &str) -> Result<AnyMove, MoveError>,
}

impl AnyNotation {
    /// The notation of the game `G`.
    pub fn new<G: Notation>() -> AnyNotation {
        AnyNotation {
            show: |position| position.inside::<G>().show(),
            show_move: |position, mv, style| {
                let own_move = position.own_move::<G>(mv);
                let show = |mv| position.inside::<G>().show_move(mv, style);
                own_move.map_or_else(String::new, show)
            },
            parse_position: |position, text| {
                let read = position.inside::<G>().parse_position(text);
                read.map(AnyPosition::new)
            },
            parse_move: |position, text| {
                let own = position.inside::<G>();
                let number = own.move_number(own.parse_move(text)?);
                position
                    .numbered_move(number)
                    .ok_or_else(|| MoveError::Syntax { found: text.to_owned(), expected: "a move with a number" })
            },
        }
    }

    /// As [`Notation::show`].
    pub fn show(self, position: &AnyPosition) -> String {
        (self.show)(position)
    }

    /// As [`Notation::show_move`].
    pub fn show_move(self, position: &AnyPosition, mv: AnyMove, style: MoveStyle) -> String {
        (self.show_move)(position, mv, style)
    }

    /// As [`Notation::parse_position`].
    ///
    /// # Errors
    /// The text is not a legal position.
    pub fn parse_position(self, position: &AnyPosition, text: &str) -> Result<AnyPosition, PositionError> {
        (self.parse_position)(position, text)
    }

    /// As [`Notation::parse_move`].
    ///
    /// # Errors
    /// The text is not a legal move.
    pub fn parse_move(self, position: &AnyPosition, text: &str) -> Result<AnyMove, MoveError> {
        (self.parse_move)(position, text)
    }
}
