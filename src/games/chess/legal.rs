//! Tests whether one move is legal without generating all moves.

use super::attack::{CheckersAndPins, piece_attacks};
use super::generate::pawn_push;
use super::{ChessMove, ChessPosition, Piece};
use crate::board::square::Square;
use crate::board::{Bitset, ray};
use crate::game::Side;

impl ChessPosition {
    /// Whether `mv` is legal. `mv` may consist of any 16 bits.
    pub(super) fn allows(&self, mv: ChessMove) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from) else { return false };
        if !self.us.has(from.number()) {
            return false;
        }
        let promotes = piece == Piece::Pawn && (to.rank() == 0 || to.rank() == 7);
        if mv.promotion().is_some() != promotes || mv.bits() >> 12 > Piece::Queen as u16 {
            return false;
        }
        if self.us.has(to.number()) {
            let guard = CheckersAndPins::of(self);
            return piece == Piece::King
                && guard.checkers.is_empty()
                && self.castling_rooks(from, &guard).has(to.number());
        }
        if piece == Piece::Pawn && self.en_passant == Some(to) {
            return self.en_passant_takers().has(from.number());
        }
        self.pseudo_legal_targets(piece, from).has(to.number()) && self.keeps_king_safe(piece, from, to)
    }

    /// The squares to which our `piece` on `from` can move. Castling, en passant and the safety of the
    /// king are ignored.
    pub(super) fn pseudo_legal_targets(&self, piece: Piece, from: Square) -> Bitset {
        match piece {
            Piece::Pawn => self.pawn_steps(from, !self.occupied()) | ray::pawn(self.side.index(), from) & self.them,
            _ => piece_attacks(piece, from, self.occupied()) & !self.us,
        }
    }

    /// Whether our king is safe after a move that is neither castling nor en passant.
    pub(super) fn keeps_king_safe(&self, piece: Piece, from: Square, to: Square) -> bool {
        let occupied = self.occupied() & !from.set() | to.set();
        let king = if piece == Piece::King { to } else { self.king(self.side) };
        (self.attackers(king, occupied) & self.them & !to.set()).is_empty()
    }

    /// The squares to which our pawn on `from` can step if only the squares of `empty` are not occupied.
    pub(super) fn pawn_steps(&self, from: Square, empty: Bitset) -> Bitset {
        let ahead = |square: Square| {
            let number = i16::from(square.number()) + pawn_push(self.side);
            Square::new(number as u8 & 63)
        };
        let (single, double) = (ahead(from), ahead(ahead(from)));
        let mut reached = single.set() & empty;
        let home = match self.side {
            Side::First => 1,
            Side::Second => 6,
        };
        if reached.any() && from.rank() == home {
            reached |= double.set() & empty;
        }
        reached
    }
}
