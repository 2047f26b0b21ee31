//! `kempelen train`.

use super::arguments::{ThreadArgs, between, file_named, part, positive};
use crate::eval::nnue::simd::I16x32;
use crate::eval::nnue::{FeatureSet, MAX_NEURONS, MAX_SCALE, Network};
use crate::games::{DEFAULT_GAME, GameInfo, find_game};
use crate::lab::game_file::reader::common_header;
use crate::lab::game_file::training_game::GamesDigest;
use crate::lab::game_tools::AnyModel;
use crate::lab::samples::{SampleCounts, SampleSelection, SampleSet, collect_samples};
use crate::lab::training::bullet;
use crate::lab::training::checkpoint::{checkpoint_path, loss_curves, resume_from_checkpoint, write_checkpoint};
use crate::lab::training::trainer::{EpochReport, NetworkTrainer, TrainingConfig};
use crate::lab::training_target::LambdaReturn;
use crate::system::file_lock::FileLock;
use crate::system::run_settings::{PROGRAM_VERSION, RunSettings};
use crate::system::{files, interrupt, progress};
use anyhow::{Context, ensure};
use clap::Args;
use std::borrow::Cow;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
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
        "skip_plies", "positions", "seed", "threads",
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
    #[arg(long, value_name = "FILE.svg", value_parser = file_named(&["svg"]))]
    curve: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
}

impl Train {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        interrupt::listen();
        let checkpoint = checkpoint_path(&self.output);
        let inputs = self.data.iter().chain(&self.from).chain(&self.import).chain([&checkpoint]);
        let _locks = FileLock::all_but([&self.output].into_iter().chain(&self.curve), inputs)?;
        if let (Some(import), Some(scale)) = (&self.import, self.scale) {
            let network = bullet::import(import, find_game(DEFAULT_GAME)?.network_features(), scale.round() as i32)?;
            ensure!(!self.output.exists(), "'{}' is there already", self.output.display());
            files::replace(&self.output, &network.write())?;
            return Ok(ExitCode::SUCCESS);
        }
        Ok(if self.train()? { ExitCode::SUCCESS } else { ExitCode::from(interrupt::STATUS) })
    }

    /// Trains the network. Returns false if the program was interrupted.
    ///
    /// # Errors
    /// A file cannot be read or written, or the training diverges.
    fn train(&self) -> anyhow::Result<bool> {
        let game = find_game(common_header(&self.data)?.game())?;
        let checkpoint = checkpoint_path(&self.output);
        let features = game.network_features();
        self.check(game, &checkpoint)?;
        let initial =
            self.from.as_deref().map(|path| InitialNetwork::read(path, features, self.neurons)).transpose()?;
        let returns = self.lambda_return(initial.as_ref())?;
        let (max_samples, skip_plies) = (self.positions, self.skip_plies);
        let selection = SampleSelection { max_samples, skip_plies, validation_every: VALIDATION_EVERY };
        let Some(samples) = collect_samples(&self.data, game, selection, returns)? else { return Ok(false) };
        let data = self.describe(samples.counts, &samples.digest);
        let config = self.config(&samples, initial.as_ref())?;
        let target = config.target();
        let settings = self.run_settings(game, &data, &config);
        let mut trainer = NetworkTrainer::new(config, &samples, self.threads.count());
        if let Some(initial) = &initial {
            trainer.start_from(&initial.network);
        }
        if self.resume && checkpoint.exists() {
            resume_from_checkpoint(&mut trainer, &settings, &checkpoint)?;
        }
        let report_loss = |name, model: &AnyModel| {
            let loss = shown(samples.validation_loss(model, target));
            let _ = writeln!(stderr(), "{name}: validation loss {loss}");
        };
        let _ = writeln!(stderr(), "{data}; scale {:.1}", target.scale);
        report_loss("the evaluation in the program", &game.model()?);
        if !self.train_epochs(&mut trainer, &settings, &checkpoint)? {
            let _ = writeln!(stderr(), "kempelen: interrupted; --resume continues");
            return Ok(false);
        }
        let config = serde_json::to_string(&trainer.config)?;
        let provenance = format!("{PROGRAM_VERSION}; {data}; {config}");
        let network = trainer.network(provenance).write();
        report_loss("the quantised network", &game.read_model(&network)?);
        files::replace(&self.output, &network)?;
        Ok(true)
    }

    /// Checks what can be checked before the games are read.
    fn check(&self, game: &'static GameInfo, checkpoint: &Path) -> anyhow::Result<()> {
        ensure!(game.network_features().count > 0, "there are no networks for the game {}", game.name);
        ensure!(
            self.resume || !self.output.exists() && !checkpoint.exists(),
            "'{}' is there already, or its checkpoint; --resume continues it",
            self.output.display()
        );
        ensure!(
            checkpoint.exists() || !self.output.exists(),
            "'{}' is there already, but not '{}', which is needed to continue it",
            self.output.display(),
            checkpoint.display()
        );
        Ok(())
    }

    /// Trains for the remaining epochs, with a checkpoint after each. Returns false if the program was interrupted.
    fn train_epochs(
        &self,
        trainer: &mut NetworkTrainer,
        settings: &RunSettings,
        checkpoint: &Path,
    ) -> anyhow::Result<bool> {
        let bar = progress::progress_bar("positions", 0);
        for number in trainer.epochs.len() as u32 + 1..=self.epochs {
            bar.reset();
            bar.set_length(trainer.training_positions() as u64);
            bar.set_message(format!("epoch {number}: "));
            let Some(epoch) = trainer.epoch(&bar)? else {
                bar.finish_and_clear();
                return Ok(false);
            };
            bar.suspend(|| self.report(epoch));
            write_checkpoint(trainer, settings, checkpoint)?;
            self.draw(trainer)?;
        }
        bar.finish_and_clear();
        self.draw(trainer)?;
        Ok(true)
    }

    fn draw(&self, trainer: &NetworkTrainer) -> anyhow::Result<()> {
        self.curve.as_ref().map_or(Ok(()), |path| files::replace(path, loss_curves(&trainer.epochs).as_bytes()))
    }

    /// The scale that does not depend on the data.
    fn known_scale(&self, initial: Option<&InitialNetwork>) -> Option<f64> {
        self.scale.or(initial.map(|initial| initial.network.scale.into()))
    }

    /// What replaces the results of the games.
    fn lambda_return(&self, initial: Option<&InitialNetwork>) -> anyhow::Result<LambdaReturn> {
        if self.lambda == LambdaReturn::RESULT.lambda {
            return Ok(LambdaReturn::RESULT);
        }
        let scale = self.known_scale(initial);
        let scale = scale.context("--lambda needs the scale of the scores: give --scale, or --from with a network")?;
        ensure!(
            self.blend > 0.0 || self.final_blend.is_some_and(|blend| blend > 0.0),
            "--lambda has no effect on a target without results: raise --blend above 0"
        );
        Ok(LambdaReturn { lambda: self.lambda, scale })
    }

    fn config(&self, samples: &SampleSet, initial: Option<&InitialNetwork>) -> anyhow::Result<TrainingConfig> {
        ensure!(
            samples.has_training_positions(),
            "found no position to learn from, expected some that are quiet and open"
        );
        let initial_neurons = initial.map_or(DEFAULT_NEURONS, |initial| initial.network.neurons());
        Ok(TrainingConfig {
            neurons: self.neurons.unwrap_or(initial_neurons),
            epochs: self.epochs,
            batch: self.batch as usize,
            rate: [self.rate, self.final_rate.unwrap_or(self.rate / 100.0)],
            blend: [self.blend, self.final_blend.unwrap_or(self.blend)],
            lambda: self.lambda,
            scale: self.known_scale(initial).unwrap_or_else(|| samples.fit_scale()),
            seed: self.seed,
            from: initial.map(|initial| initial.name.clone()),
        })
    }

    /// A description of the training data.
    fn describe(&self, counts: SampleCounts, digest: &GamesDigest) -> String {
        let SampleCounts { training_games, validation_games, usable, positions } = counts;
        let (files, digest) = (file_names(&self.data), digest.to_hex());
        let games = format!("{training_games} training and {validation_games} validation games");
        format!("{positions} of {usable} positions of {games} in {files} ({digest})")
    }

    /// Everything that the network depends on. A default comes after what it depends on.
    fn run_settings(&self, game: &'static GameInfo, data: &str, config: &TrainingConfig) -> RunSettings {
        let ([rate, final_rate], [blend, final_blend]) = (config.rate, config.blend);
        RunSettings::new(game.name)
            .with("inputs", game.network_features().name)
            .with("skip-plies", self.skip_plies)
            .with("positions", self.positions)
            .with("data", data)
            .with_optional("from", config.from.as_ref())
            .with("neurons", config.neurons)
            .with("epochs", config.epochs)
            .with("batch", config.batch)
            .with("rate", rate)
            .with("final-rate", final_rate)
            .with("blend", blend)
            .with("final-blend", final_blend)
            .with("lambda", config.lambda)
            .with("scale", config.scale)
            .with("seed", config.seed)
    }

    fn report(&self, epoch: EpochReport) {
        let validation = shown(epoch.validation_loss);
        let _ = writeln!(
            stderr(),
            "epoch {} of {}: learning rate {:.6}, training loss {:.6}, validation loss {validation}, {:.0} thousand positions a second",
            epoch.epoch,
            self.epochs,
            epoch.learning_rate,
            epoch.training_loss,
            epoch.positions_per_second / 1e3,
        );
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

/// Neurons of an accumulator by default.
const DEFAULT_NEURONS: usize = 128;

/// One game of this many is kept for validation.
const VALIDATION_EVERY: u32 = 50;

/// The names of the files without their folders; of more than ten files, their number and the first and last name.
fn file_names(files: &[PathBuf]) -> String {
    const MANY: usize = 10;
    match files {
        [first, .., last] if files.len() > MANY => {
            format!("{} files from {} to {}", files.len(), file_name(first), file_name(last))
        }
        _ => Vec::from_iter(files.iter().map(|path| file_name(path))).join(", "),
    }
}

fn file_name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy()
}

/// The network that training starts from.
struct InitialNetwork {
    network: Network,
    /// The name of its file with a checksum.
    name: String,
}

impl InitialNetwork {
    /// Reads a network, which must not have more neurons than `wanted`.
    fn read(path: &Path, features: FeatureSet, wanted: Option<usize>) -> anyhow::Result<InitialNetwork> {
        let bytes = files::read(path)?;
        let network = Network::read(&bytes, features).with_context(|| format!("'{}'", path.display()))?;
        let neurons = network.neurons();
        if let Some(wanted) = wanted {
            ensure!(
                neurons <= wanted,
                "'{}': found {neurons} neurons, expected at most {wanted}: --neurons can only add to them",
                path.display()
            );
        }
        Ok(InitialNetwork { network, name: format!("{} {:08x}", file_name(path), crc32fast::hash(&bytes)) })
    }
}

fn shown(loss: Option<f64>) -> String {
    loss.map_or("none".to_owned(), |loss| format!("{loss:.6}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_files_are_told_by_the_first_and_the_last() {
        let files = |numbers: std::ops::Range<u32>| -> Vec<PathBuf> {
            numbers.map(|number| format!("data/{number}.games").into()).collect()
        };
        assert_eq!(file_names(&files(1..3)), "1.games, 2.games");
        assert_eq!(file_names(&files(1..31)), "30 files from 1.games to 30.games");
    }
}
