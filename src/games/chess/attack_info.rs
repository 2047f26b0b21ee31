//! Attacks and static exchange evaluations in the position of a node, computed on demand.

use super::attack::{self, CheckInfo, CheckersAndPins};
use super::{ChessMove, ChessPosition};
use crate::board::Bitset;
use std::cell::{Cell, OnceCell};

/// Caches what the hooks need to know about the position of one node: which moves give check, which squares the opponent
/// attacks, which pieces are pinned, and the result of the last static exchange evaluation.
#[derive(Default)]
pub struct AttackInfo {
    check_info: OnceCell<CheckInfo>,
    threatened: OnceCell<Bitset>,
    checkers_and_pins: OnceCell<CheckersAndPins>,
    /// The last move for which [`see`](AttackInfo::see) returned `true`, with its threshold.
    passed_see: Cell<Option<(ChessMove, i32)>>,
}

impl AttackInfo {
    /// Which moves give check. `position` is the same at every call.
    #[inline]
    pub(super) fn check_info(&self, position: &ChessPosition) -> &CheckInfo {
        self.check_info.get_or_init(|| CheckInfo::of(position))
    }

    /// Checks and pins. `position` is the same at every call.
    #[inline]
    pub(super) fn checkers_and_pins(&self, position: &ChessPosition) -> &CheckersAndPins {
        self.checkers_and_pins.get_or_init(|| CheckersAndPins::of(position))
    }

    /// The squares that the opponent attacks. `position` is the same at every call.
    #[inline]
    pub fn threatened(&self, position: &ChessPosition) -> Bitset {
        *self.threatened.get_or_init(|| attack::attacked_by_opponent(position))
    }

    /// Like [`ChessPosition::see`], but reuses the last result where it answers the question. `position` is the same at every
    /// call.
    #[inline]
    pub(super) fn see(&self, position: &ChessPosition, mv: ChessMove, threshold: i32) -> bool {
        if self.passed_see.get().is_some_and(|(known, passed)| known == mv && passed >= threshold) {
            return true;
        }
        let passes = position.see(mv, threshold);
        if passes {
            self.passed_see.set(Some((mv, threshold)));
        }
        passes
    }

    /// Like [`ChessPosition::see`] for a quiet move and a threshold of at most 0. A move loses nothing if the opponent attacks
    /// neither of its squares. `position` is the same at every call.
    #[inline]
    pub(super) fn see_quiet(&self, position: &ChessPosition, mv: ChessMove, threshold: i32) -> bool {
        debug_assert!(threshold <= 0 && !position.is_noisy(mv));
        let squares = mv.from().set() | mv.to().set();
        let is_safe = (self.threatened(position) & squares).is_empty();
        debug_assert!(!is_safe || position.see(mv, threshold));
        is_safe || position.see(mv, threshold)
    }
}
