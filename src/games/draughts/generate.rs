//! The move generator.
//!
//! It works on bitsets: two shifts find all pieces that can step or jump in one direction. Only captures of
//! several pieces and by flying kings are searched square by square.

use super::captures::MoveList;
use super::geometry::{Geometry, shift};
use super::moves::DraughtsMove;
use super::position::DraughtsPosition;
use super::rules::CapturePromotion;
use super::variant::DraughtsVariant;
use super::view::View;
use crate::board::Bitset;
use crate::game::Side;
use std::convert::Infallible;
use std::ops::ControlFlow;

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
        if self.has_capture() {
            self.count_captures()
        } else {
            self.count_steps()
        }
    }

    /// Passes every legal move to `listener`.
    #[inline(always)]
    pub(super) fn visit<B>(
        &self,
        mut listener: impl FnMut(DraughtsMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if V::KNOWN {
            return self.generate(listener);
        }
        let mut moves = MoveList::new();
        self.list(&mut moves);
        moves.iter().try_for_each(|&mv| listener(mv))
    }

    /// Adds every legal move to `moves`. It is compiled once, where [`generate`](View::generate) would be compiled for
    /// every listener.
    #[inline(never)]
    fn list(&self, moves: &mut MoveList) {
        let _ = self.generate(|mv| {
            moves.push(mv);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    #[inline(always)]
    fn generate<B>(&self, listener: impl FnMut(DraughtsMove) -> ControlFlow<B>) -> ControlFlow<B> {
        if !self.has_capture() {
            self.visit_steps(listener)
        } else if self.needs_capture_search() {
            let mut found = MoveList::new();
            self.find_captures(&mut found);
            found.iter().copied().try_for_each(listener)
        } else {
            self.visit_single_captures(listener)
        }
    }

    /// Whether `mv`, which may be any value, is a legal move without capture.
    pub(super) fn is_legal_step(&self, mv: DraughtsMove) -> bool {
        let on_board = mv.from < 64 && mv.to < 64;
        on_board
            && mv == DraughtsMove::step(mv.from, mv.to)
            && !self.has_capture()
            && self
                .visit_steps(|step| {
                    if step == mv {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
                .is_break()
    }

    /// Passes every step without capture to `listener`.
    #[inline(always)]
    fn visit_steps<B>(
        &self,
        mut listener: impl FnMut(DraughtsMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for step in Self::forward_steps() {
            for from in self.steppers(self.men, step) {
                listener(DraughtsMove::step(from, from.wrapping_add_signed(step)))?;
            }
        }
        if self.kings.is_empty() {
            return ControlFlow::Continue(());
        }
        for step in Self::all_steps() {
            for from in self.steppers(self.moving_kings(), step) {
                let mut to = from.wrapping_add_signed(step);
                listener(DraughtsMove::step(from, to))?;
                while V::FLYING_KINGS && (shift(Bitset::of(to), step) & self.empty).any() {
                    to = to.wrapping_add_signed(step);
                    listener(DraughtsMove::step(from, to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn count_steps(&self) -> u64 {
        let men = Self::forward_steps().map(|step| self.steppers(self.men, step).count());
        let mut total: u32 = men.iter().sum();
        if self.kings.any() {
            let kings = Self::all_steps().map(|step| self.count_king_steps(step));
            total += kings.iter().sum::<u32>();
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

    /// Whether a search is needed to find all captures: if one may go on after its first jump, or a flying king
    /// captures, or the rules prefer some captures of one piece to others. The start square counts as occupied here: it
    /// could only be reached by jumping back.
    #[inline(always)]
    fn needs_capture_search(&self) -> bool {
        let rules = self.rules();
        if rules.ranks_single_captures() {
            return true;
        }
        if V::FLYING_KINGS && self.kings.any() && self.capturing_kings().any() {
            return true;
        }
        let landings = self.landings(self.men, false);
        let goes_on = landings & self.all_leapers(V::Board::BOARD, false);
        let as_king = match rules.promotion {
            CapturePromotion::ContinuesAsKing => landings & V::Board::last_row(DOWN),
            CapturePromotion::Ends | CapturePromotion::ContinuesAsMan => Bitset::EMPTY,
        };
        (goes_on | as_king).any()
            || !V::FLYING_KINGS
                && self.kings.any()
                && (self.landings(self.kings, true) & self.all_leapers(V::Board::BOARD, true)).any()
    }

    /// The squares where pieces land after a jump over an adjacent piece.
    #[inline(always)]
    fn landings(&self, pieces: Bitset, king: bool) -> Bitset {
        let mut all = Bitset::EMPTY;
        self.for_each_capture_step(king, |step| {
            let over = Self::moved(self.leapers(pieces, step, king), step);
            all |= Self::moved(over, step);
        });
        all
    }

    /// Passes every capture to `listener`, if all captures take one adjacent piece.
    #[inline(always)]
    fn visit_single_captures<B>(
        &self,
        mut listener: impl FnMut(DraughtsMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut of = |pieces: Bitset, king| {
            self.try_capture_steps(king, |step| {
                self.leapers(pieces, step, king).try_for_each(|from| {
                    let captured = Self::moved(Bitset::of(from), step);
                    listener(DraughtsMove {
                        captured,
                        ..DraughtsMove::step(from, Self::moved(captured, step).first())
                    })
                })
            })
        };
        of(self.men, false)?;
        if V::FLYING_KINGS || self.kings.is_empty() {
            return ControlFlow::Continue(());
        }
        of(self.kings, true)
    }

    #[inline(always)]
    fn count_captures(&self) -> u64 {
        if self.needs_capture_search() {
            let mut found = MoveList::new();
            self.find_captures(&mut found);
            return found.len() as u64;
        }
        let mut total = 0;
        self.for_each_capture_step(false, |step| {
            total += self.leapers(self.men, step, false).count();
        });
        if !V::FLYING_KINGS {
            self.for_each_capture_step(true, |step| {
                total += self.leapers(self.kings, step, true).count();
            });
        }
        total.into()
    }
}
