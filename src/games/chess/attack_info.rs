//! What the search finds out about a position once, when it is first asked.

use super::ChessPosition;
use super::attack::{self, CheckInfo};
use crate::board::Bitset;
use std::cell::OnceCell;

/// Facts about the position of a node.
#[derive(Default)]
pub struct AttackInfo {
    checks: OnceCell<CheckInfo>,
    threatened: OnceCell<Bitset>,
}

impl AttackInfo {
    /// Which moves give check.
    #[inline]
    pub(super) fn checks(&self, position: &ChessPosition) -> &CheckInfo {
        self.checks.get_or_init(|| CheckInfo::of(position))
    }

    /// The squares that the opponent attacks.
    #[inline]
    pub fn threatened(&self, position: &ChessPosition) -> Bitset {
        *self
            .threatened
            .get_or_init(|| attack::by_opponent(position))
    }
}
