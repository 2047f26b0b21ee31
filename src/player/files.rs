//! What a player loads: its book, its evaluation and its endgame tables.

use super::Player;
use crate::eval::{ModelSource, WEIGHTS};
use crate::notation::excerpt;
use crate::system::error_words::explain;
use crate::system::{regular_file, resolve};
use std::sync::Arc;

impl Player {
    /// Uses the book in this file; an empty path selects the embedded one.
    ///
    /// # Errors
    /// The file cannot be read, or is no book of the game; the old book stays.
    pub fn load_book(&mut self, path: &str) -> Result<(), String> {
        self.engine.book = if path.is_empty() {
            self.game.embedded_book()?
        } else {
            let book = self.game.read_book(&read_file(path)?);
            Some(book.map_err(|error| format!("'{}' is no book: {error}", excerpt(path)))?)
        };
        Ok(())
    }

    /// Evaluates positions by the weights or network in this file; an empty path selects the embedded ones.
    ///
    /// # Errors
    /// The file cannot be read, or is of another game; the old evaluation stays.
    pub fn load_model(&mut self, path: &str) -> Result<(), String> {
        let source = match path {
            "" => ModelSource::Embedded,
            WEIGHTS => ModelSource::EmbeddedWeights,
            _ => ModelSource::File(read_file(path)?),
        };
        let loaded = self.knowledge.load_model(&source);
        loaded.map_err(|error| format!("'{}': {error}", excerpt(path)))?;
        self.use_knowledge();
        Ok(())
    }

    /// Selects the endgame tables. [`NO_TABLES`](crate::search::NO_TABLES) selects none, an empty path the embedded ones, and any
    /// other path the embedded ones and those in it.
    ///
    /// # Errors
    /// They cannot be read; the old tables stay.
    pub fn load_tables(&mut self, path: &str) -> Result<(), String> {
        self.knowledge.load_tables(path, false)?;
        self.use_knowledge();
        self.messages.push(self.knowledge.chosen().table_summary());
        Ok(())
    }

    /// Uses the embedded endgame tables, and those in the folder [`table_cache`](super::PlayerSettings::table_cache), which are built
    /// at first use. A new player does.
    ///
    /// # Errors
    /// The embedded tables cannot be read.
    pub fn load_cached_tables(&mut self) -> Result<(), String> {
        self.knowledge.load_tables("", true)?;
        self.use_knowledge();
        Ok(())
    }

    pub(super) fn use_knowledge(&mut self) {
        self.engine.set_knowledge(Arc::clone(self.knowledge.chosen()));
    }
}

/// Reads a file for an option; the error names the file and the reason.
fn read_file(path: &str) -> Result<Vec<u8>, String> {
    regular_file::read(&resolve(path)).map_err(|error| format!("cannot read '{}': {}", excerpt(path), explain(&error)))
}
