//! `kempelen tune`: tunes weights of the evaluation and options of engines.

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
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Weights(weights::TuneWeights),
    Options(options::Options),
}

impl Tune {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Weights(command) => command.run(),
            Command::Options(command) => command.run(),
        }
    }
}
