//! Attacks in the position of a node, computed when they are first needed.

use super::ChessPosition;
use super::attack::{self, CheckInfo};
use crate::board::Bitset;
use std::cell::OnceCell;

/// Caches which moves give check and which squares the opponent attacks, for one node.
#[derive(Default)]
pub struct AttackInfo {
    check_info: OnceCell<CheckInfo>,
    threatened: OnceCell<Bitset>,
}

impl AttackInfo {
    /// Which moves give check. `position` is the same at every call.
    #[inline]
    pub(super) fn check_info(&self, position: &ChessPosition) -> &CheckInfo {
        self.check_info.get_or_init(|| CheckInfo::of(position))
    }

    /// The squares that the opponent attacks. `position` is the same at every call.
    #[inline]
    pub fn threatened(&self, position: &ChessPosition) -> Bitset {
        *self
            .threatened
            .get_or_init(|| attack::attacked_by_opponent(position))
    }
}
