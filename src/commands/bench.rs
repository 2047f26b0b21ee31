//! `kempelen bench`: the number of nodes to a fixed depth on fixed positions is the identity of
//! the engine's play: it changes exactly when the play changes.

use crate::games::{DEFAULT_GAME, Entry, Visitor, by_name, game_help};
use crate::lab::model_file;
use crate::notation::Notation;
use crate::search::clock::SearchLimits;
use crate::search::listener::Silent;
use crate::search::task::SearchTask;
use crate::search::{Search, TranspositionTable};
use crate::system::files::NamedOutput;
use anyhow::{Context, anyhow};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

/// Search fixed positions: the number of nodes identifies the version, nps the speed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen bench
  kempelen bench --game english --depth 17
  kempelen bench --eval chess.nnue")]
pub struct Bench {
    /// The name of the game
    #[arg(long, help = game_help(), default_value = DEFAULT_GAME)]
    game: String,
    /// Depth to search, in plies [default: depends on the game]
    #[arg(long)]
    depth: Option<i32>,
    /// Evaluation: a file with weights or a network, or 'weights' for the weights in the program
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

impl Bench {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let started = Instant::now();
        let nodes = signature(&self.game, self.depth, self.eval.as_deref())?;
        let seconds = started.elapsed().as_secs_f64();
        let speed = (nodes as f64 / seconds.max(1e-9)) as u64;
        writeln!(NamedOutput::stdout(), "{nodes} nodes {speed} nps")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The nodes of a search of every bench position of a game, from a fresh table.
pub fn signature(game: &str, depth: Option<i32>, eval: Option<&Path>) -> anyhow::Result<u64> {
    by_name(game, Signature { depth, eval }).map_err(|error| anyhow!(error))?
}

struct Signature<'a> {
    depth: Option<i32>,
    eval: Option<&'a Path>,
}

impl Visitor for Signature<'_> {
    type Output = anyhow::Result<u64>;

    fn visit<K: Entry>(self) -> Self::Output {
        let model = model_file::read_model::<K::Model>(self.eval)?;
        let table = Arc::new(TranspositionTable::new(16)?);
        let mut search = Search::<K>::new(Arc::clone(&table), &model);
        let mut nodes = 0;
        for text in K::INFO.bench {
            let position = K::Game::parse(text).with_context(|| text.to_owned())?;
            let limits = SearchLimits {
                depth: Some(self.depth.unwrap_or(K::INFO.bench_depth)),
                ..SearchLimits::default()
            };
            let task = SearchTask::new(&position, limits);
            table.new_search();
            nodes += search.think(task, &mut Silent).nodes;
        }
        Ok(nodes)
    }
}
