//! Positions that say something by themselves.

use crate::game::Game;
use crate::search::{Knowledge, MoveOf};
use std::ops::ControlFlow;

/// Whether the value of a position says more than what is being taken: the side to move has a free
/// choice, and no noisy move was the best.
pub fn is_quiet<K: Knowledge>(position: &K::Game, played: MoveOf<K>) -> bool {
    let noisy = K::tactical_moves(position, |mv| match mv == played {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    noisy.is_continue() && K::leaf(position, 0).has_static_eval() && position.count_moves() > 1
}
