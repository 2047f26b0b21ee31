//! Quiet positions: those whose static evaluation is meaningful.

use crate::game::Game;
use crate::search::{Knowledge, MoveOf};
use std::ops::ControlFlow;

/// Whether a position is quiet: the side to move has a choice, need not evade or capture, and the move
/// `played` is not a tactical one.
pub fn is_quiet<K: Knowledge>(position: &K::Game, played: MoveOf<K>) -> bool {
    let found =
        K::tactical_moves(position, |mv| if mv == played { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
    found.is_continue() && K::leaf(position, 0).has_static_eval() && position.count_moves() > 1
}
