//! `kempelen tune weights`.

use crate::commands::arguments::{ThreadArgs, part, positive};
use crate::lab::regression::run::TuningRun;
use crate::lab::regression::tuner::TuningSettings;
use crate::system::file_lock::FileLock;
use crate::system::files::NamedOutput;
use crate::system::interrupt;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Fit the weights of the evaluation to game results (Texel tuning).
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen tune weights --data english.games --output tuned.toml
  kempelen tune weights --data english.games --weights start.toml --output tuned.toml --keep man
  kempelen tune weights --data chess.games --output tuned.toml --only king_danger,tempo --positions 500000

The game files are those of `kempelen datagen play`. In the file of weights only the numbers change.
See docs/tune.md for more.")]
pub struct TuneWeights {
    /// Game files
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Weights to start from [default: those in the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Output file for the weights
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Tune only these weights, lists or tables of weights
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    only: Vec<String>,
    /// Do not change these weights, lists or tables of weights
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    keep: Vec<String>,
    /// Weight w of the game result in the training target: w * result + (1 - w) * sigmoid(score / scale)
    #[arg(long, default_value = "0.7", value_parser = part)]
    blend: f64,
    /// Scale of the sigmoid in centipawns: an evaluation of this size is an expected result of 73
    /// %; all weights grow with it [default: fitted to the data]
    #[arg(long, value_name = "HUNDREDTHS", value_parser = positive)]
    scale: Option<f64>,
    /// Strength of regularisation: the standard deviation of a weight from its start value, in
    /// centipawns [default: chosen on the validation games]
    #[arg(long, value_name = "HUNDREDTHS", value_parser = positive)]
    prior: Option<f64>,
    /// Leave out this many positions at the beginning of every game
    #[arg(long, default_value = "0", value_name = "PLIES")]
    skip_plies: usize,
    /// Largest number of positions to use [default: depends on the number of weights, at most 2 million]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: Option<u32>,
    /// Largest number of times to linearise the evaluation; 1 is enough if it is linear in the weights
    #[arg(long, default_value = "4", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Largest number of steps in each round
    #[arg(long, default_value = "20", value_parser = clap::value_parser!(u16).range(1..))]
    steps: u16,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Write a JSON object (see docs/tune.md)
    #[arg(long)]
    json: bool,
}

impl TuneWeights {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let _lock = FileLock::new(&self.output)?;
        interrupt::listen();
        let run = TuningRun {
            data: self.data,
            weights: self.weights,
            output: self.output,
            only: self.only,
            keep: self.keep,
            positions: self.positions.map(|positions| positions as usize),
            skip_plies: self.skip_plies,
            settings: TuningSettings {
                blend: self.blend,
                scale: self.scale,
                prior_deviation: self.prior,
                rounds: self.rounds.into(),
                steps: self.steps.into(),
                threads: self.threads.count(),
            },
        };
        if let Some(report) = run.run()? {
            let text = if self.json { serde_json::to_string(&report)? + "\n" } else { report.to_string() };
            NamedOutput::stdout().write_all(text.as_bytes())?;
        }
        Ok(if interrupt::raised() { ExitCode::from(interrupt::STATUS) } else { ExitCode::SUCCESS })
    }
}
