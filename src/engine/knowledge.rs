//! What an engine needs from its game: a search, an evaluation and endgame tables. These are compiled once for each game; the
//! code that uses them is compiled once for all games.

use crate::any_position::{AnyMove, AnyPosition, Erasable};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::search::knowledge::wdl_of;
use crate::search::task::SearchTask;
use crate::search::{
    Knowledge, MoveOf, Score, ScoreBounds, Search, SearchInfo, SearchListener, SearchResult, Tablebase,
    TranspositionTable,
};
use std::sync::Arc;

/// The evaluation and the endgame tables of a game. Positions of other games must not be asked.
pub trait GameKnowledge: Send + Sync {
    /// A search that has learnt nothing yet.
    fn search(&self, tt: Arc<TranspositionTable>) -> Box<dyn GameSearch>;

    /// The evaluation that is shown as one pawn or man.
    fn pawn_value(&self) -> i32;

    /// As [`wdl_of`].
    fn wdl(&self, score: Score, bounds: ScoreBounds) -> Option<[u16; 3]>;

    /// As [`Tablebase::take_error`].
    fn take_table_error(&self) -> Option<String>;
}

/// The search of one thread, as [`Search`].
pub trait GameSearch: Send {
    /// Forgets what was learnt in earlier searches.
    fn clear(&mut self);

    /// Searches a position.
    fn think(
        &mut self,
        task: SearchTask<'_, AnyPosition>,
        listener: &mut dyn SearchListener<AnyMove>,
    ) -> SearchResult<AnyMove>;

    /// Positions that the last search found in endgame tables.
    fn tb_hits(&self) -> u64;
}

/// The evaluation and the endgame tables with which `K` is searched.
pub struct TypedKnowledge<K: Knowledge> {
    /// The evaluation.
    pub model: Arc<K::Model>,
    /// The endgame tables.
    pub tablebase: Arc<K::Tablebase>,
}

impl<K: Knowledge> GameKnowledge for TypedKnowledge<K>
where
    K::Game: Erasable,
    MoveOf<K>: Send,
{
    fn search(&self, tt: Arc<TranspositionTable>) -> Box<dyn GameSearch> {
        let mut search = Search::<K>::new(tt, &self.model);
        search.tablebase = Arc::clone(&self.tablebase);
        Box::new(search)
    }

    fn pawn_value(&self) -> i32 {
        K::evaluator(&self.model).pawn_value()
    }

    fn wdl(&self, score: Score, bounds: ScoreBounds) -> Option<[u16; 3]> {
        wdl_of::<K>(score, bounds, self.pawn_value())
    }

    fn take_table_error(&self) -> Option<String> {
        self.tablebase.take_error()
    }
}

impl<K: Knowledge> GameSearch for Search<K>
where
    K::Game: Erasable,
    MoveOf<K>: Send,
{
    fn clear(&mut self) {
        Search::clear(self);
    }

    fn think(
        &mut self,
        task: SearchTask<'_, AnyPosition>,
        listener: &mut dyn SearchListener<AnyMove>,
    ) -> SearchResult<AnyMove> {
        let position: &K::Game = task.position.inside();
        let moves = task.request.moves.iter().filter_map(|&mv| task.position.own_move::<K::Game>(mv)).collect();
        let task = SearchTask {
            position,
            game_keys: task.game_keys,
            request: task.request.with_moves(moves),
            clock: task.clock,
            role: task.role,
        };
        let SearchResult { pv, score, depth, nodes, solved } =
            Search::think(self, task, &mut MoveEraser { position, listener });
        SearchResult { pv: AnyMove::of_line(position, &pv), score, depth, nodes, solved }
    }

    fn tb_hits(&self) -> u64 {
        self.tb_hits
    }
}

/// Passes the reports of a search on with moves of any game.
struct MoveEraser<'a, G> {
    position: &'a G,
    listener: &'a mut dyn SearchListener<AnyMove>,
}

impl<G: Game> SearchListener<G::Move> for MoveEraser<'_, G> {
    fn info(&mut self, info: &SearchInfo, pv: &[G::Move]) {
        self.listener.info(info, &AnyMove::of_line(self.position, pv));
    }

    fn message(&mut self, text: &str) {
        self.listener.message(text);
    }
}
