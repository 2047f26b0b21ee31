//! Describes a position as a picture: the pieces on the cells of a board.

pub mod text_board;

use crate::game::{Game, Side};

/// A game whose positions are pieces on a board.
pub trait Picture: Game {
    /// Whether all positions of a game have the same cells, and some of them pieces that could be taken away. Heaps and
    /// trees have no such board.
    const FIXED_BOARD: bool = true;

    /// The cells in rows, the top row first as White sees it. `None` stands for a cell that is never used.
    fn rows(&self) -> Vec<Vec<Option<PictureCell>>>;

    /// The cells by which a person points out a move, by their names: where the piece stands, where it lands on the way, and
    /// where it stops. Some moves have a single cell. Empty if the picture cannot show the move; several moves may have the
    /// same cells.
    fn move_cells(&self, mv: Self::Move) -> Vec<String>;

    /// The position without the piece on the cell of this name; `None` if there is no piece, or if the position
    /// without it is not legal.
    fn without(&self, cell: &str) -> Option<Self>;
}

/// A cell of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureCell {
    /// Its name in the notation of the game.
    pub name: String,
    /// Whether it is one of the darker cells of the board.
    pub dark: bool,
    /// The piece on it.
    pub piece: Option<PicturePiece>,
}

/// A piece of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PicturePiece {
    /// Its owner.
    pub side: Side,
    /// The kind of piece: the same number for both sides.
    pub kind: u8,
    /// Its letter, which differs by side.
    pub letter: char,
}
