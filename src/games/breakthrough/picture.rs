//! Implementation of [`Picture`] for Breakthrough.

use super::notation::LETTERS;
use super::position::{Breakthrough, BreakthroughMove};
use crate::board::{Bitset, Square};
use crate::game::{Game, Side, Theory};
use crate::notation::PositionError;
use crate::picture::{Picture, PictureCell, PicturePiece, PieceKind, square_rows, wrong_cell};

impl Theory for Breakthrough {}

impl Picture for Breakthrough {
    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        square_rows(|square| self.owner(square).map(pawn))
    }

    fn move_cells(&self, mv: BreakthroughMove) -> Vec<String> {
        vec![mv.from.to_string(), mv.to.to_string()]
    }

    fn without(&self, cell: &str) -> Option<Breakthrough> {
        let square = Square::named(cell)?;
        self.owner(square)?;
        Breakthrough::new(Side::each(|side| self.pawns(side) & !square.set()), self.side_to_move())
    }

    fn palette(&self) -> Vec<PicturePiece> {
        Side::BOTH.map(pawn).to_vec()
    }

    fn with_pieces(&self, pieces: &[(String, PicturePiece)], mover: Side) -> Result<Breakthrough, PositionError> {
        let mut pawns = [Bitset::EMPTY; 2];
        for (cell, pawn) in pieces {
            pawns[pawn.side.index()] |= Square::named(cell).ok_or_else(|| wrong_cell(cell))?.set();
        }
        Breakthrough::checked(pawns, mover)
    }
}

fn pawn(side: Side) -> PicturePiece {
    PicturePiece { side, kind: PieceKind::Pawn, is_white: side == Side::First, letter: LETTERS[side.index()] }
}
