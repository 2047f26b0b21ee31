//! Minimax (von Neumann 1928; for machines, Shannon 1950).

use super::{TextbookResult, end_value, relative};
use crate::game::{Game, Side};

/// Searches every line of `depth` plies. `evaluate` and the value are for [`Side::First`], which chooses
/// the move with the greatest value; the opponent chooses the least.
pub fn minimax<G: Game>(
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
        return TextbookResult::leaf(relative(position, end_value(outcome, ply)));
    }
    if ply == depth {
        return TextbookResult::leaf(evaluate(position));
    }
    let maximise = position.side_to_move() == Side::First;
    let worst = if maximise { i32::MIN } else { i32::MAX };
    let mut found = TextbookResult {
        value: worst,
        best: None,
        nodes: 1,
    };
    for mv in position.moves() {
        let child = node(&position.play(mv), ply + 1, depth, evaluate);
        found.nodes += child.nodes;
        let better = if maximise {
            child.value > found.value
        } else {
            child.value < found.value
        };
        if better {
            found.value = child.value;
            found.best = Some(mv);
        }
    }
    found
}
