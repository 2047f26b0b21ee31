//! Implementation of [`Picture`] for Breakthrough.

use super::position::{Breakthrough, BreakthroughMove};
use crate::board::Square;
use crate::game::{Game, Side, Theory};
use crate::picture::{Picture, PictureCell, PicturePiece, PieceKind};

impl Theory for Breakthrough {}

impl Picture for Breakthrough {
    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        let piece = |square| {
            let side = self.owner(square)?;
            Some(PicturePiece {
                side,
                kind: PieceKind::Pawn,
                is_white: side == Side::First,
                letter: self.letter(square)?,
            })
        };
        let cell = |square: Square| PictureCell {
            name: square.to_string(),
            dark: (square.file() + square.rank()).is_multiple_of(2),
            piece: piece(square),
        };
        (0..8).rev().map(|rank| (0..8).map(|file| Some(cell(Square::at(file, rank)))).collect()).collect()
    }

    fn move_cells(&self, mv: BreakthroughMove) -> Vec<String> {
        vec![mv.from.to_string(), mv.to.to_string()]
    }

    fn without(&self, cell: &str) -> Option<Breakthrough> {
        let square = Square::named(cell)?;
        self.owner(square)?;
        Breakthrough::new(Side::each(|side| self.pawns(side) & !square.set()), self.side_to_move())
    }
}
