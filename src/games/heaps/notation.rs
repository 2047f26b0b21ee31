//! Implementation of [`Notation`] for the heap games.

use super::moves::HeapMove;
use super::position::HeapPosition;
use crate::notation::{MoveError, MoveStyle, Notation, PositionError};

/// Positions and moves have one style.
impl Notation for HeapPosition {
    fn parse_position(&self, text: &str) -> Result<HeapPosition, PositionError> {
        self.parse_alike(text)
    }

    fn show(&self) -> String {
        self.to_text()
    }

    fn parameters(&self) -> Vec<String> {
        HeapPosition::parameters(self)
    }

    fn parse_move(&self, text: &str) -> Result<HeapMove, MoveError> {
        self.read_move(text)
    }

    fn show_move(&self, mv: HeapMove, _: MoveStyle) -> String {
        self.move_to_text(mv)
    }
}
