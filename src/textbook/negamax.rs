//! Negamax: minimax in which every value is for the side to move, so that both sides maximise (Knuth and Moore
//! 1975).

use super::{TextbookResult, end_value};
use crate::game::Game;

/// Searches every line of `depth` plies. `evaluate` and the value are for the side to move.
///
/// If `e` is an evaluation for the first side, `negamax` with `|p| relative(p, e(p))` finds the same move
/// as [`minimax`](super::minimax) with `e`, in as many nodes, and the [`relative`](super::relative) value.
pub fn negamax<G: Game>(
    position: &G,
    depth: u32,
    evaluate: &impl Fn(&G) -> i32,
) -> TextbookResult<G::Move> {
    node(position, 0, depth, evaluate)
}

fn node<G: Game>(
    position: &G,
    ply: u32,
    depth: u32,
    evaluate: &impl Fn(&G) -> i32,
) -> TextbookResult<G::Move> {
    if let Some(outcome) = position.outcome() {
        return TextbookResult::leaf(end_value(outcome, ply));
    }
    if ply == depth {
        return TextbookResult::leaf(evaluate(position));
    }
    let mut found = TextbookResult {
        value: i32::MIN,
        best: None,
        nodes: 1,
    };
    for mv in position.moves() {
        let child = node(&position.play(mv), ply + 1, depth, evaluate);
        found.nodes += child.nodes;
        if -child.value > found.value {
            found.value = -child.value;
            found.best = Some(mv);
        }
    }
    found
}
