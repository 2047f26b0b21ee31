//! A ready-made move picker for any game.

use super::{Knowledge, MoveOf, MoveSet, Node, Picker, Search, TtEntry};
use crate::game::Game;
use arrayvec::ArrayVec;

/// Lists and scores all moves when the first is wanted, then selects the best of the remaining ones at
/// each call (most nodes need only a few moves). The transposition table's move comes first, then the
/// others by [`Knowledge::move_score`]. A position with more than `N` moves needs an allocation.
pub struct SimplePicker<M, const N: usize> {
    /// The moves to list; `None` when they are listed.
    wanted: Option<MoveSet>,
    /// The moves in the order in which the game lists them, unless they are more than `N`.
    moves: ArrayVec<M, N>,
    /// The keys of the moves.
    keys: ArrayVec<MoveKey, N>,
    /// All moves in the order in which the game lists them, if they are more than `N`.
    many: Vec<M>,
    /// Their keys, the greatest first.
    many_keys: Vec<MoveKey>,
    next: usize,
}

/// The score of a move and its index among the moves, which makes keys differ: of two moves with the same score, the one
/// that the game lists first has the greater key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct MoveKey(i64);

impl MoveKey {
    fn new(score: i32, index: usize) -> MoveKey {
        MoveKey((i64::from(score) << 32) - index as i64)
    }

    fn index(self) -> usize {
        (self.0 as u32).wrapping_neg() as usize
    }
}

/// Is compiled once, not for each game.
fn sort_descending(keys: &mut [MoveKey]) {
    keys.sort_unstable_by(|one, other| other.cmp(one));
}

impl<M: Copy, const N: usize> SimplePicker<M, N> {
    #[inline(never)]
    fn list<K: Knowledge>(&mut self, search: &Search<K>, position: &K::Game, node: &Node<K>, wanted: MoveSet)
    where
        K::Game: Game<Move = M>,
    {
        let tt_move = node.tt_move_code();
        let add = |mv| {
            let score = if tt_move != TtEntry::NO_MOVE && K::Game::code(mv) == tt_move {
                i32::MAX
            } else {
                K::move_score(search, position, node.ply, mv)
            };
            if self.moves.is_full() {
                self.add_to_many(score, mv);
            } else {
                self.keys.push(MoveKey::new(score, self.moves.len()));
                self.moves.push(mv);
            }
        };
        match wanted {
            MoveSet::All => position.for_each_move(add),
            MoveSet::Tactical => K::tactical_moves(position, add),
        }
        if !self.many.is_empty() {
            self.many.splice(..0, self.moves.drain(..));
            self.many_keys.extend(self.keys.drain(..));
            sort_descending(&mut self.many_keys);
        }
    }

    #[cold]
    fn add_to_many(&mut self, score: i32, mv: M) {
        self.many_keys.push(MoveKey::new(score, N + self.many.len()));
        self.many.push(mv);
    }
}

impl<K: Knowledge, const N: usize> Picker<K> for SimplePicker<MoveOf<K>, N> {
    fn new(moves: MoveSet) -> Self {
        SimplePicker {
            wanted: Some(moves),
            moves: ArrayVec::new(),
            keys: ArrayVec::new(),
            many: Vec::new(),
            many_keys: Vec::new(),
            next: 0,
        }
    }

    fn next(&mut self, search: &Search<K>, position: &K::Game, node: &Node<K>) -> Option<MoveOf<K>> {
        if let Some(wanted) = self.wanted.take() {
            self.list(search, position, node, wanted);
        }
        if let Some(key) = self.many_keys.get(self.next) {
            self.next += 1;
            return self.many.get(key.index()).copied();
        }
        let (first, others) = self.keys.get_mut(self.next..)?.split_first_mut()?;
        // A step of selection sort, without branches.
        for key in others {
            let [greater, smaller] = [(*first).max(*key), (*first).min(*key)];
            (*first, *key) = (greater, smaller);
        }
        self.next += 1;
        self.moves.get(first.index()).copied()
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
            let limits = SearchLimits { depth: Some(7), ..SearchLimits::default() };
            let result = search.think(SearchTask::new(&TicTacToe::start(), limits), &mut Silent);
            (result.score, result.nodes)
        }
        assert_eq!(think::<Cramped>(), think::<Neutral<TicTacToe>>());
    }
}
