//! A search of everything that can follow a small position.

use super::moves::HeapMove;
use super::position::{HeapParameters, HeapPosition, HeapVerdict};
use crate::game::{Game, Outcome, Side, TheorySource};
use std::collections::HashMap;

/// The greatest number of moves that are tried.
const MAX_TRIED: usize = 1_000_000;

/// The greatest number of different positions that are remembered.
const MAX_POSITIONS: usize = 50_000;

/// The greatest number of moves of a game that is searched.
const MAX_PLIES: usize = 1_000;

/// What tells the positions of a game apart.
type State = (Vec<u64>, HeapParameters, Side);

/// A search of all that can follow a position.
#[derive(Default)]
struct ExhaustiveSearch {
    /// Whether the side to move wins.
    known: HashMap<State, bool>,
    tried: usize,
}

/// The verdict on a position by a search of all that can follow; `None` if that is too much.
pub(super) fn verdict(position: &HeapPosition) -> Option<HeapVerdict> {
    let mut search = ExhaustiveSearch::default();
    let winning_move = search.winning_move(position, 0)?;
    Some(HeapVerdict {
        winning_move,
        source: TheorySource::Search,
        basis: format!("search of {} positions", search.known.len() + 1),
    })
}

impl ExhaustiveSearch {
    /// The first move that wins, if there is one; `None` if the search is too long.
    fn winning_move(&mut self, position: &HeapPosition, ply: usize) -> Option<Option<HeapMove>> {
        for mv in position.moves() {
            if !self.wins(position.play(mv), ply + 1)? {
                return Some(Some(mv));
            }
        }
        Some(None)
    }

    /// Whether the side to move wins; `None` if the search is too long.
    fn wins(&mut self, position: HeapPosition, ply: usize) -> Option<bool> {
        self.tried += 1;
        let position = position.canonical();
        let state = (
            position.heaps.clone(),
            position.parameters,
            position.side_to_move,
        );
        if let Some(&wins) = self.known.get(&state) {
            return Some(wins);
        }
        let is_too_long = self.known.len() >= MAX_POSITIONS || self.tried >= MAX_TRIED;
        if is_too_long || ply >= MAX_PLIES {
            return None;
        }
        let wins = if let Some(outcome) = position.outcome() {
            outcome == Outcome::Win
        } else {
            self.winning_move(&position, ply)?.is_some()
        };
        self.known.insert(state, wins);
        Some(wins)
    }
}
