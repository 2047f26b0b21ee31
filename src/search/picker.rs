//! The order in which moves are tried.

use super::knowledge::{Knowledge, MoveOf, Node};
use super::node::Search;
use crate::game::Game;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// Which moves of a position are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Every legal move.
    All,
    /// Those that the game names [tactical](Knowledge::tactical).
    Tactical,
}

/// Hands out moves, the most promising first. A game may bring one that works in stages.
pub trait Picker<K: Knowledge>: Sized {
    /// A picker of moves.
    fn new(choice: Choice) -> Self;

    /// The next move of `node`, the same each time.
    fn next(&mut self, search: &Search<K>, position: &K::Game, node: &Node<K>)
    -> Option<MoveOf<K>>;

    /// A quiet move was handed out, and the others are not wanted; a game may keep some of them.
    fn skip_quiet(&mut self, _position: &K::Game, _node: &Node<K>) {}
}

/// Lists and values all moves at once, when the first is wanted, then selects the best of those left,
/// one at a time: most nodes end after few. Holds up to `N` moves, and panics where a position has
/// more.
pub struct Ordered<M, const N: usize> {
    /// What to list; nothing, once that is done.
    wanted: Option<Choice>,
    /// With their values, made so that none are equal: of two moves as good the game's first one
    /// comes first.
    moves: ArrayVec<(i64, M), N>,
    next: usize,
}

impl<M: Copy, const N: usize> Ordered<M, N> {
    fn list<K: Knowledge>(
        &mut self,
        search: &Search<K>,
        position: &K::Game,
        node: &Node<K>,
        choice: Choice,
    ) where
        K::Game: Game<Move = M>,
    {
        let first = node.first();
        let add = |mv| {
            let value = match K::Game::code(mv) == first {
                true => i32::MAX,
                false => K::order(search, position, node.ply, mv),
            };
            let value = (i64::from(value) << 32) - self.moves.len() as i64;
            match self.moves.try_push((value, mv)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let flow = match choice {
            Choice::All => position.visit(add),
            Choice::Tactical => K::tactical(position, add),
        };
        assert!(flow.is_continue(), "more than {N} moves: none may be lost");
    }
}

impl<K: Knowledge, const N: usize> Picker<K> for Ordered<MoveOf<K>, N> {
    fn new(choice: Choice) -> Self {
        Ordered {
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
    use crate::games::tictactoe::{Cell, NoWeights, OpenLines, TicTacToe};
    use crate::search::deepen::Task;
    use crate::search::report::Silent;
    use crate::search::{Limits, Table};
    use std::sync::Arc;

    /// Tic-tac-toe, with room for a move less than there are at the second ply.
    enum Cramped {}

    impl Knowledge for Cramped {
        type Game = TicTacToe;
        type Model = NoWeights;
        type Eval = OpenLines;
        type Memory = ();
        type Trace = ();
        type Facts = ();
        type Tables = ();
        type Picker = Ordered<Cell, 7>;

        fn evaluator(_: &Arc<NoWeights>) -> OpenLines {
            OpenLines
        }
    }

    #[test]
    #[should_panic(expected = "more than 7 moves")]
    fn no_move_is_dropped_for_lack_of_room() {
        let table = Arc::new(Table::new(1).unwrap());
        let mut search = Search::<Cramped>::new(table, &NoWeights::embedded().unwrap());
        let limits = Limits {
            depth: Some(2),
            ..Limits::default()
        };
        search.think(Task::new(&TicTacToe::start(), limits), &mut Silent);
    }
}
