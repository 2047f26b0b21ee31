//! Searches with a fixed number of nodes. Table and histories are cleared before every game, so that the
//! scores of a game depend on this game alone.

use crate::game_history::GameHistory;
use crate::games::GameEntry;
use crate::lab::model_file;
use crate::search::listener::Silent;
use crate::search::{Knowledge, MoveOf, Search, SearchLimits, Tablebase, TranspositionTable};
use crate::search::{SearchResult, task::SearchTask};
use crate::system::run_plan::RunPlan;
use anyhow::anyhow;
use clap::Args;
use crc32fast::hash;
use std::io::{self, Write, stderr};
use std::path::PathBuf;
use std::sync::Arc;

/// The search options of `datagen play` and `datagen rescore`.
#[derive(Args, Debug)]
pub struct SearchSettings {
    /// Nodes to search for a move
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games to play in parallel; the output does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Size of each thread's transposition table in MiB; cleared before every game
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// Endgame tables for the search; new games are adjudicated by them
    #[arg(long, value_name = "PATH")]
    tables: Option<String>,
    /// Evaluation: a file with weights or a network, or 'weights' for the weights in the program
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

impl SearchSettings {
    /// The header fields with these settings.
    pub const FIELDS: [&str; 4] = ["nodes", "hash", "eval", "tables"];

    /// Opens the endgame tables.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn tables<K: GameEntry>(&self, start: &K::Game) -> anyhow::Result<Arc<K::Tablebase>> {
        let path = self.tables.as_deref().unwrap_or_default();
        let tables = K::Tablebase::open(start, path);
        Ok(Arc::new(tables.map_err(|error| anyhow!("--tables: {error}"))?))
    }

    /// Says on standard error if the tables could not be read during the run.
    pub fn report_table_error<K: Knowledge>(tables: &K::Tablebase) -> io::Result<()> {
        tables.take_error().map_or(Ok(()), |error| writeln!(stderr(), "{error}"))
    }

    /// Adds the settings that the scores depend on.
    pub fn add_to_header<K: GameEntry>(
        &self,
        start: &K::Game,
        header: RunPlan,
        tables: &K::Tablebase,
    ) -> anyhow::Result<RunPlan> {
        let model = model_file::read_model_bytes::<K>(start, self.eval.as_deref())?;
        let [nodes, hash, eval, pieces] = Self::FIELDS;
        Ok(header
            .with(nodes, self.nodes)
            .with(hash, self.hash)
            .with(eval, checksum(&model))
            .with(pieces, tables.max_pieces()))
    }

    /// A searcher for every thread.
    pub fn searchers<K: GameEntry>(
        &self,
        start: &K::Game,
        tables: &Arc<K::Tablebase>,
    ) -> anyhow::Result<Vec<FixedNodesSearcher<K>>> {
        let model = model_file::read_model::<K>(start, self.eval.as_deref())?;
        let searcher = |_| {
            let table = Arc::new(TranspositionTable::new(usize::from(self.hash))?);
            let mut search = Search::new(table, &model);
            search.tablebase = Arc::clone(tables);
            anyhow::Ok(FixedNodesSearcher::new(search, self.nodes))
        };
        (0..self.threads).map(searcher).collect()
    }
}

/// The checksum of a file as hexadecimal digits.
pub fn checksum(file: &[u8]) -> String {
    format!("{:08x}", hash(file))
}

/// Searches the positions of games.
pub struct FixedNodesSearcher<K: Knowledge> {
    /// Its transposition table must not be shared.
    pub search: Search<K>,
    nodes: u64,
}

impl<K: Knowledge> FixedNodesSearcher<K> {
    /// A searcher that visits `nodes` positions in every search.
    pub fn new(search: Search<K>, nodes: u64) -> FixedNodesSearcher<K> {
        FixedNodesSearcher { search, nodes }
    }

    /// Clears all that is left of the game before.
    pub fn clear(&mut self) {
        self.search.tt.clear();
        self.search.clear();
    }

    /// Searches the current position of a game, which must not be over.
    pub fn search(&mut self, game: &GameHistory<K::Game>) -> SearchResult<MoveOf<K>> {
        let limits = SearchLimits { nodes: Some(self.nodes), ..SearchLimits::default() };
        let task = SearchTask { game_keys: game.earlier_keys(), ..SearchTask::new(game.position(), limits) };
        self.search.tt.new_search();
        self.search.think(task, &mut Silent)
    }
}
