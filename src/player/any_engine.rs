//! The engine of a game, for a player of any game.

use super::PlayerSettings;
use super::player_tables::PlayerTables;
use crate::any_position::{AnyMove, AnyPosition};
use crate::engine::{BookMoves, Engine, MoveChooser, ResourceError};
use crate::eval::pawn_unit::to_hundredths;
use crate::eval::{Evaluator, Model, ModelOf, WEIGHTS};
use crate::game::{Game, GameLine, Outcome};
use crate::games::{AnyEvaluation, GameEntry, GameInfo};
use crate::notation::excerpt;
use crate::search::{MoveOf, SearchInfo, SearchLimits, SearchListener, SearchRequest, Tablebase};
use crate::system::error_words::explain;
use crate::system::{regular_file, resolve};
use std::sync::Arc;

/// Hears a search of an engine.
pub type PlayerListener = Box<dyn SearchListener<AnyMove> + Send>;

/// What a player asks of its engine. Positions and moves are of the game of the engine.
pub(super) trait AnyEngine: Send {
    fn set_game(&mut self, game: &GameLine<AnyPosition>);
    /// The static evaluation for the side to move, in hundredths of a pawn or man.
    fn static_evaluation(&self) -> i32;
    fn table_result(&self) -> Option<Outcome>;

    fn threads(&self) -> usize;
    fn active_threads(&self) -> usize;
    fn set_threads(&mut self, threads: usize) -> Result<(), ResourceError>;
    fn tt_mebibytes(&self) -> usize;
    fn resize_tt(&mut self, mebibytes: usize) -> Result<(), ResourceError>;

    fn has_book(&self) -> bool;
    fn load_book(&mut self, path: &str) -> Result<(), String>;
    fn load_model(&mut self, path: &str) -> Result<(), String>;
    /// Uses the tables in a path; returns what was found there.
    fn load_tables(&mut self, path: &str) -> Result<String, String>;
    fn load_cached_tables(&mut self) -> Result<(), String>;

    /// Makes the evaluation of the game.
    fn evaluation(&self) -> Box<dyn Fn() -> AnyEvaluation + Send + Sync>;
    /// Sets what is asked for a move before the next search of the position.
    fn set_chooser(&mut self, chooser: Option<MoveChooser<AnyMove>>);

    fn new_game(&mut self);
    fn think(&mut self, request: SearchRequest<AnyMove>, settings: &PlayerSettings, listener: PlayerListener);
    fn think_here(&mut self, request: SearchRequest<AnyMove>, settings: &PlayerSettings, listener: PlayerListener);
    fn stop(&self);
    fn ponder_hit(&self);
    fn wait(&mut self);
}

/// An engine with the files of its options.
pub(super) struct GameEngine<K: GameEntry> {
    game: &'static GameInfo,
    engine: Engine<K>,
    /// The position of the engine.
    position: AnyPosition,
    tables: PlayerTables<K::Tablebase>,
}

impl<K: GameEntry> GameEngine<K> {
    /// An engine with its embedded book, evaluation and endgame tables, at the initial position.
    pub(super) fn new(game: &'static GameInfo, hash_mib: usize) -> Result<Self, String> {
        let start = K::start(game);
        let model = K::Model::embedded_for(&start).map_err(|error| error.to_string())?;
        let tables = PlayerTables::new(K::Tablebase::open(&start, "")?, true);
        let position = AnyPosition::new(start.clone());
        let engine = Engine::new(start, model, tables.opened(), hash_mib).map_err(|error| error.to_string())?;
        let mut engine = GameEngine { game, engine, position, tables };
        engine.load_book("")?;
        Ok(engine)
    }

    /// Replaces the endgame tables. `use_cache`: as well as those in the cache folder.
    fn set_tables(&mut self, tables: K::Tablebase, use_cache: bool) {
        self.tables = PlayerTables::new(tables, use_cache);
        self.engine.set_tablebase(self.tables.opened());
    }

    /// Gives the engine the endgame tables for a search with these limits.
    fn choose_tables(&mut self, limits: &SearchLimits, settings: &PlayerSettings, listener: &mut PlayerListener) {
        let start = K::start(self.game);
        let folder = settings.table_cache.as_deref();
        let tables = self.tables.for_search(&start, folder, limits, &mut |text| listener.notice(text));
        if !std::ptr::eq(&*tables, self.engine.tablebase()) {
            self.engine.stop();
            self.engine.set_tablebase(tables);
        }
    }

    /// Prepares a search; returns the request and the listener as the engine takes them.
    fn prepare_search(
        &mut self,
        request: SearchRequest<AnyMove>,
        settings: &PlayerSettings,
        mut listener: PlayerListener,
    ) -> (SearchRequest<MoveOf<K>>, Box<MoveEraser<K::Game>>) {
        self.choose_tables(&request.limits, settings, &mut listener);
        let position = self.engine.game().position().clone();
        let moves = request.moves.iter().filter_map(|&mv| self.position.own_move::<K::Game>(mv)).collect();
        let eraser = MoveEraser { position, listener };
        (request.with_moves(moves), Box::new(eraser))
    }
}

/// Reads a file for an option; the error names the file and the reason.
fn read_file(path: &str) -> Result<Vec<u8>, String> {
    regular_file::read(&resolve(path)).map_err(|error| format!("cannot read '{}': {}", excerpt(path), explain(&error)))
}

impl<K: GameEntry> AnyEngine for GameEngine<K> {
    fn set_game(&mut self, game: &GameLine<AnyPosition>) {
        self.position = game.position().clone();
        self.engine.set_game(game.inside());
    }

    fn static_evaluation(&self) -> i32 {
        let position = self.engine.game().position();
        let mut evaluator = K::evaluator(self.engine.model());
        evaluator.reset(position);
        to_hundredths(evaluator.score(position), evaluator.pawn_value())
    }

    fn table_result(&self) -> Option<Outcome> {
        K::tablebase_result(self.engine.tablebase(), self.engine.game().position())
    }

    fn threads(&self) -> usize {
        self.engine.threads()
    }

    fn active_threads(&self) -> usize {
        self.engine.active_threads()
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), ResourceError> {
        self.engine.set_threads(threads)
    }

    fn tt_mebibytes(&self) -> usize {
        self.engine.tt_mebibytes()
    }

    fn resize_tt(&mut self, mebibytes: usize) -> Result<(), ResourceError> {
        self.engine.resize_tt(mebibytes)
    }

    fn has_book(&self) -> bool {
        self.engine.has_book()
    }

    fn load_book(&mut self, path: &str) -> Result<(), String> {
        let book = match path {
            "" => K::embedded_book(self.game)?,
            _ => {
                let named = |error| format!("'{}' is no book: {error}", excerpt(path));
                let book = K::read_book(&K::start(self.game), &read_file(path)?);
                Some(book.map_err(named)?)
            }
        };
        self.engine.set_book(book.map(|book| -> BookMoves<K> {
            Arc::new(move |position| {
                let position = AnyPosition::new(position.clone());
                let moves = book.moves(&position).into_iter();
                moves.filter_map(|(mv, weight)| Some((position.own_move::<K::Game>(mv)?, weight))).collect()
            })
        }));
        Ok(())
    }

    fn load_model(&mut self, path: &str) -> Result<(), String> {
        let start = K::start(self.game);
        let model = match path {
            "" => K::Model::embedded_for(&start),
            WEIGHTS => K::Model::read(K::Model::weights_file(&start)).map(Arc::new),
            _ => K::Model::read(&read_file(path)?).map(Arc::new),
        };
        self.engine.set_model(model.map_err(|error| format!("'{}': {error}", excerpt(path)))?);
        Ok(())
    }

    fn load_tables(&mut self, path: &str) -> Result<String, String> {
        let tables = K::Tablebase::open(&K::start(self.game), path)?;
        let summary = tables.summary();
        self.set_tables(tables, false);
        Ok(summary)
    }

    fn load_cached_tables(&mut self) -> Result<(), String> {
        let tables = K::Tablebase::open(&K::start(self.game), "")?;
        self.set_tables(tables, true);
        Ok(())
    }

    fn evaluation(&self) -> Box<dyn Fn() -> AnyEvaluation + Send + Sync> {
        let model = Arc::clone(self.engine.model());
        Box::new(move || AnyEvaluation::new::<K>(&model))
    }

    fn set_chooser(&mut self, chooser: Option<MoveChooser<AnyMove>>) {
        let position = self.position.clone();
        self.engine.set_chooser(chooser.map(|chooser| -> MoveChooser<MoveOf<K>> {
            Arc::new(move |clock, nodes| chooser(clock, nodes).convert(|mv| position.own_move::<K::Game>(mv)))
        }));
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn think(&mut self, request: SearchRequest<AnyMove>, settings: &PlayerSettings, listener: PlayerListener) {
        let (request, listener) = self.prepare_search(request, settings, listener);
        self.engine.think(request, listener);
    }

    fn think_here(&mut self, request: SearchRequest<AnyMove>, settings: &PlayerSettings, listener: PlayerListener) {
        let (request, mut listener) = self.prepare_search(request, settings, listener);
        self.engine.think_here(request, &mut *listener);
    }

    fn stop(&self) {
        self.engine.stop();
    }

    fn ponder_hit(&self) {
        self.engine.ponder_hit();
    }

    fn wait(&mut self) {
        self.engine.wait();
    }
}

/// Passes the reports of a search on with moves of any game.
struct MoveEraser<G> {
    position: G,
    listener: PlayerListener,
}

impl<G: Game> SearchListener<G::Move> for MoveEraser<G> {
    fn info(&mut self, info: &SearchInfo, pv: &[G::Move]) {
        self.listener.info(info, &AnyMove::of_line(&self.position, pv));
    }

    fn best_move(&mut self, best: Option<G::Move>, ponder: Option<G::Move>) {
        let line: Vec<_> = best.into_iter().chain(ponder).collect();
        let line = AnyMove::of_line(&self.position, &line);
        self.listener.best_move(line.first().copied(), line.get(1).copied());
    }

    fn message(&mut self, text: &str) {
        self.listener.message(text);
    }

    fn reason(&mut self, text: &str) {
        self.listener.reason(text);
    }

    fn notice(&mut self, text: &str) {
        self.listener.notice(text);
    }
}
