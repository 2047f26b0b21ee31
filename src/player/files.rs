//! The files of a game that a player uses: evaluation, opening book and endgame tables.

use super::player_tables::PlayerTables;
use crate::eval::{Model, ModelOf, WEIGHTS};
use crate::games::{AnyEvaluation, GameEntry, GameInfo, GameKnowledge, TypedKnowledge};
use crate::notation::excerpt;
use crate::opening::BookLookup;
use crate::search::{SearchLimits, Tablebase};
use crate::system::error_words::explain;
use crate::system::{regular_file, resolve};
use std::path::Path;
use std::sync::Arc;

/// The evaluation and the endgame tables in use. All positions must be of their game. An empty path selects the embedded files.
/// After an error the earlier files stay in use.
pub(super) trait PlayerFiles: Send {
    /// The evaluation and the endgame tables for a search.
    fn knowledge(&self) -> Arc<dyn GameKnowledge>;
    /// Makes the evaluation of the game.
    fn evaluation(&self) -> Box<dyn Fn() -> AnyEvaluation + Send + Sync>;
    fn load_model(&mut self, path: &str) -> Result<(), String>;
    /// Uses the tables in a path as well as those in the program, with `use_cache` also those of the cache folder once they are
    /// built; returns what was found.
    fn load_tables(&mut self, path: &str, use_cache: bool) -> Result<String, String>;
    /// Chooses the tables for a search with these limits; returns whether they have changed since the last search.
    fn choose_tables(&mut self, limits: &SearchLimits, cache_folder: Option<&Path>, tell: &mut dyn FnMut(&str))
    -> bool;
}

/// The files of the game of `K`.
pub(super) struct TypedFiles<K: GameEntry> {
    game: &'static GameInfo,
    model: Arc<K::Model>,
    tables: PlayerTables<K::Tablebase>,
}

impl<K: GameEntry> TypedFiles<K> {
    /// The files in the program.
    pub(super) fn new(game: &'static GameInfo) -> Result<Self, String> {
        let start = K::start(game);
        let model = K::Model::embedded_for(&start).map_err(|error| error.to_string())?;
        let tables = PlayerTables::new(K::Tablebase::open(&start, "")?, true);
        Ok(TypedFiles { game, model, tables })
    }
}

/// Reads a file for an option; the error names the file and the reason.
fn read_file(path: &str) -> Result<Vec<u8>, String> {
    regular_file::read(&resolve(path)).map_err(|error| format!("cannot read '{}': {}", excerpt(path), explain(&error)))
}

/// The book in a file; `None` if the path is empty and the program has no book of the game.
pub(super) fn read_book(game: &'static GameInfo, path: &str) -> Result<Option<Arc<dyn BookLookup>>, String> {
    if path.is_empty() {
        return game.embedded_book();
    }
    let book = game.read_book(&read_file(path)?);
    Ok(Some(book.map_err(|error| format!("'{}' is no book: {error}", excerpt(path)))?))
}

impl<K: GameEntry> PlayerFiles for TypedFiles<K> {
    fn knowledge(&self) -> Arc<dyn GameKnowledge> {
        Arc::new(TypedKnowledge::<K> { model: Arc::clone(&self.model), tablebase: Arc::clone(&self.tables.chosen) })
    }

    fn evaluation(&self) -> Box<dyn Fn() -> AnyEvaluation + Send + Sync> {
        let model = Arc::clone(&self.model);
        Box::new(move || AnyEvaluation::new::<K>(&model))
    }

    fn load_model(&mut self, path: &str) -> Result<(), String> {
        let start = K::start(self.game);
        let model = match path {
            "" => K::Model::embedded_for(&start),
            WEIGHTS => K::Model::read_file(K::Model::weights_file(&start)),
            _ => K::Model::read(&read_file(path)?).map(Arc::new),
        };
        self.model = model.map_err(|error| format!("'{}': {error}", excerpt(path)))?;
        Ok(())
    }

    fn load_tables(&mut self, path: &str, use_cache: bool) -> Result<String, String> {
        let tables = K::Tablebase::open(&K::start(self.game), path)?;
        let summary = tables.summary();
        self.tables = PlayerTables::new(tables, use_cache);
        Ok(summary)
    }

    fn choose_tables(
        &mut self,
        limits: &SearchLimits,
        cache_folder: Option<&Path>,
        tell: &mut dyn FnMut(&str),
    ) -> bool {
        self.tables.choose(&K::start(self.game), cache_folder, limits, tell)
    }
}
