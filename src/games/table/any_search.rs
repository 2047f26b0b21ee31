//! The search of any game, on one thread, as one type.

use crate::any_position::AnyPosition;
use crate::game::{Game, GameLine, Outcome};
use crate::games::entry::GameEntry;
use crate::search::task::SearchTask;
use crate::search::{Clock, Depth, Score, Search, SearchInfo, SearchLimits, SearchListener, TranspositionTable};
use crate::system::Instant;
use std::sync::Arc;

/// Searches positions of one game.
pub trait AnySearch: Send {
    /// Clears the transposition table and all that the search has learnt.
    fn clear(&mut self);

    /// Searches the current position of a game, which must not be over, for the `count` best moves. The time of the limits
    /// runs from now on. `listener` hears what the search reports of each first move, which is given by its
    /// [number](Game::move_number).
    fn search_moves(
        &mut self,
        game: &GameLine<AnyPosition>,
        limits: SearchLimits,
        count: usize,
        listener: &mut dyn FnMut(&SearchInfo, u16),
    ) -> FoundMove;

    /// The result for the side to move by the endgame tables, if they have the position.
    fn table_result(&self, position: &AnyPosition) -> Option<Outcome>;
}

impl dyn AnySearch + '_ {
    /// As [`search_moves`](AnySearch::search_moves), for the best move.
    pub fn search(&mut self, game: &GameLine<AnyPosition>, limits: SearchLimits) -> FoundMove {
        self.search_moves(game, limits, 1, &mut |_, _| ())
    }
}

/// The best move of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundMove {
    /// Its [number](Game::move_number).
    pub number: u16,
    /// The score for the side to move.
    pub score: Score,
    /// The depth of the last complete iteration, in plies.
    pub depth: Depth,
    /// Positions visited.
    pub nodes: u64,
}

/// A search on one thread with a transposition table of its own.
///
/// # Errors
/// There is too little memory.
pub fn new_search<K: GameEntry>(
    model: &Arc<K::Model>,
    mebibytes: usize,
    tables: Arc<K::Tablebase>,
) -> anyhow::Result<Box<dyn AnySearch>> {
    let mut search = Search::<K>::new(Arc::new(TranspositionTable::new(mebibytes)?), model);
    search.tablebase = tables;
    Ok(Box::new(search))
}

impl<K: GameEntry> AnySearch for Search<K> {
    fn clear(&mut self) {
        self.tt.clear();
        Search::clear(self);
    }

    fn search_moves(
        &mut self,
        game: &GameLine<AnyPosition>,
        limits: SearchLimits,
        count: usize,
        listener: &mut dyn FnMut(&SearchInfo, u16),
    ) -> FoundMove {
        let position: &K::Game = game.position().inside();
        let clock = Clock::new(limits.time, Instant::now(), Arc::default());
        let mut task = SearchTask { game_keys: game.earlier_keys(), clock, ..SearchTask::new(position, limits) };
        task.request.multi_pv = count;
        self.tt.new_search();
        let found = self.think(task, &mut MoveListener { position, listener });
        let number = position.move_number(found.pv[0]);
        FoundMove { number, score: found.score, depth: found.depth, nodes: found.nodes }
    }

    fn table_result(&self, position: &AnyPosition) -> Option<Outcome> {
        K::tablebase_result(&self.tablebase, position.inside())
    }
}

/// Passes on the first move of a line as its number.
struct MoveListener<'a, G> {
    position: &'a G,
    listener: &'a mut dyn FnMut(&SearchInfo, u16),
}

impl<G: Game> SearchListener<G::Move> for MoveListener<'_, G> {
    fn info(&mut self, info: &SearchInfo, pv: &[G::Move]) {
        if let Some(&mv) = pv.first() {
            (self.listener)(info, self.position.move_number(mv));
        }
    }
}
