//! `kempelen bench`.

use super::version::slow_build;
use crate::games::DEFAULT_GAME;
use crate::lab::perft::signature;
use crate::system::files::NamedOutput;
use clap::Args;
use std::io::{Write, stderr};
use std::path::PathBuf;
use std::time::Instant;

/// Search fixed positions: the number of nodes identifies the version, nps the speed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen bench
  kempelen bench --game english --depth 17
  kempelen bench --eval chess.nnue")]
pub struct Bench {
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts
    #[arg(long, default_value = DEFAULT_GAME)]
    game: String,
    /// Depth to search, in plies [default: depends on the game]
    #[arg(long, value_parser = clap::value_parser!(i32).range(0..))]
    depth: Option<i32>,
    /// Evaluation: a file with weights or a network, or 'weights' for the weights in the program
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

impl Bench {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        if let Some(notice) = slow_build() {
            let _ = writeln!(stderr(), "kempelen: this program was built {notice}");
        }
        let started = Instant::now();
        let nodes = signature(&self.game, self.depth, self.eval.as_deref())?;
        let seconds = started.elapsed().as_secs_f64();
        let speed = (nodes as f64 / seconds.max(1e-9)) as u64;
        Ok(writeln!(NamedOutput::stdout(), "{nodes} nodes {speed} nps")?)
    }
}
