//! The search of any game as one type: a search, an evaluation and endgame tables. These are compiled once for each game; the code
//! that uses them is compiled once for all games.

use super::any_evaluation::AnyEvaluation;
use crate::any_position::{AnyMove, AnyPosition, Erasable};
use crate::eval::{Evaluator, ModelError, ModelOf, ModelSource};
use crate::game::{Game, GameLine, Outcome};
use crate::search::knowledge::wdl_of;
use crate::search::listener::Silent;
use crate::search::task::SearchTask;
use crate::search::{
    CachedTables, Clock, Knowledge, NO_TABLES, Score, ScoreBounds, Search, SearchInfo, SearchLimits, SearchListener,
    SearchResult, Tablebase, TablebaseValue, TranspositionTable,
};
use crate::system::Instant;
use std::path::Path;
use std::sync::Arc;

/// Searches positions of one game, on one thread, with a transposition table of its own.
pub struct AnySearch {
    knowledge: Arc<dyn GameKnowledge>,
    tt: Arc<TranspositionTable>,
    search: Box<dyn GameSearch>,
}

impl AnySearch {
    /// A search by this knowledge, with a transposition table of this size.
    ///
    /// # Errors
    /// There is too little memory.
    pub fn new(knowledge: Arc<dyn GameKnowledge>, mebibytes: usize) -> anyhow::Result<AnySearch> {
        let tt = Arc::new(TranspositionTable::new(mebibytes)?);
        Ok(AnySearch { search: knowledge.search(Arc::clone(&tt)), knowledge, tt })
    }

    /// Clears the transposition table and all that the search has learnt.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.search.clear();
    }

    /// As [`search_moves`](AnySearch::search_moves), for the best move.
    pub fn search(&mut self, game: &GameLine<AnyPosition>, limits: SearchLimits) -> SearchResult<AnyMove> {
        self.search_moves(game, limits, 1, &mut Silent)
    }

    /// Searches the current position of a game, which must not be over, for the `count` best moves. The time of the limits
    /// runs from now on.
    pub fn search_moves(
        &mut self,
        game: &GameLine<AnyPosition>,
        limits: SearchLimits,
        count: usize,
        listener: &mut dyn SearchListener<AnyMove>,
    ) -> SearchResult<AnyMove> {
        let clock = Clock::new(limits.time, Instant::now(), Arc::default());
        let mut task = SearchTask { game_keys: game.earlier_keys(), clock, ..SearchTask::new(game.position(), limits) };
        task.request.multi_pv = count;
        self.tt.new_search();
        self.search.think(task, listener)
    }

    /// The result for the side to move by the endgame tables, if they have the position.
    pub fn table_result(&self, position: &AnyPosition) -> Option<Outcome> {
        self.knowledge.table_result(position)
    }
}

/// The evaluation and the endgame tables of a game. Positions of other games must not be asked.
pub trait GameKnowledge: Send + Sync {
    /// A search that has learnt nothing yet.
    fn search(&self, tt: Arc<TranspositionTable>) -> Box<dyn GameSearch>;

    /// The evaluation.
    fn evaluation(&self) -> AnyEvaluation;

    /// As [`wdl_of`].
    fn wdl(&self, score: Score, bounds: ScoreBounds) -> Option<[u16; 3]>;

    /// As [`Tablebase::result`].
    fn table_result(&self, position: &AnyPosition) -> Option<Outcome>;

    /// As [`Tablebase::value`].
    fn table_value(&self, position: &AnyPosition) -> Option<TablebaseValue>;

    /// As [`Knowledge::is_conversion`].
    fn is_conversion(&self, position: &AnyPosition, child: &AnyPosition) -> bool;

    /// As [`Tablebase::DISTANCE`].
    fn distance_unit(&self) -> &'static str;

    /// As [`Tablebase::summary`].
    fn table_summary(&self) -> String;

    /// As [`Tablebase::take_error`].
    fn take_table_error(&self) -> Option<String>;

    /// As [`Tablebase::max_pieces`].
    fn max_table_pieces(&self) -> u32;

    /// The same endgame tables with another evaluation.
    ///
    /// # Errors
    /// The source is no evaluation of the game.
    fn with_model(&self, source: &ModelSource) -> Result<Arc<dyn GameKnowledge>, ModelError>;

    /// The same evaluation with other endgame tables: none if `path` is [`NO_TABLES`], else those that [`Tablebase::open`] opens.
    ///
    /// # Errors
    /// The tables cannot be read.
    fn with_tables(&self, path: &str) -> Result<Arc<dyn GameKnowledge>, String>;

    /// As [`Tablebase::cached`].
    fn cached_tables(&self, folder: &Path) -> Option<CachedTables>;
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
}

/// The evaluation and the endgame tables with which `K` is searched.
pub struct TypedKnowledge<K: Knowledge> {
    /// Any position of the game.
    pub position: K::Game,
    /// The evaluation.
    pub model: Arc<K::Model>,
    /// The endgame tables.
    pub tablebase: Arc<K::Tablebase>,
}

impl<K: Knowledge> TypedKnowledge<K> {
    /// The evaluation of a source for the game of a position, without endgame tables.
    ///
    /// # Errors
    /// The source is no evaluation of the game.
    pub fn new(position: K::Game, source: &ModelSource) -> Result<TypedKnowledge<K>, ModelError> {
        let model = K::Model::of_source(source, &position)?;
        Ok(TypedKnowledge { position, model, tablebase: Arc::default() })
    }
}

impl<K: Knowledge<Game: Erasable>> GameKnowledge for TypedKnowledge<K> {
    fn search(&self, tt: Arc<TranspositionTable>) -> Box<dyn GameSearch> {
        let mut search = Search::<K>::new(tt, &self.model);
        search.tablebase = Arc::clone(&self.tablebase);
        Box::new(search)
    }

    fn evaluation(&self) -> AnyEvaluation {
        AnyEvaluation::new::<K>(&self.model)
    }

    fn wdl(&self, score: Score, bounds: ScoreBounds) -> Option<[u16; 3]> {
        wdl_of::<K>(score, bounds, K::Model::evaluator(&self.model).pawn_value())
    }

    fn table_result(&self, position: &AnyPosition) -> Option<Outcome> {
        self.tablebase.result(position.inside())
    }

    fn table_value(&self, position: &AnyPosition) -> Option<TablebaseValue> {
        self.tablebase.value(position.inside())
    }

    fn is_conversion(&self, position: &AnyPosition, child: &AnyPosition) -> bool {
        K::is_conversion(position.inside(), child.inside())
    }

    fn distance_unit(&self) -> &'static str {
        K::Tablebase::DISTANCE
    }

    fn table_summary(&self) -> String {
        self.tablebase.summary()
    }

    fn take_table_error(&self) -> Option<String> {
        self.tablebase.take_error()
    }

    fn max_table_pieces(&self) -> u32 {
        self.tablebase.max_pieces()
    }

    fn with_model(&self, source: &ModelSource) -> Result<Arc<dyn GameKnowledge>, ModelError> {
        let tablebase = Arc::clone(&self.tablebase);
        Ok(Arc::new(TypedKnowledge::<K> { tablebase, ..TypedKnowledge::new(self.position.clone(), source)? }))
    }

    fn with_tables(&self, path: &str) -> Result<Arc<dyn GameKnowledge>, String> {
        let tablebase = match path {
            NO_TABLES => Arc::default(),
            path => Arc::new(K::Tablebase::open(&self.position, path)?),
        };
        let (position, model) = (self.position.clone(), Arc::clone(&self.model));
        Ok(Arc::new(TypedKnowledge::<K> { position, model, tablebase }))
    }

    fn cached_tables(&self, folder: &Path) -> Option<CachedTables> {
        K::Tablebase::cached(&self.position, folder)
    }
}

impl<K: Knowledge<Game: Erasable>> GameSearch for Search<K> {
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
        let SearchResult { pv, score, depth, nodes, tb_hits, solved } =
            Search::think(self, task, &mut MoveEraser { position, listener });
        SearchResult { pv: AnyMove::of_line(position, &pv), score, depth, nodes, tb_hits, solved }
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
