//! The order in which moves are tried.

use super::knowledge::{Knowledge, MoveOf, MoveSet, Node, Picker, Search};
use crate::game::Game;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// Lists and values all moves at once, when the first is wanted, then selects the best of those left,
/// one at a time: most nodes end after few. Holds up to `N` moves, and panics where a position has
/// more.
pub struct SimplePicker<M, const N: usize> {
    /// What to list; nothing, once that is done.
    wanted: Option<MoveSet>,
    /// With their values, made so that none are equal: of two moves as good the game's first one
    /// comes first.
    moves: ArrayVec<(i64, M), N>,
    next: usize,
}

impl<M: Copy, const N: usize> SimplePicker<M, N> {
    fn list<K: Knowledge>(
        &mut self,
        search: &Search<K>,
        position: &K::Game,
        node: &Node<K>,
        choice: MoveSet,
    ) where
        K::Game: Game<Move = M>,
    {
        let first = node.tt_move_code();
        let add = |mv| {
            let value = match K::Game::code(mv) == first {
                true => i32::MAX,
                false => K::move_score(search, position, node.ply, mv),
            };
            let value = (i64::from(value) << 32) - self.moves.len() as i64;
            match self.moves.try_push((value, mv)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let flow = match choice {
            MoveSet::All => position.visit_moves(add),
            MoveSet::Tactical => K::tactical_moves(position, add),
        };
        assert!(flow.is_continue(), "more than {N} moves: none may be lost");
    }
}

impl<K: Knowledge, const N: usize> Picker<K> for SimplePicker<MoveOf<K>, N> {
    fn new(choice: MoveSet) -> Self {
        SimplePicker {
            wanted: Some(choice),
            moves: ArrayVec::new(),
            next: 0,
        }
    }

    fn next(
        &mut self,
        search: &Search<K>,
        position: &K::Game,
        node: &Node<K>,
    ) -> Option<MoveOf<K>> {
        if let Some(choice) = self.wanted.take() {
            self.list(search, position, node, choice);
        }
        let left = &mut self.moves[self.next..];
        let mut best = 0;
        for index in 1..left.len() {
            if left[index].0 > left[best].0 {
                best = index;
            }
        }
        let (_, mv) = *left.get(best)?;
        left.swap(0, best);
        self.next += 1;
        Some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Model;
    use crate::eval::no_weights::NoWeights;
    use crate::games::tictactoe::TicTacToe;
    use crate::search::listener::Silent;
    use crate::search::task::SearchTask;
    use crate::search::{Neutral, SearchLimits, TranspositionTable};
    use std::sync::Arc;

    /// Tic-tac-toe, with room for a move less than there are at the second ply.
    type Cramped = Neutral<TicTacToe, NoWeights, 7>;

    #[test]
    #[should_panic(expected = "more than 7 moves")]
    fn no_move_is_dropped_for_lack_of_room() {
        let table = Arc::new(TranspositionTable::new(1).unwrap());
        let mut search = Search::<Cramped>::new(table, &<NoWeights>::embedded().unwrap());
        let limits = SearchLimits {
            depth: Some(2),
            ..SearchLimits::default()
        };
        search.think(SearchTask::new(&TicTacToe::start(), limits), &mut Silent);
    }
}
