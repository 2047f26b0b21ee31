//! `kempelen tune`: finds numbers that are better than those somebody thought of.

mod options;
mod weights;

use clap::{Args, Subcommand};
use std::process::ExitCode;

/// Find better numbers: weights of an evaluation by recorded games, options of an engine by playing
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen tune weights --data english.games --output tuned.toml
  kempelen tune options --engine cmd=./engine nodes=5000 --option 'Null Move=4,1..8' --output tuned.json

docs/tune.md tells more.")]
pub struct Tune {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Fit the weights of an evaluation to games.
    Weights(weights::Weights),
    /// Find better values of numeric options by games of an engine against itself.
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
