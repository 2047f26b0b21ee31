//! What the search finds out about a position once, when it is first asked.

use super::Position;
use super::attack::{self, Checks};
use crate::board::Bitset;
use std::cell::OnceCell;

/// Facts about the position of a node.
#[derive(Default)]
pub struct Facts {
    checks: OnceCell<Checks>,
    threatened: OnceCell<Bitset>,
}

impl Facts {
    /// Which moves give check.
    #[inline]
    pub(super) fn checks(&self, position: &Position) -> &Checks {
        self.checks.get_or_init(|| Checks::of(position))
    }

    /// The squares that the opponent attacks.
    #[inline]
    pub fn threatened(&self, position: &Position) -> Bitset {
        *self
            .threatened
            .get_or_init(|| attack::by_opponent(position))
    }
}
