//! Minimax (von Neumann 1928; for machines, Shannon 1950).

use super::run::{TextbookRun, TextbookStop};
use super::{TextbookResult, relative};
use crate::game::{Game, Side};

/// Searches every line of `depth` plies. `evaluate` and the value are for [`Side::First`], which chooses
/// the move with the greatest value; the opponent chooses the least.
pub fn minimax<G: Game>(position: &G, depth: u32, evaluate: &impl Fn(&G) -> i32) -> TextbookResult<G::Move> {
    let for_mover = |position: &G| relative(position, evaluate(position));
    TextbookRun::complete(&for_mover, |run| node(run, position, 0, depth))
}

/// The value for the first side.
pub(super) fn node<G: Game>(run: &mut TextbookRun<G>, position: &G, ply: u32, depth: u32) -> Result<i32, TextbookStop> {
    if let Some(value) = run.visit(position, ply, depth)? {
        return Ok(relative(position, value));
    }
    let maximise = position.side_to_move() == Side::First;
    let mut value = if maximise { i32::MIN } else { i32::MAX };
    for mv in position.moves() {
        let child = node(run, &position.play(mv), ply + 1, depth)?;
        let better = if maximise { child > value } else { child < value };
        if better {
            value = child;
            run.improve(ply, mv);
        }
    }
    Ok(value)
}
