//! Alpha-beta (analysed by Knuth and Moore, 1975): negamax without the moves that cannot change the result.

use super::{TextbookResult, end_value};
use crate::game::Game;

/// Finds the same value and move as [`negamax`](super::negamax), usually in far fewer nodes. `evaluate` and
/// the value are for the side to move.
pub fn alpha_beta<G: Game>(
    position: &G,
    depth: u32,
    evaluate: &impl Fn(&G) -> i32,
) -> TextbookResult<G::Move> {
    node(position, 0, depth, (-i32::MAX, i32::MAX), evaluate)
}

/// The value is exact inside the window. Outside it is a bound on the same side of the window (fail-soft,
/// Fishburn 1983), which is all that the rest of the tree needs.
fn node<G: Game>(
    position: &G,
    ply: u32,
    depth: u32,
    (alpha, beta): (i32, i32),
    evaluate: &impl Fn(&G) -> i32,
) -> TextbookResult<G::Move> {
    if let Some(outcome) = position.outcome() {
        return TextbookResult::leaf(end_value(outcome, ply));
    }
    if ply == depth {
        return TextbookResult::leaf(evaluate(position));
    }
    let mut found = TextbookResult {
        value: -i32::MAX,
        best: None,
        nodes: 1,
    };
    for mv in position.moves() {
        let window = (-beta, -alpha.max(found.value));
        let child = node(&position.play(mv), ply + 1, depth, window, evaluate);
        found.nodes += child.nodes;
        if -child.value > found.value {
            found.value = -child.value;
            found.best = Some(mv);
        }
        if found.value >= beta {
            break;
        }
    }
    found
}
