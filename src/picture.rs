//! Describes a position as a picture: the pieces on the cells of a board.
//!
//! A [`BoardView`] is the picture of one position without its game. A [`Diagram`](diagram::Diagram) adds what a drawing shows
//! beside the pieces: the last move, marks, arrows, names of cells. SVG, text and the terminal draw diagrams.

pub mod diagram;
mod pieces;
pub mod svg_board;
mod svg_branches;
pub mod svg_document;
mod svg_heaps;
pub mod svg_parts;
pub mod text_board;
pub mod text_diagram;

pub use pieces::{PieceKind, piece_symbols, symbol_id};

use crate::board::square::{DARK_SQUARES, Square};
use crate::game::{Game, Side};
use crate::notation::{PositionError, excerpt};

/// A game whose positions are pieces on a board.
pub trait Picture: Game {
    /// Whether all positions of a game have the same cells, and some of them pieces that could be taken away. Heaps and
    /// trees have no such board.
    fn has_fixed_board(&self) -> bool {
        true
    }

    /// The cells in rows, the top row first as White sees it. `None` stands for a cell that is never used.
    fn rows(&self) -> Vec<Vec<Option<PictureCell>>>;

    /// How the cells are drawn.
    fn layout(&self) -> BoardLayout {
        BoardLayout::Squares
    }

    /// What people call a side.
    fn side_name(&self, side: Side) -> &'static str {
        ["White", "Black"][side.index()]
    }

    /// The cells by which a person points out a move, by their names: where the piece stands, where it lands on the way, and
    /// where it stops. Some moves have a single cell. Empty if the picture cannot show the move, which people then choose from
    /// a list; several moves may have the same cells.
    fn move_cells(&self, mv: Self::Move) -> Vec<String>;

    /// The position without the piece on the cell of this name; `None` if there is no piece, or if the position
    /// without it is not legal.
    fn without(&self, cell: &str) -> Option<Self>;

    /// The pieces that people put on the cells to set up a position; none if they write it as text.
    fn palette(&self) -> Vec<PicturePiece> {
        Vec::new()
    }

    /// The position with this side to move and these pieces of the palette alone, each with the name of its cell. Counters
    /// begin anew; what else a position has, such as the rights to castle, is that of `self` where the pieces allow it.
    ///
    /// # Errors
    /// The rules do not allow the position, or there is no such cell.
    fn with_pieces(&self, _pieces: &[(String, PicturePiece)], _mover: Side) -> Result<Self, PositionError> {
        Err(PositionError("found pieces, expected the position as text".to_owned()))
    }
}

/// The rows of a chess board with these pieces on its squares.
pub fn square_rows(piece: impl Fn(Square) -> Option<PicturePiece>) -> Vec<Vec<Option<PictureCell>>> {
    let cell = |square: Square| {
        let dark = DARK_SQUARES.has(square.number());
        Some(PictureCell { name: square.to_string(), dark, piece: piece(square) })
    };
    (0..8).rev().map(|rank| (0..8).map(|file| cell(Square::at(file, rank))).collect()).collect()
}

/// The error that a piece stands on no cell of the board.
pub fn wrong_cell(cell: &str) -> PositionError {
    PositionError(format!("found a piece on '{}', expected a cell of the board", excerpt(cell)))
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
    /// The kind of piece: the same for both sides.
    pub kind: PieceKind,
    /// Whether it is one of the lighter pieces.
    pub is_white: bool,
    /// Its letter, which differs by side.
    pub letter: char,
}

/// How the cells of a picture are drawn.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum BoardLayout {
    /// Light and dark squares.
    #[default]
    Squares,
    /// Lines between the cells, as in Tic-tac-toe.
    Grid,
    /// Every row is a heap. If there are more heaps than rows, the last ones are not drawn.
    Heaps(Vec<HeapLabel>),
    /// Every cell is a move that leads on from a node. At the end there may be a payoff.
    Branches(Option<i32>),
}

/// The texts beside a heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapLabel {
    /// Its number, or what it stands for.
    pub name: String,
    /// Its size, which may be greater than what is drawn.
    pub size: u64,
}

/// The picture of a position of any game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// As [`Picture::rows`].
    pub rows: Vec<Vec<Option<PictureCell>>>,
    /// As [`Picture::layout`].
    pub layout: BoardLayout,
    /// What people call the first and the second side.
    pub side_names: [&'static str; 2],
    /// The side to move.
    pub side_to_move: Side,
}

impl BoardView {
    /// The picture of a position.
    pub fn of(position: &impl Picture) -> BoardView {
        BoardView {
            rows: position.rows(),
            layout: position.layout(),
            side_names: Side::each(|side| position.side_name(side)),
            side_to_move: position.side_to_move(),
        }
    }

    /// The cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = &PictureCell> {
        self.rows.iter().flatten().flatten().collect::<Vec<_>>().into_iter()
    }
}
