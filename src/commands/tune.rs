//! `kempelen tune`: finds numbers that are better than those somebody thought of.

mod options;
mod weights;

use clap::{Args, Subcommand};
use std::process::ExitCode;

/// Tune weights of the evaluation from games, or options of an engine by playing (SPSA)
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen tune weights --data english.games --output tuned.toml
  kempelen tune options --engine cmd=./engine nodes=5000 --option 'Null Move=4,1..8' --output tuned.json

See docs/tune.md for more.")]
pub struct Tune {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Fit the weights of the evaluation to game results (Texel tuning).
    Weights(weights::Weights),
    /// Tune numeric options of an engine by self-play (SPSA).
    Options(options::Options),
}

impl Tune {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.task {
            Task::Weights(task) => task.run(),
            Task::Options(task) => task.run(),
        }
    }
}
