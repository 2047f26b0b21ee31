//! Playing a move.

use super::generate::{castled, up};
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
    pub(super) fn after(&self, mv: ChessMove) -> ChessPosition {
        debug_assert!(self.allows(mv), "{mv:?} is not legal");
        let (from, to) = (mv.from(), mv.to());
        let (origin, target) = (from.set(), to.set());
        if (self.us & target).any() {
            return self.after_castling(from, to);
        }
        let (mover, victim) = (self.code_at(from), self.code_at(to));
        let mut next = self.turned();
        next.us = self.them & !target;
        next.them = self.us ^ origin ^ target;
        next.clock = match mover == PAWN || victim != 0 {
            true => 0,
            false => self.clock.saturating_add(1),
        };
        next.lasting_key = self.plain_key(mv);
        for (bit, plane) in next.planes.iter_mut().enumerate() {
            let arriving = Bitset((mover as u64 >> bit & 1) << to.index());
            *plane = *plane & !(origin | target) | arriving;
        }
        let own_rooks = match mover {
            KING => self.us,
            _ => Bitset::EMPTY,
        };
        let lost = self.castling & (origin | target | own_rooks);
        if lost.any() {
            next.castling &= !lost;
            next.lasting_key.0 ^= castling_key(lost);
        }
        if mover == PAWN {
            next.finish_pawn_move(self, mv);
        }
        debug_assert_eq!(next.lasting_key, next.key_from_scratch());
        next
    }

    /// The key after a move, but for what is special about some: castling and the right to it,
    /// promotion, and taking en passant.
    #[inline(always)]
    pub(super) fn plain_key(&self, mv: ChessMove) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let (own, their) = (&PIECES[self.side.index()], &PIECES[(!self.side).index()]);
        let (mover, victim) = (&own[self.code_at(from)], &their[self.code_at(to)]);
        let moved = mover[from.index()] ^ mover[to.index()];
        Key(self.lasting_key.0 ^ TURN ^ moved ^ victim[to.index()])
    }

    /// The position after passing, for a search's null move. Not asked when in check.
    ///
    /// The clock starts anew, since no position before a null move can be repeated after it.
    #[inline]
    pub fn null(&self) -> ChessPosition {
        debug_assert!(!self.in_check());
        ChessPosition {
            us: self.them,
            them: self.us,
            clock: 0,
            ..self.turned()
        }
    }

    /// This position with the other side to move, the pieces not touched yet.
    #[inline(always)]
    fn turned(&self) -> ChessPosition {
        ChessPosition {
            side: !self.side,
            lasting_key: Key(self.lasting_key.0 ^ TURN),
            en_passant: None,
            full_move: self.full_move.saturating_add(self.side as u16),
            ..*self
        }
    }

    fn after_castling(&self, king: Square, rook: Square) -> ChessPosition {
        let (king_to, rook_to) = castled(king, rook);
        let mut next = self.turned();
        next.castling &= !self.us;
        next.lasting_key.0 ^= castling_key(self.castling & self.us);
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
            next.lasting_key.0 ^= keys[from.index()] ^ keys[to.index()];
        }
        debug_assert_eq!(next.lasting_key, next.key_from_scratch());
        next
    }

    /// What is special about pawns: double steps, captures en passant, promotions.
    #[inline(always)]
    fn finish_pawn_move(&mut self, before: &ChessPosition, mv: ChessMove) {
        let (from, to) = (mv.from(), mv.to());
        let (us, them) = (before.side.index(), self.side.index());
        if let Some(piece) = mv.promotion() {
            let keys = &PIECES[us];
            self.lasting_key.0 ^= keys[PAWN][to.index()] ^ keys[piece.index() + 1][to.index()];
            for (bit, plane) in self.planes.iter_mut().enumerate() {
                let after = Bitset(((piece.index() as u64 + 1) >> bit & 1) << to.index());
                *plane = *plane & !to.set() | after;
            }
        } else if before.en_passant == Some(to) {
            let victim = Square::new(to.number() ^ 8);
            self.us ^= victim.set();
            self.planes[0] ^= victim.set();
            self.lasting_key.0 ^= PIECES[them][PAWN][victim.index()];
        } else if from.number() ^ to.number() == 16 {
            let passed = Square::new((i16::from(from.number()) + up(before.side)) as u8);
            let takers = ray::pawn(us, passed) & self.us & self.kind(Piece::Pawn);
            self.en_passant = takers.any().then_some(passed);
        }
    }
}

/// The change of a key when these rooks may castle no more.
fn castling_key(lost: Bitset) -> u64 {
    squares(lost).fold(0, |key, rook| key ^ CASTLING[rook.index()])
}
