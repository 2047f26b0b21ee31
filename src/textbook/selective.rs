//! Selective search (Shannon's type B, 1950): only the most promising moves of a position are searched.

use super::move_order::evaluate_move;
use super::result::TextbookResult;
use super::run::{TextbookRun, TextbookStop};
use crate::game::Game;
use std::cmp::Reverse;

/// Searches to `depth` plies, at every position only the `width` moves with the best static evaluation of the position
/// after them. `evaluate` and the value are for the side to move. With a width that no position exceeds, the result is
/// that of [`negamax`](super::negamax()).
pub fn selective<G: Game>(
    position: &G,
    depth: u32,
    width: u32,
    evaluate: &impl Fn(&G) -> i32,
) -> TextbookResult<G::Move> {
    TextbookRun::complete(evaluate, |run| node(run, position, 0, depth, width))
}

pub(super) fn node<G: Game>(
    run: &mut TextbookRun<G>,
    position: &G,
    ply: u32,
    depth: u32,
    width: u32,
) -> Result<i32, TextbookStop> {
    if let Some(value) = run.visit_to_depth(position, ply, depth)? {
        return Ok(value);
    }
    let mut value = i32::MIN;
    for mv in most_promising(run, position, width) {
        let child = -node(run, &position.play(mv), ply + 1, depth, width)?;
        if child > value {
            value = child;
            run.improve(ply, mv);
        }
    }
    Ok(value)
}

/// The `width` most promising moves, in the order in which the game lists them. Of equally promising moves it takes the
/// first.
pub(super) fn most_promising<G: Game>(run: &TextbookRun<G>, position: &G, width: u32) -> Vec<G::Move> {
    let (moves, width) = (position.moves(), width as usize);
    if moves.len() <= width {
        return moves;
    }
    let value = |index: &usize| evaluate_move(run.evaluate, position, moves[*index]);
    let mut indices: Vec<usize> = (0..moves.len()).collect();
    indices.sort_by_cached_key(|index| Reverse(value(index)));
    indices.truncate(width);
    indices.sort_unstable();
    indices.into_iter().map(|index| moves[index]).collect()
}
