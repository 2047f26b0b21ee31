//! Where a side's pieces attack.

use super::super::super::{ChessPosition, Piece};
use super::fills::pawn_attacks;
use crate::board::square::squares;
use crate::board::{Bitset, ray};
use crate::game::Side;
use arrayvec::ArrayVec;

/// What a side attacks, own pieces included: those are guarded.
pub struct SideAttacks {
    /// By the kind of piece.
    by_piece: [Bitset; 6],
    /// By any.
    pub all: Bitset,
    /// By two or more.
    pub twice: Bitset,
    /// By each knight, bishop, rook and queen.
    pub pieces: ArrayVec<(Piece, Bitset), 16>,
}

impl SideAttacks {
    /// What `side` attacks in a position.
    pub fn of(position: &ChessPosition, side: Side) -> SideAttacks {
        let own = position.of(side);
        let mut reach = SideAttacks {
            by_piece: [Bitset::EMPTY; 6],
            all: Bitset::EMPTY,
            twice: Bitset::EMPTY,
            pieces: ArrayVec::new(),
        };
        reach.add(
            Piece::Pawn,
            pawn_attacks(side, own & position.kind(Piece::Pawn)),
        );
        reach.add(Piece::King, ray::king(position.king(side)));
        let occupied = position.occupied();
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            for square in squares(own & position.kind(piece)) {
                let set = match piece {
                    Piece::Knight => ray::knight(square),
                    Piece::Bishop => ray::bishop(square, occupied),
                    Piece::Rook => ray::rook(square, occupied),
                    _ => ray::bishop(square, occupied) | ray::rook(square, occupied),
                };
                reach.add(piece, set);
                let _ = reach.pieces.try_push((piece, set));
            }
        }
        reach
    }

    fn add(&mut self, piece: Piece, set: Bitset) {
        self.by_piece[piece.index()] |= set;
        self.twice |= self.all & set;
        self.all |= set;
    }

    /// By a kind of piece.
    pub fn by(&self, piece: Piece) -> Bitset {
        self.by_piece[piece.index()]
    }
}
