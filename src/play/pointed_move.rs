//! A legal move, and how a person points it out on the board.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::Game;
use crate::notation::{MoveStyle, Notation};
use crate::picture::Picture;

/// A legal move, and how it is pointed out on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointedMove {
    /// The move.
    pub mv: AnyMove,
    /// The move in [short style](MoveStyle::Short).
    pub text: String,
    /// As [`Picture::move_cells`].
    pub cells: Vec<String>,
}

impl PointedMove {
    /// A legal move of a position.
    pub fn new(position: &AnyPosition, mv: AnyMove) -> PointedMove {
        PointedMove { mv, text: position.show_move(mv, MoveStyle::Short), cells: position.move_cells(mv) }
    }

    /// All legal moves of a position.
    pub fn all(position: &AnyPosition) -> Vec<PointedMove> {
        position.moves().into_iter().map(|mv| PointedMove::new(position, mv)).collect()
    }
}
