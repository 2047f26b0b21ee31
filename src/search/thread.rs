//! The search of one thread: how it begins, and what hooks ask it.

use super::history::Clear;
use super::key_history::KeyHistory;
use super::node::StackEntry;
use super::task::ThreadRole;
use super::{Clock, Depth, Knowledge, MAX_PLY, ProbeSettings, Search, TranspositionTable};
use crate::eval::ModelOf;
use std::sync::Arc;

impl<K: Knowledge> Search<K> {
    /// A search that has learnt nothing yet.
    pub fn new(table: Arc<TranspositionTable>, model: &Arc<K::Model>) -> Search<K> {
        Search {
            tt: table,
            evaluator: K::Model::evaluator(model),
            histories: K::Histories::default(),
            stack: (0..MAX_PLY + 2).map(|_| StackEntry::default()).collect(),
            tablebase: Arc::default(),
            probe_settings: ProbeSettings::default(),
            probe_limit: 0,
            tb_hits: 0,
            key_history: KeyHistory::default(),
            pv: vec![Vec::new(); MAX_PLY + 2],
            clock: Clock::endless(),
            nodes: 0,
            role: ThreadRole::single(),
            reported_nodes: 0,
            node_limit: u64::MAX,
            next_poll: 0,
            seldepth: 0,
            first_line_pending: true,
            root_depth: 0,
            contempt: 0,
            left_a_line: false,
        }
    }

    /// Clears what it has learnt, and the stack of the last line: it then searches like a new one.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.stack.fill_with(StackEntry::default);
    }

    /// The last `N` moves before `ply`, the latest first, as the game stores them on the stack.
    #[inline]
    pub fn last_moves<const N: usize>(&self, ply: usize) -> [K::StackMove; N] {
        std::array::from_fn(|back| match ply.checked_sub(back + 1) {
            Some(ply) => self.stack[ply].mv,
            None => K::StackMove::default(),
        })
    }

    /// Whether to probe the endgame tables for a position with `pieces` pieces and `depth` plies still to search.
    #[inline]
    pub fn may_probe(&self, pieces: u32, depth: Depth) -> bool {
        pieces < self.probe_limit || (pieces == self.probe_limit && depth >= self.probe_settings.min_depth)
    }

    /// Whether to rank the root moves by the endgame tables in a position with `pieces` pieces.
    pub fn may_rank_root(&self, pieces: u32) -> bool {
        pieces <= self.probe_limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Model;
    use crate::eval::no_weights::NoWeights;
    use crate::games::tictactoe::TicTacToe;
    use crate::search::Neutral;

    #[test]
    fn tables_are_asked_up_to_the_limit_of_pieces() {
        let table = Arc::new(TranspositionTable::new(1).unwrap());
        let mut search = Search::<Neutral<TicTacToe>>::new(table, &<NoWeights>::embedded().unwrap());
        search.probe_limit = 4;
        search.probe_settings.min_depth = 6;
        assert_eq!([3, 4, 5].map(|it| search.may_rank_root(it)), [true, true, false]);
        for (pieces, expected) in [(3, [true; 3]), (4, [false, true, true]), (5, [false; 3])] {
            assert_eq!([5, 6, 7].map(|depth| search.may_probe(pieces, depth)), expected, "{pieces} pieces");
        }
        search.probe_limit = 0;
        assert!(!search.may_rank_root(1) && !search.may_probe(1, 9));
    }
}
