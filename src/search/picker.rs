//! A ready-made move picker for any game.

use super::knowledge::{Knowledge, MoveOf, MoveSet, Node, Picker, Search};
use crate::game::Game;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// Lists and scores all moves when the first is wanted, then selects the best of the remaining ones at
/// each call (most nodes need only a few moves). The transposition table's move comes first, then the
/// others by [`Knowledge::move_score`]. Panics if a position has more than `N` moves.
pub struct SimplePicker<M, const N: usize> {
    /// The moves to list; `None` when they are listed.
    wanted: Option<MoveSet>,
    /// The moves with their scores, which are made different from each other: of two moves with the same
    /// score, the one that the game lists first comes first.
    moves: ArrayVec<(i64, M), N>,
    next: usize,
}

impl<M: Copy, const N: usize> SimplePicker<M, N> {
    fn list<K: Knowledge>(
        &mut self,
        search: &Search<K>,
        position: &K::Game,
        node: &Node<K>,
        wanted: MoveSet,
    ) where
        K::Game: Game<Move = M>,
    {
        let tt_move = node.tt_move_code();
        let add = |mv| {
            let score = if K::Game::code(mv) == tt_move {
                i32::MAX
            } else {
                K::move_score(search, position, node.ply, mv)
            };
            let unique = (i64::from(score) << 32) - self.moves.len() as i64;
            match self.moves.try_push((unique, mv)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let flow = match wanted {
            MoveSet::All => position.visit_moves(add),
            MoveSet::Tactical => K::tactical_moves(position, add),
        };
        assert!(flow.is_continue(), "more than {N} moves");
    }
}

impl<K: Knowledge, const N: usize> Picker<K> for SimplePicker<MoveOf<K>, N> {
    fn new(moves: MoveSet) -> Self {
        SimplePicker {
            wanted: Some(moves),
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
        if let Some(wanted) = self.wanted.take() {
            self.list(search, position, node, wanted);
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
    use crate::game::StartPosition;
    use crate::games::tictactoe::TicTacToe;
    use crate::search::listener::Silent;
    use crate::search::task::SearchTask;
    use crate::search::{Neutral, SearchLimits, TranspositionTable};
    use std::sync::Arc;

    /// Tic-tac-toe, with room for one move less than there are at the second ply.
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
