//! A search of everything that can follow a small position.

use super::position::{HeapParameters, HeapPosition, HeapVerdict, MAX_LISTED};
use super::{HeapMove, nimber};
use crate::game::{Game, Outcome, Side, TheorySource};
use crate::system::StopSignal;
use std::collections::HashMap;

/// The greatest number of moves that are tried. After one to a position of many heaps, every 32 heaps count as another move.
const MAX_TRIED: usize = 1_000_000;

/// The greatest number of moves in the lists of a line of play. A move takes about 100 bytes.
const MAX_OPEN: u64 = 1 << 20;

/// The greatest number of different positions that are remembered.
const MAX_POSITIONS: usize = 50_000;

/// The greatest number of moves of a game that is searched.
const MAX_PLIES: usize = 1_000;

/// What tells the positions of a game apart.
type State = (Vec<u64>, HeapParameters, Side);

/// A search of all that can follow a position, which finds a value of every position.
struct ExhaustiveSearch<'a, V> {
    stop: StopSignal<'a>,
    known: HashMap<State, V>,
    tried: usize,
    /// The moves in the lists of the line of play that is being searched.
    open: u64,
}

/// The verdict on a position by a search of all that can follow; `None` if the search would be too long, or `stop`
/// interrupts it.
pub(super) fn verdict(position: &HeapPosition, stop: StopSignal) -> Option<HeapVerdict> {
    let mut search = ExhaustiveSearch::new(stop);
    Some(HeapVerdict {
        winning_move: search.winning_move(position, 0)?,
        nim_sum: None,
        source: TheorySource::Search,
        basis: format!("search of {} positions", search.known.len() + 1),
    })
}

/// All winning moves by a search of all that can follow; `None` if that is too much.
pub(super) fn winning_moves(position: &HeapPosition) -> Option<Vec<HeapMove>> {
    let mut search = ExhaustiveSearch::new(&|| false);
    let mut winning = Vec::new();
    for mv in position.moves() {
        if !search.wins(position.play(mv), 1)? {
            winning.push(mv);
        }
    }
    Some(winning)
}

/// The Sprague-Grundy value of a position of an impartial game in normal play, by a search of all that can follow;
/// `None` if that is too much.
pub(super) fn grundy_value(position: &HeapPosition) -> Option<u64> {
    ExhaustiveSearch::new(&|| false).grundy_value(position.clone(), 0)
}

impl<'a, V: Copy> ExhaustiveSearch<'a, V> {
    fn new(stop: StopSignal<'a>) -> ExhaustiveSearch<'a, V> {
        ExhaustiveSearch { stop, known: HashMap::new(), tried: 0, open: 0 }
    }

    /// The value of a position: the known one, or that of `compute`. `None` if the search is too long.
    fn value(
        &mut self,
        position: HeapPosition,
        ply: usize,
        compute: fn(&mut Self, &HeapPosition, usize) -> Option<V>,
    ) -> Option<V> {
        self.tried += 1 + position.heaps.len() / 32;
        let position = position.canonical();
        let state = (position.heaps.clone(), position.parameters, position.side_to_move);
        if let Some(&value) = self.known.get(&state) {
            return Some(value);
        }
        let moves = position.count_moves();
        let too_many = moves > MAX_LISTED || self.open + moves > MAX_OPEN;
        let too_long = self.known.len() >= MAX_POSITIONS || self.tried >= MAX_TRIED || ply >= MAX_PLIES;
        if too_long || too_many || (self.stop)() {
            return None;
        }
        self.open += moves;
        let value = compute(self, &position, ply)?;
        self.open -= moves;
        self.known.insert(state, value);
        Some(value)
    }
}

impl ExhaustiveSearch<'_, bool> {
    /// Whether the side to move wins; `None` if the search is too long.
    fn wins(&mut self, position: HeapPosition, ply: usize) -> Option<bool> {
        self.value(position, ply, |search, position, ply| {
            if let Some(outcome) = position.outcome() {
                return Some(outcome == Outcome::Win);
            }
            Some(search.winning_move(position, ply)?.is_some())
        })
    }

    /// The first move that wins, if there is one; `None` if the search is too long.
    fn winning_move(&mut self, position: &HeapPosition, ply: usize) -> Option<Option<HeapMove>> {
        for mv in position.moves() {
            if !self.wins(position.play(mv), ply + 1)? {
                return Some(Some(mv));
            }
        }
        Some(None)
    }
}

impl ExhaustiveSearch<'_, u64> {
    /// The least number that is not the value of a position after a move; `None` if the search is too long.
    fn grundy_value(&mut self, position: HeapPosition, ply: usize) -> Option<u64> {
        self.value(position, ply, |search, position, ply| {
            let after = position.moves().into_iter().map(|mv| position.play(mv));
            let values: Option<Vec<u64>> = after.map(|after| search.grundy_value(after, ply + 1)).collect();
            Some(nimber::mex(&values?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long lists on a long line of play would take gigabytes, and so would many positions of many heaps.
    #[test]
    fn memory_is_limited() {
        let ones = "1,".repeat(9_000);
        for text in ["wythoff 20000,20000 p1", "endwythoff 65000 p1", &format!("grundy {ones}30,25,17 misere p1")] {
            let mut search = ExhaustiveSearch::new(&|| false);
            let position = HeapPosition::parse(text).unwrap();
            assert_eq!(search.winning_move(&position, 0), None, "{text:.20}");
            assert!(search.open <= MAX_OPEN, "{text:.20}");
            assert!(search.known.len() * position.heaps.len() < 1 << 25, "{text:.20}");
        }
    }
}
