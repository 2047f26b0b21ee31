//! How `kempelen datagen` searches positions.

use crate::lab::any_game::{AnyGame, SearchSet};
use crate::lab::selfplay::generate::checksum;
use crate::search::SearchLimits;
use crate::system::run_settings::RunSettings;
use clap::Args;
use std::path::PathBuf;

/// How to search.
#[derive(Args, Debug)]
pub struct SearchArgs {
    /// Nodes to search for a move
    #[arg(long, default_value = "2000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games to play in parallel; the output does not depend on it
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Size of each thread's transposition table in MiB; cleared before every game
    #[arg(long, default_value = "2", value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// Endgame tables for the search; new games are adjudicated by them
    #[arg(long, value_name = "PATH")]
    tables: Option<String>,
    /// Evaluation: a file with weights or a network, or 'weights' for the weights in the program
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

impl SearchArgs {
    /// The header fields with these settings.
    pub const FIELDS: [&str; 4] = ["nodes", "hash", "eval", "tables"];

    /// A search for every thread, and the header with the settings that the scores depend on.
    ///
    /// # Errors
    /// The evaluation or the endgame tables cannot be read, or there is too little memory.
    pub fn searches(&self, kind: &AnyGame, header: RunSettings) -> anyhow::Result<(SearchSet, RunSettings)> {
        let tables = self.tables.as_deref().unwrap_or_default();
        let model = kind.model(self.eval.as_deref())?;
        let searches = model.searches(self.threads.into(), self.hash.into(), tables)?;
        let [nodes, hash, eval, pieces] = Self::FIELDS;
        let header = header
            .with(nodes, self.nodes)
            .with(hash, self.hash)
            .with(eval, checksum(&kind.model_bytes(self.eval.as_deref())?))
            .with(pieces, searches.max_pieces);
        Ok((searches, header))
    }

    /// The limits of a search.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits { nodes: Some(self.nodes), ..SearchLimits::default() }
    }
}
