//! Makes a move, or a null move.

use super::generate::{castling_destinations, pawn_push};
use super::key::{CASTLING, PIECES, TURN};
use super::{ChessMove, ChessPosition, Piece};
use crate::board::square::{Square, squares};
use crate::board::{Bitset, ray};
use crate::game::Key;

const PAWN: usize = Piece::Pawn as usize + 1;
const KING: usize = Piece::King as usize + 1;

impl ChessPosition {
    /// The position after a legal move.
    #[inline]
    pub(super) fn after_move(&self, mv: ChessMove) -> ChessPosition {
        debug_assert!(self.allows(mv), "{mv:?} is not legal");
        let (from, to) = (mv.from(), mv.to());
        let (origin, target) = (from.set(), to.set());
        if (self.us & target).any() {
            return self.after_castling(from, to);
        }
        let (mover, victim) = (self.piece_code(from), self.piece_code(to));
        let mut next = self.with_side_switched();
        next.us = self.them & !target;
        next.them = self.us ^ origin ^ target;
        next.clock = if mover == PAWN || victim != 0 { 0 } else { self.clock.saturating_add(1) };
        next.key_without_en_passant = self.approximate_key_after(mv);
        for (bit, plane) in next.planes.iter_mut().enumerate() {
            *plane = *plane & !(origin | target) | Bitset((mover as u64 >> bit & 1) << to.index());
        }
        let own_rooks = if mover == KING { self.us } else { Bitset::EMPTY };
        let lost = self.castling & (origin | target | own_rooks);
        if lost.any() {
            next.castling &= !lost;
            next.key_without_en_passant.0 ^= castling_key(lost);
        }
        if mover == PAWN {
            next.finish_pawn_move(self, mv);
        }
        next.in_check = next.king_is_attacked();
        debug_assert_eq!(next.in_check, next.checkers().any());
        debug_assert_eq!(next.key_without_en_passant, next.key_from_scratch());
        next
    }

    /// The key after a move, exact but for castling, changed castling rights, promotions and en passant.
    #[inline(always)]
    pub(super) fn approximate_key_after(&self, mv: ChessMove) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let (own, their) = (&PIECES[self.side.index()], &PIECES[(!self.side).index()]);
        let (mover, victim) = (&own[self.piece_code(from)], &their[self.piece_code(to)]);
        let moved = mover[from.index()] ^ mover[to.index()];
        Key(self.key_without_en_passant.0 ^ TURN ^ moved ^ victim[to.index()])
    }

    /// The position after a null move. The side to move must not be in check.
    ///
    /// The fifty-move counter restarts, so that no position before the null move counts as repeated.
    #[inline]
    pub fn after_null_move(&self) -> ChessPosition {
        debug_assert!(!self.in_check());
        ChessPosition { us: self.them, them: self.us, clock: 0, ..self.with_side_switched() }
    }

    /// A copy with the other side to move; the sets `us` and `them` are not swapped yet.
    #[inline(always)]
    fn with_side_switched(&self) -> ChessPosition {
        ChessPosition {
            side: !self.side,
            key_without_en_passant: Key(self.key_without_en_passant.0 ^ TURN),
            en_passant: None,
            full_move: self.full_move.saturating_add(self.side as u16),
            ..*self
        }
    }

    fn after_castling(&self, king: Square, rook: Square) -> ChessPosition {
        let (king_to, rook_to) = castling_destinations(king, rook);
        let mut next = self.with_side_switched();
        next.castling &= !self.us;
        next.key_without_en_passant.0 ^= castling_key(self.castling & self.us);
        let left = king.set() | rook.set();
        for plane in &mut next.planes {
            *plane &= !left;
        }
        next.them = self.us & !left;
        next.us = self.them;
        next.clock = self.clock.saturating_add(1);
        next.put(self.side, Piece::King, king_to);
        next.put(self.side, Piece::Rook, rook_to);
        let keys = &PIECES[self.side.index()];
        for (piece, from, to) in [(Piece::King, king, king_to), (Piece::Rook, rook, rook_to)] {
            let keys = &keys[piece.index() + 1];
            next.key_without_en_passant.0 ^= keys[from.index()] ^ keys[to.index()];
        }
        next.in_check = next.king_is_attacked();
        debug_assert_eq!(next.in_check, next.checkers().any());
        debug_assert_eq!(next.key_without_en_passant, next.key_from_scratch());
        next
    }

    /// Completes a pawn move: double step, capture en passant, or promotion.
    #[inline(always)]
    fn finish_pawn_move(&mut self, before: &ChessPosition, mv: ChessMove) {
        let (from, to) = (mv.from(), mv.to());
        let (us, them) = (before.side.index(), self.side.index());
        if let Some(piece) = mv.promotion() {
            let keys = &PIECES[us];
            self.key_without_en_passant.0 ^= keys[PAWN][to.index()] ^ keys[piece.index() + 1][to.index()];
            for (bit, plane) in self.planes.iter_mut().enumerate() {
                *plane = *plane & !to.set() | Bitset(((piece.index() as u64 + 1) >> bit & 1) << to.index());
            }
        } else if before.en_passant == Some(to) {
            let victim = Square::new(to.number() ^ 8);
            self.us ^= victim.set();
            self.planes[0] ^= victim.set();
            self.key_without_en_passant.0 ^= PIECES[them][PAWN][victim.index()];
        } else if from.number() ^ to.number() == 16 {
            let passed = Square::new((i16::from(from.number()) + pawn_push(before.side)) as u8);
            self.en_passant = (ray::pawn(us, passed) & self.us & self.kind(Piece::Pawn)).any().then_some(passed);
        }
    }
}

/// The change of the key when castling with these rooks is no longer allowed.
fn castling_key(lost: Bitset) -> u64 {
    squares(lost).fold(0, |key, rook| key ^ CASTLING[rook.index()])
}
