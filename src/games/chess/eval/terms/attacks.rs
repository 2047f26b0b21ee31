//! The squares that a side attacks.

use super::super::super::{ChessPosition, Piece};
use crate::board::square::squares;
use crate::board::{Bitset, ray};
use crate::game::Side;
use crate::games::chess::attack::{pawn_attacks, piece_attacks};
use arrayvec::ArrayVec;

/// The squares that a side attacks, with the squares of its own pieces that it defends.
pub struct SideAttacks {
    /// By kind of piece.
    by_piece: [Bitset; 6],
    /// By any piece.
    pub all: Bitset,
    /// By at least two pieces.
    pub twice: Bitset,
    /// By each knight, bishop, rook and queen.
    pub pieces: ArrayVec<(Piece, Bitset), 16>,
}

impl SideAttacks {
    /// The squares that `side` attacks in a position.
    pub fn of(position: &ChessPosition, side: Side) -> SideAttacks {
        let own = position.of(side);
        let mut attacks = SideAttacks {
            by_piece: [Bitset::EMPTY; 6],
            all: Bitset::EMPTY,
            twice: Bitset::EMPTY,
            pieces: ArrayVec::new(),
        };
        attacks.add(Piece::Pawn, pawn_attacks(side, own & position.kind(Piece::Pawn)));
        attacks.add(Piece::King, ray::king(position.king(side)));
        let occupied = position.occupied();
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            for square in squares(own & position.kind(piece)) {
                let set = piece_attacks(piece, square, occupied);
                attacks.add(piece, set);
                let _ = attacks.pieces.try_push((piece, set));
            }
        }
        attacks
    }

    fn add(&mut self, piece: Piece, set: Bitset) {
        self.by_piece[piece.index()] |= set;
        self.twice |= self.all & set;
        self.all |= set;
    }

    /// The squares that one kind of piece attacks.
    pub fn by(&self, piece: Piece) -> Bitset {
        self.by_piece[piece.index()]
    }
}
