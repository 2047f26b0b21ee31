//! The move generator.
//!
//! It works on bitsets: two shifts find all pieces that can step or jump in one direction. Only captures of
//! several pieces and by flying kings are searched square by square.

use super::captures::MoveList;
use super::geometry::{Geometry, shift};
use super::rules::CapturePromotion;
use super::view::View;
use super::{DraughtsMove, DraughtsPosition, DraughtsVariant};
use crate::board::Bitset;
use crate::game::Side;

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// Whether `side` could capture if it were to move; for the other side this means that it threatens to
    /// capture.
    #[inline]
    pub fn has_capture(&self, side: Side) -> bool {
        if self.moves_down(side) {
            View::<V, true>::of(self, side).has_capture()
        } else {
            View::<V, false>::of(self, side).has_capture()
        }
    }
}

impl<V: DraughtsVariant, const DOWN: bool> View<V, DOWN> {
    /// The number of legal moves.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        if self.has_capture() { self.count_captures() } else { self.count_steps() }
    }

    /// Adds every legal move to `moves`. It is compiled once, where [`generate`](View::generate) would be compiled for
    /// every listener.
    #[inline(never)]
    pub(super) fn list(&self, moves: &mut MoveList) {
        self.generate(|mv| moves.push(mv));
    }

    /// Passes every legal move to `listener`.
    #[inline(always)]
    pub(super) fn for_each_move(&self, listener: impl FnMut(DraughtsMove)) {
        if V::KNOWN {
            return self.generate(listener);
        }
        let mut moves = MoveList::new();
        self.list(&mut moves);
        moves.iter().copied().for_each(listener);
    }

    #[inline(always)]
    fn generate(&self, listener: impl FnMut(DraughtsMove)) {
        if !self.has_capture() {
            self.for_each_step(listener)
        } else if self.needs_capture_search() {
            let mut found = MoveList::new();
            self.find_captures(self.capturing(), &mut found);
            found.iter().copied().for_each(listener)
        } else {
            self.for_each_single_capture(listener)
        }
    }

    /// Whether `mv`, which may be any value, is a legal move without capture.
    pub(super) fn is_legal_step(&self, mv: DraughtsMove) -> bool {
        let on_board = mv.from < 64 && mv.to < 64;
        on_board && mv == DraughtsMove::step(mv.from, mv.to) && self.can_step(mv.from, mv.to) && !self.has_capture()
    }

    /// Whether the piece on one square, if there is one, can step to another.
    fn can_step(&self, from: u8, to: u8) -> bool {
        let from = Bitset::of(from);
        let king_can = |step| {
            let mut front = shift(self.moving_kings() & from, step) & self.empty;
            while V::FLYING_KINGS && front.any() && !front.has(to) {
                front = shift(front, step) & self.empty;
            }
            front.has(to)
        };
        Self::forward_steps().into_iter().any(|step| (shift(self.men & from, step) & self.empty).has(to))
            || Self::all_steps().into_iter().any(king_can)
    }

    /// Passes every step without capture to `listener`.
    #[inline(always)]
    fn for_each_step(&self, mut listener: impl FnMut(DraughtsMove)) {
        for step in Self::forward_steps() {
            for from in self.steppers(self.men, step) {
                listener(DraughtsMove::step(from, from.wrapping_add_signed(step)));
            }
        }
        if self.kings.is_empty() {
            return;
        }
        for step in Self::all_steps() {
            for from in self.steppers(self.moving_kings(), step) {
                let mut to = from.wrapping_add_signed(step);
                listener(DraughtsMove::step(from, to));
                while V::FLYING_KINGS && (shift(Bitset::of(to), step) & self.empty).any() {
                    to = to.wrapping_add_signed(step);
                    listener(DraughtsMove::step(from, to));
                }
            }
        }
    }

    #[inline(always)]
    fn count_steps(&self) -> u64 {
        let mut total: u32 = Self::forward_steps().map(|step| self.steppers(self.men, step).count()).iter().sum();
        if self.kings.any() {
            total += Self::all_steps().map(|step| self.count_king_steps(step)).iter().sum::<u32>();
        }
        u64::from(total)
    }

    #[inline(always)]
    fn count_king_steps(&self, step: i8) -> u32 {
        let mut front = self.steppers(self.moving_kings(), step);
        let mut total = front.count();
        while V::FLYING_KINGS && front.any() {
            // All kings move at once, those that are blocked drop out.
            front = self.steppers(shift(front, step), step);
            total += front.count();
        }
        total
    }

    /// The men and kings that can capture.
    #[inline(always)]
    fn capturing(&self) -> [Bitset; 2] {
        let kings = if self.kings.any() { self.capturing_kings() } else { Bitset::EMPTY };
        [self.all_jumpers(self.men, false), kings]
    }

    /// Whether a search is needed to find all captures.
    #[inline(always)]
    fn needs_capture_search(&self) -> bool {
        self.must_search_all_captures()
            || self.going_on(self.men, false).any()
            || !V::FLYING_KINGS && self.kings.any() && self.going_on(self.kings, true).any()
    }

    /// Whether a flying king captures, or the rules prefer some captures of one piece to others.
    #[inline(always)]
    fn must_search_all_captures(&self) -> bool {
        let flies = V::FLYING_KINGS && self.kings.any() && self.capturing_kings().any();
        self.rules().ranks_single_captures() || flies
    }

    /// The pieces that may go on after their first jump over an adjacent piece. The start square counts as occupied
    /// here: it could only be reached by jumping back.
    #[inline(always)]
    fn going_on(&self, pieces: Bitset, king: bool) -> Bitset {
        let crowned = match self.rules().promotion {
            CapturePromotion::ContinuesAsKing if !king => V::Board::last_row(DOWN),
            _ => Bitset::EMPTY,
        };
        let landings = self.all_jumpers(V::Board::BOARD, king) | crowned;
        let mut all = Bitset::EMPTY;
        self.for_each_capture_step(king, |step| {
            let before = Self::moved(Self::moved(landings, -step), -step);
            all |= self.jumpers(pieces, step, king) & before;
        });
        all
    }

    /// Passes every capture to `listener`, if all captures take one adjacent piece.
    #[inline(always)]
    fn for_each_single_capture(&self, mut listener: impl FnMut(DraughtsMove)) {
        self.for_each_capture_step(false, |step| list_jumps(self.jumpers(self.men, step, false), step, &mut listener));
        if !V::FLYING_KINGS && self.kings.any() {
            self.for_each_capture_step(true, |step| {
                list_jumps(self.jumpers(self.kings, step, true), step, &mut listener)
            });
        }
    }

    /// The number of captures. Only those of pieces that may go on are searched, the others are counted by sets.
    #[inline(always)]
    fn count_captures(&self) -> u64 {
        if self.must_search_all_captures() {
            let mut found = MoveList::new();
            self.find_captures(self.capturing(), &mut found);
            return found.len() as u64;
        }
        // Flying kings have no captures here.
        let kings = if V::FLYING_KINGS { Bitset::EMPTY } else { self.kings };
        let going_on = [self.going_on(self.men, false), self.going_on(kings, true)];
        let mut total = 0;
        if going_on.iter().any(|set| set.any()) {
            let mut found = MoveList::new();
            self.find_captures(going_on, &mut found);
            total = found.len() as u64;
            // The only criterion that is possible here is the number of pieces.
            let several = found.iter().any(|mv| mv.captured.several());
            if several && !self.rules().precedence.is_empty() {
                return total;
            }
        }
        for (pieces, king) in [(self.men & !going_on[0], false), (kings & !going_on[1], true)] {
            self.for_each_capture_step(king, |step| {
                total += u64::from(self.jumpers(pieces, step, king).count());
            });
        }
        total
    }
}

/// Passes the captures of some pieces over the adjacent piece in the direction `step` to `listener`.
#[inline(always)]
fn list_jumps(pieces: Bitset, step: i8, listener: &mut impl FnMut(DraughtsMove)) {
    for from in pieces {
        let over = from.wrapping_add_signed(step);
        let to = over.wrapping_add_signed(step);
        listener(DraughtsMove { captured: Bitset::of(over), ..DraughtsMove::step(from, to) });
    }
}
