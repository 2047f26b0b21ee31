//! `kempelen tune weights`: fits the weights of an evaluation to games of the engine against itself.
//!
//! Samuel (1959) let his program change the weights of its evaluation until that agreed with what
//! the search found. Here they are changed until it tells the results of games, and what searches
//! found, as well as can be: logistic regression.

use crate::commands::arguments::{part, positive};
use crate::eval::Model;
use crate::games::{Entry, Visitor, by_name};
use crate::lab::game_file::reader::common_header;
use crate::lab::model_file;
use crate::lab::regression::fit::MAX_WEIGHTS;
use crate::lab::regression::toml_numbers::TomlNumbers;
use crate::lab::regression::tuner::{TuningSettings, WeightTuner};
use crate::lab::samples::{SampleSelection, collect_samples};
use crate::system::atomic_file::AtomicFile;
use crate::system::files::NamedOutput;
use crate::system::interrupt;
use crate::system::threads::ThreadCount;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Fit the weights of the evaluation to game results (Texel tuning).
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen tune weights --data english.games --output tuned.toml
  kempelen tune weights --data english.games --weights start.toml --output tuned.toml --keep man
  kempelen tune weights --data chess.games --output tuned.toml --only king_danger,tempo --positions 500000

The game files are those of `kempelen datagen play`. In the file of weights only the numbers change.
See docs/tune.md for more.")]
pub struct Weights {
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
    /// Weight w of the game result in the training target: w * result + (1 - w) * sigmoid(score /
    /// scale)
    #[arg(long, default_value_t = 0.7, value_parser = part)]
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
    #[arg(long, default_value_t = 0, value_name = "PLIES")]
    skip_plies: usize,
    /// Largest number of positions to use [default: depends on the number of weights, at most 2
    /// million]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: Option<u32>,
    /// Largest number of times to linearise the evaluation; 1 is enough if it is linear in the
    /// weights
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Largest number of steps in each round
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    steps: u16,
    #[command(flatten)]
    threads: ThreadCount,
    /// Write a JSON object (see docs/tune.md)
    #[arg(long)]
    json: bool,
}

/// So many evaluations take half a minute (draughts) to some minutes (chess), and a gigabyte at most.
const EVALUATIONS: usize = 200_000_000;

/// More positions of few weights tell little more.
const MOST_POSITIONS: usize = 2_000_000;

impl Weights {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let header = common_header(&self.data)?;
        by_name(header.game(), &self).map_err(|error| anyhow!(error))?
    }

    /// The text of the weights to begin with, and what to call it in messages.
    fn text<M: Model>(&self) -> anyhow::Result<(String, String)> {
        let (bytes, name) = match &self.weights {
            Some(path) => {
                let bytes = model_file::read_model_bytes::<M>(Some(path))?;
                (bytes, format!("'{}'", path.display()))
            }
            None => (M::WEIGHTS.to_vec(), "the weights in the program".into()),
        };
        M::read(&bytes).with_context(|| name.clone())?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| anyhow!("{name}: expected weights as text"))?;
        Ok((text, name))
    }

    /// The places of the numbers that are free to move.
    fn chosen(&self, numbers: &TomlNumbers) -> anyhow::Result<Vec<usize>> {
        let named = |names: &[String], option| -> anyhow::Result<Vec<usize>> {
            let meant = names
                .iter()
                .map(|name| numbers.matching(name).context(option));
            let meant: Vec<_> = meant.collect::<anyhow::Result<_>>()?;
            Ok(meant.concat())
        };
        let (only, keep) = (named(&self.only, "--only")?, named(&self.keep, "--keep")?);
        let mut chosen: Vec<usize> = (0..numbers.list().len()).collect();
        chosen.retain(|place| only.is_empty() || only.contains(place));
        chosen.retain(|place| !keep.contains(place));
        match chosen.len() {
            0 => bail!("found no weight that is free to move"),
            found if found > MAX_WEIGHTS => bail!(
                "found {found} weights, expected {MAX_WEIGHTS} at most: choose them by --only"
            ),
            _ => Ok(chosen),
        }
    }

    fn settings(&self) -> TuningSettings {
        TuningSettings {
            blend: self.blend,
            scale: self.scale,
            prior_deviation: self.prior,
            rounds: self.rounds.into(),
            steps: self.steps.into(),
            threads: self.threads.count(),
        }
    }

    fn tune<K: Entry>(&self, interrupted: &AtomicBool) -> anyhow::Result<()> {
        let output = AtomicFile::create_new(&self.output)?;
        let (text, name) = self.text::<K::Model>()?;
        let numbers = TomlNumbers::read(&text).context(name)?;
        let chosen = self.chosen(&numbers)?;
        let most = (EVALUATIONS / chosen.len()).min(MOST_POSITIONS);
        let wanted = SampleSelection {
            max_samples: self.positions.map_or(most, |most| most as usize),
            skip_plies: self.skip_plies,
            validation_every: 10,
        };
        let Some(samples) = collect_samples::<K>(&self.data, wanted, interrupted)? else {
            return Ok(());
        };
        if samples.list.iter().all(|sample| sample.validation) {
            bail!("found no position to fit to, expected some that are quiet and open");
        }
        let rounds =
            WeightTuner::<K>::new(&numbers, chosen, samples, self.settings(), interrupted)?;
        let Some((values, report)) = rounds.run()? else {
            return Ok(());
        };
        let written = fs::write(output.write_path(), numbers.with(&values));
        written.with_context(|| format!("cannot write '{}'", self.output.display()))?;
        output.commit()?;
        match self.json {
            true => writeln!(NamedOutput::stdout(), "{}", report.json()?)?,
            false => write!(NamedOutput::stdout(), "{report}")?,
        }
        Ok(())
    }
}

impl Visitor for &Weights {
    type Output = anyhow::Result<ExitCode>;

    fn visit<K: Entry>(self) -> Self::Output {
        let interrupted = interrupt::listen();
        self.tune::<K>(interrupted)?;
        Ok(match interrupted.load(Relaxed) {
            true => ExitCode::from(interrupt::STATUS),
            false => ExitCode::SUCCESS,
        })
    }
}
