//! Alpha-beta (analysed by Knuth and Moore, 1975): negamax without the moves that cannot change the result.

use super::TextbookCounts;
use super::move_order::{MoveOrder, UntriedMoves};
use super::result::TextbookResult;
use super::run::{TextbookRun, TextbookStop};
use crate::game::Game;

/// Finds the same value and move as [`negamax`](super::negamax()), usually in far fewer nodes. `evaluate` and
/// the value are for the side to move.
pub fn alpha_beta<G: Game>(position: &G, depth: u32, evaluate: &impl Fn(&G) -> i32) -> TextbookResult<G::Move> {
    TextbookRun::complete(evaluate, |run| search(run, position, depth, &mut MoveOrder::given(evaluate)))
}

pub(super) fn search<G: Game>(
    run: &mut TextbookRun<G>,
    position: &G,
    depth: u32,
    order: &mut MoveOrder<G>,
) -> Result<i32, TextbookStop> {
    node(run, order, position, (0, depth), (-i32::MAX, i32::MAX))
}

/// Searches by alpha-beta to `step` plies, then `step` plies deeper and so on, and finally to `depth`, with one history
/// for all iterations. The value and the counts are those of the last iteration.
pub(super) fn deepen<G: Game>(
    run: &mut TextbookRun<G>,
    position: &G,
    (depth, step): (u32, u32),
    order: &mut MoveOrder<G>,
) -> Result<i32, TextbookStop> {
    debug_assert!(step > 0);
    let mut value = 0;
    for depth in (step..depth).step_by(step as usize).chain([depth]) {
        run.counts = TextbookCounts::default();
        value = search(run, position, depth, order)?;
    }
    Ok(value)
}

/// The value is exact inside the window. Outside it is a bound on the same side of the window (fail-soft,
/// Fishburn 1983), which is all that the rest of the tree needs.
fn node<G: Game>(
    run: &mut TextbookRun<G>,
    order: &mut MoveOrder<G>,
    position: &G,
    (ply, depth): (u32, u32),
    (alpha, beta): (i32, i32),
) -> Result<i32, TextbookStop> {
    if let Some(value) = run.visit(position, ply, depth)? {
        return Ok(value);
    }
    let mut value = -i32::MAX;
    let mut best = None;
    let mut untried = UntriedMoves::new(position, position.moves(), order);
    let mut tried = 0;
    while let Some((mv, rank)) = untried.take(ply, order) {
        tried += 1;
        let window = (-beta, -alpha.max(value));
        let child = -node(run, order, &position.play(mv), (ply + 1, depth), window)?;
        if child > value {
            value = child;
            best = Some(rank);
            run.improve(ply, mv);
        }
        if value >= beta {
            run.cut(tried);
            break;
        }
    }
    // Where no value is above alpha, all are bounds, and no move is the best.
    let learns = value > alpha || order.learns_below_alpha();
    if let Some(rank) = best.filter(|_| learns) {
        order.learn(ply, rank, value >= beta);
    }
    Ok(value)
}
