//! A ready-made move picker for any game.

use super::knowledge::{Knowledge, MoveOf, MoveSet, Node, Picker, Search};
use crate::game::Game;
use arrayvec::ArrayVec;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// Lists and scores all moves when the first is wanted, then selects the best of the remaining ones at
/// each call (most nodes need only a few moves). The transposition table's move comes first, then the
/// others by [`Knowledge::move_score`]. A position with more than `N` moves needs an allocation.
pub struct SimplePicker<M, const N: usize> {
    /// The moves to list; `None` when they are listed.
    wanted: Option<MoveSet>,
    /// The moves with their scores, which are made different from each other: of two moves with the same
    /// score, the one that the game lists first comes first.
    moves: ArrayVec<(i64, M), N>,
    /// All moves, the best first, if they are more than `N`.
    many: Vec<(i64, M)>,
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
            let count = self.moves.len() + self.many.len();
            let unique = (i64::from(score) << 32) - count as i64;
            if self.many.is_empty() {
                let pushed = self.moves.try_push((unique, mv));
                if let Err(error) = pushed {
                    self.many.extend(self.moves.drain(..));
                    self.many.push(error.element());
                }
            } else {
                self.many.push((unique, mv));
            }
            ControlFlow::<()>::Continue(())
        };
        let _ = match wanted {
            MoveSet::All => position.visit_moves(add),
            MoveSet::Tactical => K::tactical_moves(position, add),
        };
        self.many.sort_unstable_by_key(|&(score, _)| Reverse(score));
    }
}

impl<K: Knowledge, const N: usize> Picker<K> for SimplePicker<MoveOf<K>, N> {
    fn new(moves: MoveSet) -> Self {
        SimplePicker {
            wanted: Some(moves),
            moves: ArrayVec::new(),
            many: Vec::new(),
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
        if let Some(&(_, mv)) = self.many.get(self.next) {
            self.next += 1;
            return Some(mv);
        }
        let left = self.moves.get_mut(self.next..)?;
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
    use crate::search::{Neutral, Score, SearchLimits, TranspositionTable};
    use std::sync::Arc;

    /// Tic-tac-toe, with room for fewer moves than there are in most positions.
    type Cramped = Neutral<TicTacToe, NoWeights, 4>;

    #[test]
    fn the_room_for_moves_changes_nothing() {
        fn think<K: Knowledge<Game = TicTacToe, Model = NoWeights>>() -> (Score, u64) {
            let table = Arc::new(TranspositionTable::new(1).unwrap());
            let mut search = Search::<K>::new(table, &<NoWeights>::embedded().unwrap());
            let limits = SearchLimits {
                depth: Some(7),
                ..SearchLimits::default()
            };
            let start = TicTacToe::start();
            let task = SearchTask::new(&start, limits);
            let result = search.think(task, &mut Silent);
            (result.score, result.nodes)
        }
        assert_eq!(think::<Cramped>(), think::<Neutral<TicTacToe>>());
    }
}
