//! The move generator.
//!
//! It works on bitsets: two shifts find all pieces that can step or jump in one direction. Only captures of
//! several pieces are searched square by square.

use super::geometry::{Geometry, shift};
use super::moves::{DraughtsMove, MAX_MOVES};
use super::position::DraughtsPosition;
use super::variant::{DraughtsVariant, Precedence};
use crate::board::Bitset;
use crate::game::Side;
use arrayvec::ArrayVec;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The board from the point of view of the side to move. `DOWN`: its men move down the board.
#[derive(Clone, Copy)]
pub(super) struct View<V, const DOWN: bool> {
    men: Bitset,
    kings: Bitset,
    them: Bitset,
    empty: Bitset,
    variant: PhantomData<V>,
}

/// The most pieces that a move can capture on the 8 x 8 board: from any square, a piece can only ever jump
/// over nine of the others.
pub(super) const LONGEST_CAPTURE: usize = 9;

/// The fewest captured pieces that can surround a square. Only such captures can be made on two paths.
pub(super) const MIN_CIRCULAR_CAPTURE: u32 = 4;

/// The legal captures of a position.
pub(super) type Captures = ArrayVec<DraughtsMove, MAX_MOVES>;

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// Whether `side` could capture if it were to move; for the other side this means that it threatens to
    /// capture.
    #[inline]
    pub fn has_capture(&self, side: Side) -> bool {
        if Self::moves_down(side) {
            View::<V, true>::of(self, side).has_capture()
        } else {
            View::<V, false>::of(self, side).has_capture()
        }
    }
}

impl<V: DraughtsVariant, const DOWN: bool> View<V, DOWN> {
    #[inline(always)]
    pub(super) fn of(position: &DraughtsPosition<V>, side: Side) -> Self {
        debug_assert_eq!(DraughtsPosition::<V>::moves_down(side), DOWN);
        let us = position.pieces(side);
        let (men, kings) = (us & !position.kings, us & position.kings);
        Self::new(men, kings, position.pieces(!side))
    }

    /// The view of a side with these men and kings, whose opponent has the pieces `them`.
    #[inline(always)]
    pub(super) fn new(men: Bitset, kings: Bitset, them: Bitset) -> Self {
        View {
            men,
            kings,
            them,
            empty: V::Board::BOARD & !(men | kings | them),
            variant: PhantomData,
        }
    }

    /// Whether there is a capture.
    #[inline(always)]
    pub(super) fn has_capture(&self) -> bool {
        let can = |pieces, step| self.leapers(pieces, step).any();
        // `|`, not `||`: a few shifts are cheaper than a branch that is hard to predict.
        let [near, far] = Self::forward_steps();
        (can(self.men | self.kings, near) | can(self.men | self.kings, far))
            || self.kings.any() && (can(self.kings, -near) | can(self.kings, -far))
    }

    /// Whether a piece can step to an empty square.
    #[inline(always)]
    pub(super) fn has_step(&self) -> bool {
        let can = |pieces, step| self.steppers(pieces, step).any();
        Self::forward_steps()
            .into_iter()
            .any(|step| can(self.men, step))
            || Self::all_steps()
                .into_iter()
                .any(|step| can(self.kings, step))
    }

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
        listener: impl FnMut(DraughtsMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.has_capture() {
            self.visit_steps(listener)
        } else if self.has_multiple_capture() {
            let mut found = Captures::new();
            self.find_captures(V::PRECEDENCE, &mut found);
            found.iter().copied().try_for_each(listener)
        } else {
            self.visit_single_captures(listener)
        }
    }

    /// Whether `mv`, which may be any value, is a legal move without capture.
    pub(super) fn is_legal_step(&self, mv: DraughtsMove) -> bool {
        let (from, to) = (Bitset(1 << (mv.from & 63)), Bitset(1 << (mv.to & 63)));
        let reached = |pieces: Bitset, step| shift(pieces & from, step) & self.empty & to;
        mv.from < 64
            && mv.to < 64
            && !mv.captures()
            && !self.has_capture()
            && (Self::forward_steps().map(|step| reached(self.men, step)))
                .into_iter()
                .chain(Self::all_steps().map(|step| reached(self.kings, step)))
                .any(Bitset::any)
    }

    /// Adds all legal captures to `found`, which must be empty. There must be at least one.
    #[inline(never)]
    pub(super) fn find_captures(&self, precedence: Precedence, found: &mut Captures) {
        let mut search = CaptureSearch::<V, DOWN> {
            view: *self,
            precedence,
            most: 0,
            found,
        };
        for from in self.all_leapers(self.men, &Self::forward_steps()) {
            search.start(from, &Self::forward_steps());
        }
        for from in self.all_leapers(self.kings, &Self::all_steps()) {
            search.start(from, &Self::all_steps());
        }
    }

    #[inline(always)]
    fn forward_steps() -> [i8; 2] {
        V::Board::forward_steps(DOWN)
    }

    #[inline(always)]
    fn all_steps() -> [i8; 4] {
        V::Board::all_steps(DOWN)
    }

    /// The pieces that can step to an empty square in the direction `step`.
    #[inline(always)]
    fn steppers(&self, pieces: Bitset, step: i8) -> Bitset {
        pieces & shift(self.empty, -step)
    }

    /// The pieces that can jump over an opponent's piece in the direction `step`.
    #[inline(always)]
    fn leapers(&self, pieces: Bitset, step: i8) -> Bitset {
        pieces & shift(self.them, -step) & shift(self.empty, -2 * step)
    }

    #[inline(always)]
    fn all_leapers(&self, pieces: Bitset, steps: &[i8]) -> Bitset {
        steps
            .iter()
            .fold(Bitset::EMPTY, |all, &step| all | self.leapers(pieces, step))
    }

    /// Passes every direction to `listener` with the pieces that may move in it: men forward, kings in all directions.
    #[inline(always)]
    fn visit_directions<B>(
        &self,
        mut show: impl FnMut(Bitset, i8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for step in Self::forward_steps() {
            show(self.men, step)?;
        }
        if self.kings.any() {
            for step in Self::all_steps() {
                show(self.kings, step)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    pub(super) fn visit_steps<B>(
        &self,
        mut listener: impl FnMut(DraughtsMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_directions(|pieces, step| {
            self.steppers(pieces, step).try_for_each(|from| {
                listener(DraughtsMove {
                    captured: Bitset::EMPTY,
                    from,
                    to: from.wrapping_add_signed(step),
                })
            })
        })
    }

    #[inline(always)]
    fn count_steps(&self) -> u64 {
        let count = |pieces, step| self.steppers(pieces, step).count();
        let mut total: u32 = Self::forward_steps()
            .map(|step| count(self.men, step))
            .iter()
            .sum();
        if self.kings.any() {
            total += Self::all_steps()
                .map(|step| count(self.kings, step))
                .iter()
                .sum::<u32>();
        }
        u64::from(total)
    }

    /// Whether a capture can continue after its first jump, so that a search is needed to find all captures. The
    /// start square counts as occupied here: it could only be reached by jumping back.
    #[inline(always)]
    fn has_multiple_capture(&self) -> bool {
        let can = |pieces: Bitset, steps: &[i8]| {
            let onward = self.all_leapers(V::Board::BOARD, steps);
            let land = |all, &step: &i8| all | shift(self.leapers(pieces, step), 2 * step);
            (steps.iter().fold(Bitset::EMPTY, land) & onward).any()
        };
        can(self.men, &Self::forward_steps())
            || self.kings.any() && can(self.kings, &Self::all_steps())
    }

    /// Passes every capture to `listener`, if all captures take one piece.
    #[inline(always)]
    fn visit_single_captures<B>(
        &self,
        mut listener: impl FnMut(DraughtsMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_directions(|pieces, step| {
            self.leapers(pieces, step).try_for_each(|from| {
                listener(DraughtsMove {
                    captured: shift(Bitset::of(from), step),
                    from,
                    to: from.wrapping_add_signed(2 * step),
                })
            })
        })
    }

    #[inline(always)]
    fn count_captures(&self) -> u64 {
        if self.has_multiple_capture() {
            let mut found = Captures::new();
            self.find_captures(V::PRECEDENCE, &mut found);
            return found.len() as u64;
        }
        let count = |pieces, step| self.leapers(pieces, step).count();
        let men = Self::forward_steps().map(|step| count(self.men, step));
        let kings = Self::all_steps().map(|step| count(self.kings, step));
        u64::from(men.iter().sum::<u32>() + kings.iter().sum::<u32>())
    }
}

/// Depth-first search of all captures.
struct CaptureSearch<'a, V, const DOWN: bool> {
    view: View<V, DOWN>,
    precedence: Precedence,
    /// The largest number of pieces that a capture found so far takes.
    most: u32,
    found: &'a mut Captures,
}

impl<V: DraughtsVariant, const DOWN: bool> CaptureSearch<'_, V, DOWN> {
    /// Finds the captures of the piece on `from`, which may jump in the directions `steps`.
    #[inline(always)]
    fn start(&mut self, from: u8, steps: &[i8]) {
        let square = Bitset::of(from);
        self.view.empty |= square;
        self.leap(from, square, Bitset::EMPTY, steps);
        self.view.empty &= !square;
    }

    /// Continues the capture from the square `at` and returns whether that was possible. Captured pieces stay on the
    /// board until the end of the move.
    fn leap(&mut self, from: u8, at: Bitset, captured: Bitset, steps: &[i8]) -> bool {
        let mut possible = false;
        for &step in steps {
            let victim = shift(at, step) & self.view.them & !captured;
            let landing = shift(victim, step) & self.view.empty;
            if landing.any() {
                possible = true;
                if !self.leap(from, landing, captured | victim, steps) {
                    self.add(DraughtsMove {
                        captured: captured | victim,
                        from,
                        to: landing.first(),
                    });
                }
            }
        }
        possible
    }

    fn add(&mut self, mv: DraughtsMove) {
        let pieces = mv.captured.count();
        if self.precedence == Precedence::Most {
            if pieces < self.most {
                return;
            }
            if pieces > self.most {
                self.most = pieces;
                self.found.clear();
            }
        }
        if pieces < MIN_CIRCULAR_CAPTURE || !self.found.contains(&mv) {
            // Panics on overflow: no capture is dropped silently.
            self.found.push(mv);
        }
    }
}
