//! `kempelen train`: makes a network by games of the engine against itself.

use super::arguments::{between, part, positive};
use crate::eval::Model;
use crate::eval::nnue::simd::I16x32;
use crate::eval::nnue::{Features, MAX_NEURONS, MAX_SCALE, Network};
use crate::game::Game;
use crate::games::{Entry, Visitor, by_name};
use crate::lab::game_file::reader::common_header;
use crate::lab::samples::{SampleSelection, SampleSet, collect_samples};
use crate::lab::training::trainer::{EpochReport, NetworkTrainer, TrainingConfig};
use crate::lab::training::{checkpoint, loss_curve, validation};
use crate::system::threads::ThreadCount;
use crate::system::{files, interrupt, progress};
use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Train a neural network (NNUE) on games of `datagen`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen train --data chess.games --output chess.nnue
  kempelen train --data chess.games --output chess.nnue --resume
  kempelen train --data *.games --output big.nnue --neurons 256 --epochs 30 --curve loss.svg
  kempelen train --data new.games --from chess.nnue --output better.nnue --rate 0.0003 --epochs 10

The game files are those of `kempelen datagen play`. After every epoch the state of the training is
saved in OUTPUT.checkpoint for --resume; the network is written after the last one.
See docs/training.md for more.")]
pub struct Train {
    /// Game files
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Output file for the network
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Width of the first layer, for each side's view of the board
    #[arg(long, default_value_t = 128, value_parser = neurons, conflicts_with = "from")]
    neurons: usize,
    /// Start from this network instead of random weights; it sets --neurons, and --scale if not
    /// given
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Number of epochs: passes over all positions
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Batch size
    #[arg(long, default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Initial learning rate; it decays to a hundredth
    #[arg(long, default_value_t = 0.001, value_parser = rate)]
    rate: f64,
    /// Weight w of the game result in the training target: w * result + (1 - w) * sigmoid(score /
    /// scale)
    #[arg(long, default_value_t = 0.1, value_parser = part)]
    blend: f64,
    /// Scale of the sigmoid in centipawns: a score of this size is an expected result of 73 %
    /// [default: fitted to the data]
    #[arg(long, value_name = "HUNDREDTHS", value_parser = scale)]
    scale: Option<f64>,
    /// Leave out this many positions at the beginning of every game
    #[arg(long, default_value_t = 0, value_name = "PLIES")]
    skip_plies: usize,
    /// Largest number of positions to use; each takes 72 bytes of memory
    #[arg(long, default_value_t = 100_000_000, value_name = "N")]
    positions: usize,
    /// Seed for the initial weights and the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Continue an interrupted run of the same options
    #[arg(long)]
    resume: bool,
    /// Draw the loss curves
    #[arg(long, value_name = "FILE.svg")]
    curve: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadCount,
}

impl Train {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let header = common_header(&self.data)?;
        by_name(header.game(), &self).map_err(|error| anyhow!(error))?
    }

    fn train<K: Entry>(&self, interrupted: &AtomicBool) -> anyhow::Result<ExitCode> {
        let beside = checkpoint::checkpoint_path(&self.output);
        self.check::<K>(&beside)?;
        let first = self.from.as_deref().map(First::read).transpose()?;
        let Some(samples) = collect_samples::<K>(&self.data, self.wanted(), interrupted)? else {
            return Ok(ExitCode::from(interrupt::STATUS));
        };
        let data = self.told(&samples);
        let plan = self.plan(&samples, first.as_ref())?;
        let goal = plan.target();
        let threads = self.threads.count();
        let mut trainer = NetworkTrainer::<K::Game, K::Inputs>::new(plan, &samples.list, threads);
        if let Some(first) = &first {
            trainer.start_from(&first.network);
        }
        if self.resume && beside.exists() {
            checkpoint::resume_from_checkpoint(&mut trainer, &data, &beside)?;
        }
        let tell = |name, model: Arc<K::Model>| {
            let loss = shown(validation::validation_loss::<K>(
                &model,
                goal,
                &samples.list,
            ));
            let _ = writeln!(stderr(), "{name}: validation loss {loss}");
        };
        let _ = writeln!(stderr(), "{data}; scale {:.1}", goal.scale);
        tell("the evaluation in the program", K::Model::embedded()?);
        if !self.learn(&mut trainer, &data, &beside, interrupted)? {
            let _ = writeln!(stderr(), "kempelen: interrupted; --resume goes on");
            return Ok(ExitCode::from(interrupt::STATUS));
        }
        let plan = serde_json::to_string(&trainer.config)?;
        let provenance = format!("kempelen {}; {data}; {plan}", env!("CARGO_PKG_VERSION"));
        let network = trainer.network(provenance).write();
        tell("in whole numbers", Arc::new(K::Model::read(&network)?));
        files::replace(&self.output, &network)?;
        Ok(ExitCode::SUCCESS)
    }

    /// What can be wrong before any game is read.
    fn check<K: Entry>(&self, beside: &Path) -> anyhow::Result<()> {
        ensure!(
            K::Inputs::COUNT > 0,
            "there are no networks for the game {}",
            K::INFO.name
        );
        ensure!(
            self.resume || !self.output.exists() && !beside.exists(),
            "'{}' is there already, or its checkpoint; --resume goes on with it",
            self.output.display()
        );
        ensure!(
            beside.exists() || !self.output.exists(),
            "'{}' is there already, but not '{}', which is needed to go on with it",
            self.output.display(),
            beside.display()
        );
        Ok(())
    }

    /// All epochs that are left, with a checkpoint after each; whether the end was reached.
    fn learn<G: Game, F: Features<G>>(
        &self,
        trainer: &mut NetworkTrainer<G, F>,
        data: &str,
        beside: &Path,
        interrupted: &AtomicBool,
    ) -> anyhow::Result<bool> {
        let bar = progress::progress_bar("positions", 0);
        for number in trainer.epochs.len() as u32 + 1..=self.epochs {
            bar.reset();
            bar.set_length(trainer.training_positions() as u64);
            bar.set_message(format!("epoch {number}: "));
            let Some(epoch) = trainer.epoch(&bar, interrupted)? else {
                bar.finish_and_clear();
                return Ok(false);
            };
            bar.suspend(|| self.tell(epoch));
            checkpoint::write_checkpoint(trainer, data, beside)?;
            self.draw(trainer)?;
        }
        bar.finish_and_clear();
        self.draw(trainer)?;
        Ok(true)
    }

    fn draw<G, F>(&self, trainer: &NetworkTrainer<G, F>) -> anyhow::Result<()> {
        match &self.curve {
            Some(path) => loss_curve::draw_loss_curves(&trainer.epochs, path),
            None => Ok(()),
        }
    }

    fn wanted(&self) -> SampleSelection {
        SampleSelection {
            max_samples: self.positions,
            skip_plies: self.skip_plies,
            validation_every: 50,
        }
    }

    fn plan<G: Game, F: Features<G>>(
        &self,
        samples: &SampleSet<G>,
        first: Option<&First<G, F>>,
    ) -> anyhow::Result<TrainingConfig> {
        if samples.list.iter().all(|sample| sample.validation) {
            bail!("found no position to learn from, expected some that are quiet and open");
        }
        let scale = first.map(|first| first.network.scale().into());
        let scale = self.scale.or(scale);
        Ok(TrainingConfig {
            neurons: first.map_or(self.neurons, |first| first.network.neurons()),
            epochs: self.epochs,
            batch: self.batch as usize,
            rate: self.rate,
            blend: self.blend,
            scale: scale.unwrap_or_else(|| samples.fit_scale()),
            seed: self.seed,
            from: first.map(|first| first.name.clone()),
        })
    }

    /// What is learned from.
    fn told<G>(&self, samples: &SampleSet<G>) -> String {
        let names = self.data.iter().map(|path| {
            let name = path.file_name().unwrap_or(path.as_os_str());
            name.to_string_lossy().into_owned()
        });
        format!(
            "{} of {} positions of {} training and {} validation games in {} ({})",
            samples.list.len(),
            samples.usable,
            samples.games,
            samples.validation_games,
            names.collect::<Vec<_>>().join(", "),
            samples.digest.to_hex()
        )
    }

    fn tell(&self, epoch: EpochReport) {
        let held_out = shown(epoch.validation_loss);
        let _ = writeln!(
            stderr(),
            "epoch {} of {}: learning rate {:.6}, training loss {:.6}, validation loss {held_out}, {:.0} thousand positions a second",
            epoch.epoch,
            self.epochs,
            epoch.learning_rate,
            epoch.training_loss,
            epoch.positions_per_second / 1e3,
        );
    }
}

/// The network that training begins with.
struct First<G, F> {
    network: Network<G, F>,
    /// Its file and the checksum of that.
    name: String,
}

impl<G: Game, F: Features<G>> First<G, F> {
    fn read(path: &Path) -> anyhow::Result<First<G, F>> {
        let bytes = files::read(path)?;
        let network = Network::read(&bytes);
        let file = path.file_name().unwrap_or(path.as_os_str());
        Ok(First {
            network: network.with_context(|| format!("'{}'", path.display()))?,
            name: format!("{} {:08x}", file.to_string_lossy(), crc32fast::hash(&bytes)),
        })
    }
}

impl Visitor for &Train {
    type Output = anyhow::Result<ExitCode>;

    fn visit<K: Entry>(self) -> Self::Output {
        self.train::<K>(interrupt::listen())
    }
}

fn shown(loss: Option<f64>) -> String {
    loss.map_or("none".to_owned(), |loss| format!("{loss:.6}"))
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
    let right = number
        .filter(|&count: &usize| count > 0 && count <= MAX_NEURONS && count % I16x32::LANES == 0);
    right.ok_or_else(|| {
        format!(
            "expected a multiple of {} up to {MAX_NEURONS}",
            I16x32::LANES
        )
    })
}
