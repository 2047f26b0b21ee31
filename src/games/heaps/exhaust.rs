//! A search of everything that can follow a small position.

use super::moves::HeapMove;
use super::position::{HeapParameters, HeapPosition, HeapVerdict};
use crate::game::{Game, Outcome, Side, TheorySource};
use std::collections::HashMap;

/// The greatest number of different positions that are searched.
const MAX_POSITIONS: usize = 50_000;

/// The greatest number of moves of a game that is searched.
const MAX_MOVES: usize = 1_000;

/// What tells the positions of a game apart.
type State = (Vec<u64>, HeapParameters, Side);

/// The verdict on a position by a search of all that can follow; `None` if that is too much.
pub(super) fn verdict(position: &HeapPosition) -> Option<HeapVerdict> {
    let mut known = HashMap::new();
    let winning_move = winning_move(position, &mut known, 0)?;
    Some(HeapVerdict {
        winning_move,
        source: TheorySource::Search,
        basis: format!("search of {} positions", known.len() + 1),
    })
}

/// The first move that wins, if there is one; `None` if the search is too long.
fn winning_move(
    position: &HeapPosition,
    known: &mut HashMap<State, bool>,
    depth: usize,
) -> Option<Option<HeapMove>> {
    for mv in position.moves() {
        if !wins(position.play(mv), known, depth + 1)? {
            return Some(Some(mv));
        }
    }
    Some(None)
}

/// Whether the side to move wins; `None` if the search is too long.
fn wins(position: HeapPosition, known: &mut HashMap<State, bool>, depth: usize) -> Option<bool> {
    let position = position.canonical();
    let state = (position.heaps, position.parameters, position.side_to_move);
    if let Some(&wins) = known.get(&state) {
        return Some(wins);
    }
    if known.len() >= MAX_POSITIONS || depth >= MAX_MOVES {
        return None;
    }
    let position = HeapPosition {
        heaps: state.0.clone(),
        ..position
    };
    let wins = if let Some(outcome) = position.outcome() {
        outcome == Outcome::Win
    } else {
        winning_move(&position, known, depth)?.is_some()
    };
    known.insert(state, wins);
    Some(wins)
}
