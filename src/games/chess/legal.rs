//! Whether one move is legal, without listing all.

use super::attack::Guard;
use super::generate::up;
use super::{ChessMove, ChessPosition, Piece};
use crate::board::square::Square;
use crate::board::{Bitset, ray};
use crate::game::Side;

impl ChessPosition {
    /// Whether `mv` is legal. Any 16 bits may be asked.
    pub(super) fn allows(&self, mv: ChessMove) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from) else {
            return false;
        };
        if !self.us.has(from.number()) {
            return false;
        }
        let promotes = piece == Piece::Pawn && (to.rank() == 0 || to.rank() == 7);
        if mv.promotion().is_some() != promotes || mv.bits() >> 12 > Piece::Queen as u16 {
            return false;
        }
        if self.us.has(to.number()) {
            let guard = Guard::of(self);
            return piece == Piece::King
                && guard.checkers.is_empty()
                && self.castlings(from, &guard).has(to.number());
        }
        if piece == Piece::Pawn && self.en_passant == Some(to) {
            return self.en_passant_takers().has(from.number());
        }
        self.reach(piece, from).has(to.number()) && self.keeps_king_safe(piece, from, to)
    }

    /// Where our `piece` on `from` can go, apart from castling, en passant and the king's safety.
    pub(super) fn reach(&self, piece: Piece, from: Square) -> Bitset {
        let occupied = self.occupied();
        let reached = match piece {
            Piece::Pawn => return self.pawn_reach(from),
            Piece::Knight => ray::knight(from),
            Piece::Bishop => ray::bishop(from, occupied),
            Piece::Rook => ray::rook(from, occupied),
            Piece::Queen => ray::bishop(from, occupied) | ray::rook(from, occupied),
            Piece::King => ray::king(from),
        };
        reached & !self.us
    }

    /// Whether our king is not attacked after a move that is neither castling nor en passant.
    pub(super) fn keeps_king_safe(&self, piece: Piece, from: Square, to: Square) -> bool {
        let occupied = self.occupied() & !from.set() | to.set();
        let king = match piece {
            Piece::King => to,
            _ => self.king(self.side),
        };
        (self.attackers(king, occupied) & self.them & !to.set()).is_empty()
    }

    fn pawn_reach(&self, from: Square) -> Bitset {
        let empty = !self.occupied();
        let ahead = |square: Square| {
            let number = i16::from(square.number()) + up(self.side);
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
        reached | ray::pawn(self.side.index(), from) & self.them
    }
}
