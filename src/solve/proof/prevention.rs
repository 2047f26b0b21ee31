//! How a side prevents for ever what a finished search has disproved.

use super::super::numbered_positions::NumberedPositions;
use super::super::state_graph::{end_payoff, listed_moves};
use super::super::{Hyperpath, SolveError};
use super::search::ProofSearch;
use crate::game::Game;
use std::cmp::Reverse;

/// The strategy with which the other side prevents the end that `search` has disproved from `root` on: a move to a position
/// where the end is disproved, again and again. `None` if it needs disproofs that the search cannot find.
///
/// Its play need not end. Draws by counters are among its ends, although the search may leave the counters out.
///
/// # Errors
/// The limit was reached.
pub(super) fn prevention<G: Game>(search: &mut ProofSearch<G>, root: &G) -> Result<Option<Hyperpath<G>>, SolveError> {
    let (promise, limit) = (search.goal.prevented(), search.limit);
    Hyperpath::grow(root, promise, &limit, |position, end, known| {
        if end.is_some() {
            Ok(Some(Vec::new()))
        } else if position.side_to_move() == promise.side {
            Ok(keeping_move(search, position, known)?.map(|found| vec![found]))
        } else {
            Ok(Some(listed_moves(position)?.into_iter().map(|mv| (mv, position.play(mv))).collect()))
        }
    })
}

/// How little a move adds to a strategy, if the end is disproved after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MovePreference {
    /// The end is not disproved yet; its disproof number.
    Unsure(Reverse<u32>),
    Disproved,
    /// The position belongs to the strategy already.
    Known,
    Ends,
}

/// A move to a position where the end is disproved. If the table has forgotten the disproof, or if it held only on some
/// paths, the search finds it again.
fn keeping_move<G: Game>(
    search: &mut ProofSearch<G>,
    position: &G,
    known: &NumberedPositions<G>,
) -> Result<Option<(G::Move, G)>, SolveError> {
    let mut moves = Vec::new();
    for mv in listed_moves(position)? {
        let child = position.play(mv);
        let numbers = search.known_numbers(&child);
        let preference = if let Some(payoff) = end_payoff(&child) {
            if search.goal.is_kept_by(payoff) {
                continue;
            }
            MovePreference::Ends
        } else if known.number_of(&child).is_some() {
            MovePreference::Known
        } else if numbers.is_disproved() {
            MovePreference::Disproved
        } else if numbers.is_proved() {
            continue;
        } else {
            MovePreference::Unsure(Reverse(numbers.0[1]))
        };
        moves.push((preference, mv, child));
    }
    moves.sort_by_key(|&(preference, ..)| Reverse(preference));
    for (preference, mv, child) in moves {
        if !matches!(preference, MovePreference::Unsure(_)) || search.run(&child)? == Some(false) {
            return Ok(Some((mv, child)));
        }
    }
    Ok(None)
}
