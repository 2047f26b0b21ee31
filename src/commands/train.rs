//! `kempelen train`.

mod run;

use super::arguments::{ThreadArgs, between, part, positive};
use crate::eval::nnue::simd::I16x32;
use crate::eval::nnue::{MAX_NEURONS, MAX_SCALE};
use crate::games::DEFAULT_GAME;
use crate::lab::any_game::any_game;
use crate::lab::training::bullet;
use crate::system::file_lock::FileLock;
use crate::system::files;
use crate::system::interrupt;
use anyhow::ensure;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Train a neural network (NNUE) on games of `datagen`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen train --data chess.games --output chess.nnue
  kempelen train --data chess.games --output chess.nnue --resume
  kempelen train --data *.games --output big.nnue --neurons 256 --epochs 30 --curve loss.svg
  kempelen train --data new.games --from chess.nnue --output better.nnue --rate 0.0003 --epochs 4 --batch 32768 --blend 0.4 --lambda 0.9
  kempelen train --import quantised.bin --scale 400 --output chess.nnue

The game files are those of `kempelen datagen play`. After every epoch the state of the training is
saved in OUTPUT.checkpoint for --resume; the network is written after the last one.
See docs/training.md for more.")]
pub struct Train {
    /// Game files
    #[arg(long, required_unless_present = "import", num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Train nothing: write a network of chess that bullet has trained; --scale is its eval_scale
    #[arg(long, value_name = "quantised.bin", requires = "scale", conflicts_with_all = [
        "data", "from", "resume", "curve", "neurons", "epochs", "batch", "rate", "final_rate", "blend", "final_blend", "lambda",
        "skip_plies", "positions", "seed",
    ])]
    import: Option<PathBuf>,
    /// Output file for the network
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Width of the accumulators, in neurons: a multiple of 32 [default: that of --from, or 128]
    #[arg(long, value_parser = neurons)]
    neurons: Option<usize>,
    /// Start from this network instead of random weights; --neurons may add neurons to it, and --scale
    /// is that of the network if not given
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Number of epochs: passes over all positions
    #[arg(long, default_value = "20", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Batch size
    #[arg(long, default_value = "2048", value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Learning rate at the beginning
    #[arg(long, default_value = "0.001", value_parser = rate)]
    rate: f64,
    /// Learning rate at the end, reached along half a cosine [default: a hundredth of --rate]
    #[arg(long, value_name = "RATE", value_parser = rate)]
    final_rate: Option<f64>,
    /// Weight w of the game result in the training target: w * result + (1 - w) * sigmoid(score / scale)
    #[arg(long, default_value = "0.1", value_parser = part)]
    blend: f64,
    /// Weight w at the end of the training; it goes from --blend to this value linearly [default: that of --blend]
    #[arg(long, value_name = "BLEND", value_parser = part)]
    final_blend: Option<f64>,
    /// Lambda of the TD(lambda) return, which replaces the game result in the training target:
    /// return = (1 - lambda) * sigmoid(next score / scale) + lambda * next return. The return of the
    /// last position is the result. 1 keeps the result; smaller values need --scale or --from
    #[arg(long, default_value = "1", value_parser = part)]
    lambda: f64,
    /// Scale of the sigmoid in centipawns: a score of this size is an expected result of 73 %
    /// [default: that of --from, or fitted to the data]
    #[arg(long, value_name = "HUNDREDTHS", value_parser = scale)]
    scale: Option<f64>,
    /// Leave out this many positions at the beginning of every game
    #[arg(long, default_value = "0", value_name = "PLIES")]
    skip_plies: usize,
    /// Largest number of positions to use; each takes 72 bytes of memory
    #[arg(long, default_value = "100000000", value_name = "N")]
    positions: usize,
    /// Seed for the initial weights and the order of the positions
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Continue an interrupted run of the same options
    #[arg(long)]
    resume: bool,
    /// Draw the loss curves
    #[arg(long, value_name = "FILE.svg")]
    curve: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
}

impl Train {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        interrupt::listen();
        let _locks = FileLock::all([&self.output].into_iter().chain(&self.curve))?;
        if let (Some(import), Some(scale)) = (&self.import, self.scale) {
            let network = bullet::import(import, any_game(DEFAULT_GAME)?.features, scale.round() as i32)?;
            ensure!(!self.output.exists(), "'{}' is there already", self.output.display());
            files::replace(&self.output, &network.write())?;
            return Ok(ExitCode::SUCCESS);
        }
        Ok(if self.train()? { ExitCode::SUCCESS } else { ExitCode::from(interrupt::STATUS) })
    }
}

fn rate(text: &str) -> Result<f64, String> {
    let right = positive(text).ok().filter(|&rate| rate <= 1.0);
    right.ok_or_else(|| "expected a number greater than 0, at most 1".into())
}

fn scale(text: &str) -> Result<f64, String> {
    between(text, 1.0, MAX_SCALE.into())
}

fn neurons(text: &str) -> Result<usize, String> {
    let number = text.parse().ok();
    let right = number.filter(|&count: &usize| count > 0 && count <= MAX_NEURONS && count % I16x32::LANES == 0);
    right.ok_or_else(|| format!("expected a multiple of {} up to {MAX_NEURONS}", I16x32::LANES))
}
