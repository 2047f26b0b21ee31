//! A position as a picture: which piece stands where.

use crate::game::{Game, Side};

/// A game whose positions are pieces on a board.
pub trait Picture: Game {
    /// The cells in rows, the top row first as White sees it; `None` where no piece ever stands.
    fn rows(&self) -> Vec<Vec<Option<PictureCell>>>;

    /// The position without the piece on the cell of this name; `None` if there is no piece, or if
    /// what is left is no position that can be played.
    fn without(&self, cell: &str) -> Option<Self>;
}

/// A place on the board where a piece can stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureCell {
    /// What the notation of the game calls it.
    pub name: String,
    /// Whether it is one of the darker cells of the board.
    pub dark: bool,
    /// What stands there.
    pub piece: Option<PicturePiece>,
}

/// A piece as it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PicturePiece {
    /// Whose it is.
    pub side: Side,
    /// The same number for all pieces that move alike, of whatever side.
    pub kind: u8,
    /// The letter that stands for it, another one for each side.
    pub letter: char,
}
