//! The notation of any game, for code on positions of any game.

use super::{MoveError, MoveStyle, Notation, PositionError};
use crate::any_position::{AnyMove, AnyPosition};

/// Reads and writes positions and moves of one game, given as [`AnyPosition`].
#[derive(Clone, Copy)]
pub struct AnyNotation;

impl AnyNotation {
    /// The notation of the game `G`.
    pub fn new<G: Notation>() -> AnyNotation {
        AnyNotation
    }

    /// As [`Notation::show`].
    pub fn show(self, position: &AnyPosition) -> String {
        position.show()
    }

    /// As [`Notation::show_move`].
    pub fn show_move(self, position: &AnyPosition, mv: AnyMove, style: MoveStyle) -> String {
        position.show_move(mv, style)
    }

    /// As [`Notation::parse_position`].
    ///
    /// # Errors
    /// The text is not a legal position.
    pub fn parse_position(self, position: &AnyPosition, text: &str) -> Result<AnyPosition, PositionError> {
        position.parse_position(text)
    }

    /// As [`Notation::parse_move`].
    ///
    /// # Errors
    /// The text is not a legal move.
    pub fn parse_move(self, position: &AnyPosition, text: &str) -> Result<AnyMove, MoveError> {
        position.parse_move(text)
    }
}
