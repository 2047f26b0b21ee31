//! Legal moves, as the side to move sees the board.
//!
//! Everything is done with whole sets: the pieces that can step or leap one way are found with
//! two shifts. Only captures of several pieces are walked square by square.

use super::geometry::{Geometry, shift};
use super::moves::{DraughtsMove, MAX_MOVES};
use super::position::DraughtsPosition;
use super::variant::{DraughtsVariant, Precedence};
use crate::board::Bitset;
use crate::game::Side;
use arrayvec::ArrayVec;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The board from one side's point of view; `DOWN`: its men move down the board.
#[derive(Clone, Copy)]
pub(super) struct View<V, const DOWN: bool> {
    men: Bitset,
    kings: Bitset,
    them: Bitset,
    empty: Bitset,
    variant: PhantomData<V>,
}

/// The most pieces that a capture can take: nine squares of the board can be leapt over on the way
/// from any one.
pub(super) const LONGEST_CAPTURE: usize = 9;

/// Fewer captured pieces do not lie all around a square, so there is but one path to take them.
pub(super) const SHORTEST_ROUND: u32 = 4;

/// The legal captures of a position.
pub(super) type Captures = ArrayVec<DraughtsMove, MAX_MOVES>;

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// Whether `side` could capture if it were its turn. For the side that is not to move: whether
    /// it threatens to.
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

    /// The side to move has these men and kings, the other one pieces on `them`.
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
        // `|`, not `||`: a few shifts are cheaper than a branch that nobody can predict.
        let [near, far] = Self::forward();
        (can(self.men | self.kings, near) | can(self.men | self.kings, far))
            || self.kings.any() && (can(self.kings, -near) | can(self.kings, -far))
    }

    /// Whether a piece can step to an empty square.
    #[inline(always)]
    pub(super) fn has_step(&self) -> bool {
        let can = |pieces, step| self.steppers(pieces, step).any();
        Self::forward().into_iter().any(|step| can(self.men, step))
            || Self::every().into_iter().any(|step| can(self.kings, step))
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

    /// Shows every legal move to the listener.
    #[inline(always)]
    pub(super) fn visit<B>(
        &self,
        listener: impl FnMut(DraughtsMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.has_capture() {
            self.steps(listener)
        } else if self.leaps_on() {
            let mut found = Captures::new();
            self.captures(V::PRECEDENCE, &mut found);
            found.iter().copied().try_for_each(listener)
        } else {
            self.single_leaps(listener)
        }
    }

    /// Whether `mv`, which may be any value, is a legal move that captures nothing.
    pub(super) fn is_legal_step(&self, mv: DraughtsMove) -> bool {
        let (from, to) = (Bitset(1 << (mv.from & 63)), Bitset(1 << (mv.to & 63)));
        let reached = |pieces: Bitset, step| shift(pieces & from, step) & self.empty & to;
        mv.from < 64
            && mv.to < 64
            && !mv.captures()
            && !self.has_capture()
            && (Self::forward().map(|step| reached(self.men, step)))
                .into_iter()
                .chain(Self::every().map(|step| reached(self.kings, step)))
                .any(Bitset::any)
    }

    /// Adds the captures, of which there is at least one, to the empty list `found`.
    #[inline(never)]
    pub(super) fn captures(&self, precedence: Precedence, found: &mut Captures) {
        let mut search = CaptureSearch::<V, DOWN> {
            view: *self,
            precedence,
            most: 0,
            found,
        };
        for from in self.all_leapers(self.men, &Self::forward()) {
            search.start(from, &Self::forward());
        }
        for from in self.all_leapers(self.kings, &Self::every()) {
            search.start(from, &Self::every());
        }
    }

    #[inline(always)]
    fn forward() -> [i8; 2] {
        V::Board::forward(DOWN)
    }

    #[inline(always)]
    fn every() -> [i8; 4] {
        V::Board::every(DOWN)
    }

    /// Those of `pieces` that can step to an empty square.
    #[inline(always)]
    fn steppers(&self, pieces: Bitset, step: i8) -> Bitset {
        pieces & shift(self.empty, -step)
    }

    /// Those of `pieces` that can leap over one of them.
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

    /// Shows every way of moving: men forward, kings all ways, with the step that is taken.
    #[inline(always)]
    fn ways<B>(&self, mut show: impl FnMut(Bitset, i8) -> ControlFlow<B>) -> ControlFlow<B> {
        for step in Self::forward() {
            show(self.men, step)?;
        }
        if self.kings.any() {
            for step in Self::every() {
                show(self.kings, step)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    pub(super) fn steps<B>(
        &self,
        mut listener: impl FnMut(DraughtsMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.ways(|pieces, step| {
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
        let mut total: u32 = Self::forward()
            .map(|step| count(self.men, step))
            .iter()
            .sum();
        if self.kings.any() {
            total += Self::every()
                .map(|step| count(self.kings, step))
                .iter()
                .sum::<u32>();
        }
        u64::from(total)
    }

    /// Whether a capture can go on after its first leap, so that it takes a walk to find them all.
    /// The square a king comes from counts as occupied here: it could only be reached by leaping back.
    #[inline(always)]
    fn leaps_on(&self) -> bool {
        let can = |pieces: Bitset, steps: &[i8]| {
            let onward = self.all_leapers(V::Board::BOARD, steps);
            let land = |all, &step: &i8| all | shift(self.leapers(pieces, step), 2 * step);
            (steps.iter().fold(Bitset::EMPTY, land) & onward).any()
        };
        can(self.men, &Self::forward()) || self.kings.any() && can(self.kings, &Self::every())
    }

    /// Every capture, where each takes but one piece.
    #[inline(always)]
    fn single_leaps<B>(
        &self,
        mut listener: impl FnMut(DraughtsMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.ways(|pieces, step| {
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
        if self.leaps_on() {
            let mut found = Captures::new();
            self.captures(V::PRECEDENCE, &mut found);
            return found.len() as u64;
        }
        let count = |pieces, step| self.leapers(pieces, step).count();
        let men = Self::forward().map(|step| count(self.men, step));
        let kings = Self::every().map(|step| count(self.kings, step));
        u64::from(men.iter().sum::<u32>() + kings.iter().sum::<u32>())
    }
}

/// The walk over all captures.
struct CaptureSearch<'a, V, const DOWN: bool> {
    view: View<V, DOWN>,
    precedence: Precedence,
    /// The most pieces that a capture found so far takes.
    most: u32,
    found: &'a mut Captures,
}

impl<V: DraughtsVariant, const DOWN: bool> CaptureSearch<'_, V, DOWN> {
    /// Finds the captures of the piece on `from`, whose leaps have the directions `steps`.
    #[inline(always)]
    fn start(&mut self, from: u8, steps: &[i8]) {
        let square = Bitset::of(from);
        self.view.empty |= square;
        self.leap(from, square, Bitset::EMPTY, steps);
        self.view.empty &= !square;
    }

    /// Goes on from the square `at`; says whether it was possible. What has been captured stays
    /// on the board as an obstacle.
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
        if pieces < SHORTEST_ROUND || !self.found.contains(&mv) {
            // Panics if there are more than any position has: none is dropped.
            self.found.push(mv);
        }
    }
}
