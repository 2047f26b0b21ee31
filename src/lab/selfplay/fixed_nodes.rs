//! Settings of searches with a fixed number of nodes, whose scores do not depend on the time.

use crate::lab::any_game::{AnyGame, SearchSet};
use crate::search::SearchLimits;
use crate::system::run_settings::RunSettings;
use crc32fast::hash;
use std::path::PathBuf;

/// How positions are searched.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// Nodes to search for a move.
    pub nodes: u64,
    /// Games to play in parallel; the output does not depend on it.
    pub threads: u16,
    /// Size of each thread's transposition table in MiB.
    pub mebibytes: u16,
    /// The path of the endgame tables; `None`: those in the program.
    pub tables: Option<String>,
    /// The evaluation: a file, or a [name](crate::eval::WEIGHTS); `None`: the one in the program.
    pub eval: Option<PathBuf>,
}

impl SearchSettings {
    /// The header fields with these settings.
    pub const FIELDS: [&str; 4] = ["nodes", "hash", "eval", "tables"];

    /// A search for every thread, and the header with the settings that the scores depend on.
    ///
    /// # Errors
    /// The evaluation or the endgame tables cannot be read, or there is too little memory.
    pub fn searches(&self, kind: &AnyGame, header: RunSettings) -> anyhow::Result<(SearchSet, RunSettings)> {
        let tables = self.tables.as_deref().unwrap_or_default();
        let model = kind.model(self.eval.as_deref())?;
        let searches = model.searches(self.threads.into(), self.mebibytes.into(), tables)?;
        let [nodes, hash, eval, pieces] = Self::FIELDS;
        let header = header
            .with(nodes, self.nodes)
            .with(hash, self.mebibytes)
            .with(eval, checksum(&kind.model_bytes(self.eval.as_deref())?))
            .with(pieces, searches.max_pieces);
        Ok((searches, header))
    }

    /// The limits of a search.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits { nodes: Some(self.nodes), ..SearchLimits::default() }
    }
}

/// The checksum of a file as hexadecimal digits.
pub fn checksum(file: &[u8]) -> String {
    format!("{:08x}", hash(file))
}
