//! The search for all captures.

use super::rules::{CapturePromotion, Criterion, capture_value};
use super::view::{Capture, Jump, StateTable, View};
use super::{DraughtsMove, DraughtsVariant, Geometry};
use crate::board::Bitset;
use smallvec::SmallVec;

/// Legal moves of a position. More than these, which only kings can have, need an allocation.
pub(super) type MoveList = SmallVec<[DraughtsMove; 64]>;

/// The fewest captured pieces that can surround a square. Without flying kings, only such captures can be made on two
/// paths.
pub(super) const MIN_CIRCULAR_CAPTURE: u32 = 4;

impl<V: DraughtsVariant, const DOWN: bool> View<V, DOWN> {
    /// Adds all captures by these men and kings, each of which can capture, to `found`, which must be empty: the captures
    /// that are legal if no other piece can capture.
    #[inline(never)]
    pub(super) fn find_captures(&self, [men, kings]: [Bitset; 2], found: &mut MoveList) {
        let mut best = 0;
        for (pieces, king) in [(men, false), (kings, true)] {
            for from in pieces {
                let view = self.without(from);
                let mut search = CaptureSearch {
                    view: &view,
                    jump_squares: view.jump_squares(king),
                    from,
                    king,
                    best,
                    found,
                    unseen: STATES_WITHOUT_TABLE,
                    seen: None,
                };
                search.extend(&Capture::start(from, king), 0);
                best = search.best;
            }
        }
    }

    /// Whether a capturing piece only jumps over pieces that are diagonally adjacent.
    #[inline(always)]
    fn jumps_only_diagonally(&self, king: bool) -> bool {
        !(V::FLYING_KINGS && king || V::LARGE && self.rules().captures_along_rows)
    }

    /// Where a capturing piece that does not fly can jump, and maybe some squares more.
    #[inline(always)]
    fn jump_squares(&self, king: bool) -> Bitset {
        let rules = self.rules();
        if rules.lifts_at_once {
            return V::Board::BOARD;
        }
        let becomes_king = rules.promotion == CapturePromotion::ContinuesAsKing;
        self.all_jumpers(V::Board::BOARD, king || !V::FLYING_KINGS && becomes_king)
    }

    /// The rank of a capture by a man or king: the numbers of the criteria, the first one highest.
    #[inline(always)]
    pub(super) fn rank(&self, capture: &Capture, king: bool) -> u64 {
        let precedence = self.rules().precedence;
        let pieces = || capture.captured.count();
        let kings = || (capture.captured & self.their_kings).count();
        // Each criterion occurs at most once. No side has more than 20 pieces, so their order needs 20 bits, their value 11 bits,
        // and their number 7 bits at most.
        precedence.iter().fold(0, |rank, criterion| match criterion {
            Criterion::Pieces => rank << 7 | u64::from(pieces()),
            Criterion::Value => rank << 11 | u64::from(capture_value(pieces(), kings())),
            Criterion::ByKing => rank << 1 | u64::from(king),
            Criterion::Kings => rank << 7 | u64::from(kings()),
            Criterion::KingsSoonest => rank << 20 | soonest(capture),
        })
    }
}

/// The order in which kings and men are captured, the first one in the highest bit of 20.
fn soonest(capture: &Capture) -> u64 {
    u64::from(capture.kings_in_order) << (20 - capture.captured.count())
}

/// Depth-first search of the captures of one piece.
struct CaptureSearch<'a, V, const DOWN: bool> {
    /// The board without the piece.
    view: &'a View<V, DOWN>,
    /// The squares from which it can jump over an adjacent piece; see [`jump_squares`](View::jump_squares).
    jump_squares: Bitset,
    /// The bit of its square.
    from: u8,
    /// Whether it is a king before the move.
    king: bool,
    /// The highest rank of the captures found so far.
    best: u64,
    found: &'a mut MoveList,
    /// The number of states that are searched before the search begins to remember them.
    unseen: u32,
    /// The states that have been searched, and whether the capture went on.
    seen: Option<Box<StateTable<bool>>>,
}

/// The states that are searched without remembering them. Hardly any position of a game has as many; but a king among many
/// pieces can have millions of paths that lead to few states.
const STATES_WITHOUT_TABLE: u32 = 4096;

impl<V: DraughtsVariant, const DOWN: bool> CaptureSearch<'_, V, DOWN> {
    /// Continues the capture in all directions but `skipped` (0 for none), and returns whether that was possible.
    #[inline(always)]
    fn extend(&mut self, capture: &Capture, skipped: i8) -> bool {
        if !(V::FLYING_KINGS && capture.king || self.jump_squares.has(capture.at)) {
            return false;
        }
        if V::FLYING_KINGS {
            if self.unseen == 0 {
                return self.extend_once(capture);
            }
            self.unseen -= 1;
        }
        self.extend_anew(capture, skipped)
    }

    fn extend_anew(&mut self, capture: &Capture, skipped: i8) -> bool {
        if V::FLYING_KINGS && capture.king {
            self.extend_as::<true>(capture, skipped)
        } else {
            self.extend_as::<false>(capture, skipped)
        }
    }

    /// As [`extend`](Self::extend), but every state is searched only once.
    #[cold]
    fn extend_once(&mut self, capture: &Capture) -> bool {
        let state = capture.state(if self.order_counts() { capture.kings_in_order } else { 0 });
        if let Some(&goes_on) = self.seen.get_or_insert_default().get(&state) {
            return goes_on;
        }
        let goes_on = if self.highest_rank(capture) < self.best {
            self.view.can_jump(capture)
        } else {
            self.extend_anew(capture, 0)
        };
        self.seen.get_or_insert_default().insert(state, goes_on);
        goes_on
    }

    #[inline(always)]
    fn extend_as<const FLIES: bool>(&mut self, capture: &Capture, skipped: i8) -> bool {
        let view = self.view;
        let mut possible = false;
        view.for_each_capture_step(FLIES || capture.king, |step| {
            if FLIES && step == skipped {
                return;
            }
            if let Some(jump) = view.jump::<FLIES>(capture, step) {
                possible = true;
                self.land(capture, step, &jump);
            }
        });
        possible
    }

    fn order_counts(&self) -> bool {
        self.view.rules().precedence.contains(&Criterion::KingsSoonest)
    }

    /// A rank that no continuation of a capture exceeds.
    fn highest_rank(&self, capture: &Capture) -> u64 {
        if self.order_counts() {
            return u64::MAX;
        }
        let most = Capture { captured: capture.captured | self.view.capturable(), ..*capture };
        self.view.rank(&most, self.king)
    }

    /// Continues the capture behind the piece of a jump, or ends it there.
    fn land(&mut self, capture: &Capture, step: i8, jump: &Jump) {
        if !(V::FLYING_KINGS && capture.king) {
            let (next, ends) = self.view.landed(capture, jump.victim, jump.landings.first());
            let goes_on = !ends && self.extend(&next, 0);
            if !goes_on || self.view.rules().may_stop {
                self.add(&next);
            }
            return;
        }
        let mut goes_on = false;
        let mut skipped = 0;
        for landing in jump.landings {
            let (next, _) = self.view.landed(capture, jump.victim, landing);
            goes_on |= self.extend(&next, skipped);
            // Straight on, the next piece is the same from all squares behind this one.
            skipped = step;
        }
        if !goes_on || self.view.rules().may_stop {
            for landing in jump.stops {
                let (end, _) = self.view.landed(capture, jump.victim, landing);
                self.add(&end);
            }
        }
    }

    fn add(&mut self, end: &Capture) {
        let rank = self.view.rank(end, self.king);
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.found.clear();
        }
        let mv = DraughtsMove { captured: end.captured, from: self.from, to: end.at, promoted: end.promoted };
        let unique = self.view.jumps_only_diagonally(end.king) && mv.captured.count() < MIN_CIRCULAR_CAPTURE;
        if unique || !self.found.contains(&mv) {
            self.found.push(mv);
        }
    }
}
