//! Attacks in the position of a node, computed when they are first needed.

use super::ChessPosition;
use super::attack::{self, CheckInfo, CheckersAndPins};
use crate::board::Bitset;
use std::cell::OnceCell;

/// Caches which moves give check, which squares the opponent attacks, and which pieces are pinned, for one node.
#[derive(Default)]
pub struct AttackInfo {
    check_info: OnceCell<CheckInfo>,
    threatened: OnceCell<Bitset>,
    checkers_and_pins: OnceCell<CheckersAndPins>,
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
        self.checkers_and_pins
            .get_or_init(|| CheckersAndPins::of(position))
    }

    /// The squares that the opponent attacks. `position` is the same at every call.
    #[inline]
    pub fn threatened(&self, position: &ChessPosition) -> Bitset {
        *self
            .threatened
            .get_or_init(|| attack::attacked_by_opponent(position))
    }
}
