//! Negamax: minimax in which every value is for the side to move, so that both sides maximise (Knuth and Moore
//! 1975).

use super::TextbookResult;
use super::run::{TextbookRun, TextbookStop};
use crate::game::Game;

/// Searches every line of `depth` plies. `evaluate` and the value are for the side to move.
///
/// If `e` is an evaluation for the first side, `negamax` with `|p| relative(p, e(p))` finds the same move
/// as [`minimax`](super::minimax()) with `e`, in as many nodes, and the [`relative`](super::relative) value.
pub fn negamax<G: Game>(position: &G, depth: u32, evaluate: &impl Fn(&G) -> i32) -> TextbookResult<G::Move> {
    TextbookRun::complete(evaluate, |run| node(run, position, 0, depth))
}

pub(super) fn node<G: Game>(run: &mut TextbookRun<G>, position: &G, ply: u32, depth: u32) -> Result<i32, TextbookStop> {
    if let Some(value) = run.visit(position, ply, depth)? {
        return Ok(value);
    }
    let mut value = i32::MIN;
    for mv in position.moves() {
        let child = -node(run, &position.play(mv), ply + 1, depth)?;
        if child > value {
            value = child;
            run.improve(ply, mv);
        }
    }
    Ok(value)
}
