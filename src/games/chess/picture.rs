//! Describes a chess position as a picture.

use super::{ChessMove, ChessPosition, ChessSetup, Piece};
use crate::board::Bitset;
use crate::board::square::{Square, squares};
use crate::game::{Side, Theory};
use crate::notation::{MoveStyle, Notation, PositionError};
use crate::picture::{Picture, PictureCell, PicturePiece, PieceKind, square_rows, wrong_cell};

impl Theory for ChessPosition {}

impl Picture for ChessPosition {
    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        square_rows(|square| Some(drawn_piece(self.side_at(square)?, self.piece_at(square)?)))
    }

    /// Castling is the king and its destination, or the king and the rook if the pieces do not start on their usual squares.
    fn move_cells(&self, mv: ChessMove) -> Vec<String> {
        let text = self.show_move(mv, MoveStyle::Long);
        vec![text[..2].to_owned(), text[2..4].to_owned()]
    }

    fn without(&self, cell: &str) -> Option<ChessPosition> {
        let square = Square::named(cell)?;
        let mut setup = ChessSetup::from(self);
        setup.board[square.index()].take()?;
        setup.castling &= !square.set();
        let position = setup.position();
        // If the pawn behind the en passant square was removed, that square has to go too.
        setup.en_passant = None;
        position.or_else(|_| setup.position()).ok()
    }

    fn palette(&self) -> Vec<PicturePiece> {
        Side::BOTH.into_iter().flat_map(|side| Piece::ALL.map(|piece| drawn_piece(side, piece))).collect()
    }

    fn with_pieces(&self, pieces: &[(String, PicturePiece)], mover: Side) -> Result<ChessPosition, PositionError> {
        let old = ChessSetup::from(self);
        let mut setup = ChessSetup { side: mover, ..ChessSetup::empty() };
        for (cell, drawn) in pieces {
            let square = Square::named(cell).ok_or_else(|| wrong_cell(cell))?;
            setup.board[square.index()] = Piece::from_letter(drawn.letter).map(|piece| (drawn.side, piece));
        }
        let stands = |square: Square| setup.board[square.index()] == old.board[square.index()];
        let may_castle = |rook: &Square| {
            let side = self.side_at(*rook);
            stands(*rook) && side.is_some_and(|side| stands(self.king(side)))
        };
        setup.castling = squares(self.castling()).filter(may_castle).fold(Bitset::EMPTY, |all, rook| all | rook.set());
        setup.position().map_err(PositionError)
    }
}

fn drawn_piece(side: Side, piece: Piece) -> PicturePiece {
    PicturePiece { side, kind: kind(piece), is_white: side == Side::First, letter: piece.sided_letter(side) }
}

fn kind(piece: Piece) -> PieceKind {
    use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
    [Pawn, Knight, Bishop, Rook, Queen, King][piece.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(fen: &str, cell: &str) -> Option<String> {
        Some(ChessPosition::parse(fen).unwrap().without(cell)?.show())
    }

    #[test]
    fn a_piece_is_taken_away_with_what_hangs_on_it() {
        let fen = "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1";
        assert_eq!(without(fen, "a1").as_deref(), Some("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1"));
        assert_eq!(without(fen, "d5").as_deref(), Some("4k3/8/8/4P3/8/8/8/R3K2R w KQ - 0 1"));
        assert_eq!(without(fen, "e1"), None);
        assert_eq!(without(fen, "e4"), None);
        assert_eq!(without(fen, "z9"), None);
        // The bishop keeps the rook from the king of the side that is not to move.
        assert_eq!(without("4k3/4b3/8/8/8/8/8/K3R3 w - - 0 1", "e7"), None);
    }

    #[test]
    fn the_top_row_is_the_eighth_rank() {
        let rows = ChessPosition::parse("r3k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap().rows();
        let [first, last] = [&rows[0][0], &rows[7][7]].map(|cell| cell.clone().unwrap());
        assert_eq!((first.name.as_str(), first.dark), ("a8", false));
        assert_eq!((last.name.as_str(), last.dark), ("h1", false));
        assert_eq!([first, last].map(|cell| cell.piece.unwrap().letter), ['r', 'R']);
    }
}
