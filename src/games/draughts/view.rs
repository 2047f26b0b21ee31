//! The board as the side to move sees it: which pieces can step, and which can capture in which direction.

use super::geometry::{Geometry, shift};
use super::rules::{CapturePromotion, DraughtsRules, KingLanding};
use super::{DraughtsPosition, DraughtsVariant};
use crate::board::Bitset;
use crate::game::{MixHasher, Side};
use arrayvec::ArrayVec;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The board from the point of view of the side to move. `DOWN`: its men move down the board.
#[derive(Clone, Copy)]
pub(super) struct View<V, const DOWN: bool> {
    pub(super) variant: V,
    pub(super) men: Bitset,
    pub(super) kings: Bitset,
    pub(super) them: Bitset,
    /// The kings of the opponent.
    pub(super) their_kings: Bitset,
    pub(super) empty: Bitset,
    /// The king that may not move without a capture, if there is one.
    pub(super) resting: Bitset,
}

/// Evaluates an expression with the [`View`] of the side to move, whose type depends on the direction of its men.
macro_rules! view {
    ($position:expr, $view:ident => $result:expr) => {
        if $position.moves_down($position.side_to_move) {
            let $view = View::<V, true>::of($position, $position.side_to_move);
            $result
        } else {
            let $view = View::<V, false>::of($position, $position.side_to_move);
            $result
        }
    };
}
pub(super) use view;

/// A jump over one piece.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    /// The captured piece.
    pub(super) victim: Bitset,
    /// The squares where the capturing piece may land if it goes on.
    pub(super) landings: Bitset,
    /// The squares where it may land if it stops.
    pub(super) stops: Bitset,
}

/// The most jumps from a square: one in each direction.
const MOST_JUMPS: usize = 8;

/// The state of a capture between two jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capture {
    /// The bit of the square of the capturing piece.
    pub(super) at: u8,
    /// Whether it captures like a king.
    pub(super) king: bool,
    /// Whether it was a man and has become a king on the way.
    pub(super) promoted: bool,
    /// The pieces captured so far.
    pub(super) captured: Bitset,
    /// One bit for each captured piece, the last one lowest: whether it is a king.
    pub(super) kings_in_order: u32,
}

impl Capture {
    /// The state of a man or king on `from` before its first jump.
    #[inline(always)]
    pub(super) const fn start(from: u8, king: bool) -> Capture {
        Capture { at: from, king, promoted: false, captured: Bitset::EMPTY, kings_in_order: 0 }
    }

    /// The state of the capture. No board has more than 54 bits.
    #[inline]
    pub(super) fn state(&self, more: u32) -> CaptureState {
        let kind = u64::from(self.king) | u64::from(self.promoted) << 1;
        (self.captured.0 | u64::from(self.at) << 54 | kind << 60, more)
    }
}

/// What decides how a capture can go on, in one number: its square, its kind, its pieces; and a second number for
/// whatever else the search must tell apart.
type CaptureState = (u64, u32);

/// A table of the states of captures, for positions where a piece has very many paths.
pub(super) type StateTable<T> = HashMap<CaptureState, T, BuildHasherDefault<MixHasher>>;

impl<V: DraughtsVariant, const DOWN: bool> View<V, DOWN> {
    #[inline(always)]
    pub(super) fn of(position: &DraughtsPosition<V>, side: Side) -> Self {
        debug_assert_eq!(position.moves_down(side), DOWN);
        let us = position.pieces(side);
        let them = position.pieces(!side);
        let run = position.king_runs[side.index()];
        let men = us & !position.kings;
        let limit = position.rules().king_moves_in_a_row;
        let rests = limit > 0 && run.moves() >= limit;
        View {
            resting: if rests { Bitset::of(run.square()) } else { Bitset::EMPTY },
            ..Self::new(position.variant, [men, us & position.kings], [them & !position.kings, them & position.kings])
        }
    }

    /// The view of a side with these men and kings, whose opponent has the men and kings `them`.
    #[inline(always)]
    pub(super) fn new(variant: V, [men, kings]: [Bitset; 2], them: [Bitset; 2]) -> Self {
        let all = them[0] | them[1];
        View {
            variant,
            men,
            kings,
            them: all,
            their_kings: them[1],
            empty: V::Board::BOARD & !(men | kings | all),
            resting: Bitset::EMPTY,
        }
    }

    #[inline(always)]
    pub(super) fn rules(&self) -> &'static DraughtsRules {
        self.variant.rules()
    }

    #[inline(always)]
    pub(super) fn forward_steps() -> [i8; 2] {
        V::Board::forward_steps(DOWN)
    }

    #[inline(always)]
    pub(super) fn all_steps() -> [i8; 4] {
        V::Board::all_steps(DOWN)
    }

    /// Passes the directions in which kings capture, or men, to `visitor`: the forward ones first, then the backward
    /// ones, then those along rows and columns. It is compiled for each visitor, so that the directions are constants.
    #[inline(always)]
    pub(super) fn for_each_capture_step(&self, king: bool, mut visitor: impl FnMut(i8)) {
        let rules = self.rules();
        let [near, far] = Self::forward_steps();
        visitor(near);
        visitor(far);
        if king || rules.men_capture_backward {
            visitor(-near);
            visitor(-far);
        }
        if V::LARGE && rules.captures_along_rows {
            let column = V::Board::PERIOD as i8;
            [column, -column, 1, -1].into_iter().for_each(visitor);
        }
    }

    /// Every square of `set` moved by one step of a capture, or several.
    #[inline(always)]
    pub(super) fn moved(set: Bitset, step: i8) -> Bitset {
        if V::LARGE && (step == 1 || step == -1) { V::Board::shift_along_row(set, step) } else { shift(set, step) }
    }

    /// The kings that may move without a capture.
    #[inline(always)]
    pub(super) fn moving_kings(&self) -> Bitset {
        self.kings & !self.resting
    }

    /// The pieces that can step to an empty square in the direction `step`.
    #[inline(always)]
    pub(super) fn steppers(&self, pieces: Bitset, step: i8) -> Bitset {
        pieces & shift(self.empty, -step)
    }

    /// The pieces that a man may capture.
    #[inline(always)]
    fn targets(&self, king: bool) -> Bitset {
        if king || self.rules().men_capture_kings { self.them } else { self.them & !self.their_kings }
    }

    /// The men that can jump over an adjacent piece in the direction `step`; or the kings, if they do not fly.
    #[inline(always)]
    pub(super) fn jumpers(&self, pieces: Bitset, step: i8, king: bool) -> Bitset {
        let behind = Self::moved(self.empty, -step);
        pieces & Self::moved(self.targets(king) & behind, -step)
    }

    #[inline(always)]
    pub(super) fn all_jumpers(&self, pieces: Bitset, king: bool) -> Bitset {
        let mut all = Bitset::EMPTY;
        self.for_each_capture_step(king, |step| all |= self.jumpers(pieces, step, king));
        all
    }

    /// The kings that can capture.
    #[inline(always)]
    pub(super) fn capturing_kings(&self) -> Bitset {
        if !V::FLYING_KINGS {
            return self.all_jumpers(self.kings, true);
        }
        let mut all = Bitset::EMPTY;
        self.for_each_capture_step(true, |step| all |= self.kings_over(step));
        all
    }

    /// The flying kings that can capture in the direction `step`.
    #[inline(always)]
    fn kings_over(&self, step: i8) -> Bitset {
        let targets = self.them & Self::moved(self.empty, -step);
        let mut found = Bitset::EMPTY;
        // From the pieces that can be captured back to the kings, over empty squares.
        let mut front = Self::moved(targets, -step);
        while front.any() {
            found |= front & self.kings;
            front = Self::moved(front & self.empty, -step);
        }
        found
    }

    #[inline(never)]
    fn kings_have_capture(&self) -> bool {
        self.capturing_kings().any()
    }

    /// Whether there is a capture.
    #[inline(always)]
    pub(super) fn has_capture(&self) -> bool {
        if V::FLYING_KINGS {
            return self.all_jumpers(self.men, false).any() || self.kings.any() && self.kings_have_capture();
        }
        if !self.rules().men_capture_kings || self.rules().men_capture_backward {
            return (self.all_jumpers(self.men, false) | self.capturing_kings()).any();
        }
        let can = |pieces, step| self.jumpers(pieces, step, true).any();
        // `|`, not `||`: a few shifts are cheaper than a branch that is hard to predict.
        let [near, far] = Self::forward_steps();
        (can(self.men | self.kings, near) | can(self.men | self.kings, far))
            || self.kings.any() && (can(self.kings, -near) | can(self.kings, -far))
    }

    /// Whether a piece can step to an empty square.
    #[inline(always)]
    pub(super) fn has_step(&self) -> bool {
        let can = |pieces, step| self.steppers(pieces, step).any();
        Self::forward_steps().into_iter().any(|step| can(self.men, step))
            || Self::all_steps().into_iter().any(|step| can(self.moving_kings(), step))
    }

    /// The jump of a capturing piece in the direction `step`, if there is one. `FLIES`: it is a flying king.
    #[inline(always)]
    pub(super) fn jump<const FLIES: bool>(&self, capture: &Capture, step: i8) -> Option<Jump> {
        let rules = self.rules();
        let empty = if rules.lifts_at_once { self.empty | capture.captured } else { self.empty };
        let mut ahead = Self::moved(Bitset::of(capture.at), step);
        while FLIES && (ahead & empty).any() {
            ahead = Self::moved(ahead, step);
        }
        let victim = ahead & self.targets(FLIES || capture.king) & !capture.captured;
        let behind = Self::moved(victim, step) & empty;
        if behind.is_empty() {
            return None;
        }
        let mut jump = Jump { victim, landings: behind, stops: behind };
        if FLIES && rules.landing != KingLanding::Behind {
            let mut next = behind;
            while next.any() {
                jump.landings |= next;
                next = Self::moved(next, step) & empty;
            }
            let is_king = (victim & self.their_kings).any();
            if !(is_king && rules.landing == KingLanding::BehindLastKing) {
                jump.stops = jump.landings;
            }
        }
        Some(jump)
    }

    /// The jumps over a piece of `within` with which a capture can go on.
    pub(super) fn jumps(&self, capture: &Capture, within: Bitset) -> ArrayVec<Jump, MOST_JUMPS> {
        let mut jumps = ArrayVec::new();
        self.for_each_capture_step(capture.king, |step| {
            jumps.extend(self.next_jump(capture, step).filter(|jump| (jump.victim & within).any()));
        });
        jumps
    }

    #[inline(always)]
    fn next_jump(&self, capture: &Capture, step: i8) -> Option<Jump> {
        if V::FLYING_KINGS && capture.king {
            self.jump::<true>(capture, step)
        } else {
            self.jump::<false>(capture, step)
        }
    }

    /// Whether a capture can go on.
    pub(super) fn can_jump(&self, capture: &Capture) -> bool {
        let mut found = false;
        self.for_each_capture_step(capture.king, |step| found = found || self.next_jump(capture, step).is_some());
        found
    }

    /// The pieces of the opponent that have empty squares on both sides, so that they can be captured at all. Where pieces
    /// are lifted at once, all of them.
    pub(super) fn capturable(&self) -> Bitset {
        if self.rules().lifts_at_once {
            return self.them;
        }
        let mut all = Bitset::EMPTY;
        self.for_each_capture_step(true, |step| {
            all |= Self::moved(self.empty, step) & Self::moved(self.empty, -step);
        });
        all & self.them
    }

    /// The board without the piece on the square `from`, which captures.
    #[inline(always)]
    pub(super) fn without(self, from: u8) -> Self {
        View { empty: self.empty | Bitset::of(from), ..self }
    }

    /// The capture after a jump that lands on the square with the bit `at`, and whether it must end there.
    #[inline(always)]
    pub(super) fn landed(&self, capture: &Capture, victim: Bitset, at: u8) -> (Capture, bool) {
        let is_king = (victim & self.their_kings).any();
        let crowned = !capture.king && V::Board::last_row(DOWN).has(at);
        let promotion = self.rules().promotion;
        let goes_on_as_king = crowned && promotion == CapturePromotion::ContinuesAsKing;
        let next = Capture {
            at,
            king: capture.king || goes_on_as_king,
            promoted: capture.promoted || goes_on_as_king,
            captured: capture.captured | victim,
            kings_in_order: capture.kings_in_order << 1 | u32::from(is_king),
        };
        (next, crowned && promotion == CapturePromotion::Ends)
    }
}
