//! A tuning run: from game files to a file of weights.
//!
//! Samuel (1959) let his program change the weights of its evaluation until that agreed with its
//! searches. Here the weights are fitted to game results and scores by logistic regression.

use super::fit::MAX_WEIGHTS;
use super::report::TuningReport;
use super::toml_numbers::TomlNumbers;
use super::tuner::{TuningSettings, WeightTuner};
use crate::eval::WEIGHTS;
use crate::lab::any_game::{AnyGame, any_game};
use crate::lab::game_file::reader::common_header;
use crate::lab::samples::{SampleSelection, collect_samples};
use crate::lab::training_target::LambdaReturn;
use crate::system::atomic_file::AtomicFile;
use crate::system::error_words::NameFile;
use anyhow::{Context, anyhow, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// This many evaluations take half a minute (draughts) to some minutes (chess), and at most a gigabyte.
const MAX_EVALUATIONS: usize = 200_000_000;

/// With few weights, more positions than this add little.
const MAX_POSITIONS: usize = 2_000_000;

/// Every n-th game is kept for validation.
const VALIDATION_EVERY: usize = 10;

/// The settings of a tuning run.
pub struct TuningRun {
    /// The game files, all of one game.
    pub data: Vec<PathBuf>,
    /// The initial weights; `None`: those in the program.
    pub weights: Option<PathBuf>,
    /// The file of weights to write.
    pub output: PathBuf,
    /// If not empty, the only weights to tune.
    pub only: Vec<String>,
    /// Weights that keep their value.
    pub keep: Vec<String>,
    /// The largest number of positions; `None`: as many as seem useful.
    pub positions: Option<usize>,
    /// The number of positions to skip at the beginning of every game.
    pub skip_plies: usize,
    /// The settings of the regression.
    pub settings: TuningSettings,
}

impl TuningRun {
    /// Tunes the weights. `None` if the program was interrupted before there were new ones.
    ///
    /// # Errors
    /// A file cannot be read or written, or no weight can be tuned.
    pub fn run(&self) -> anyhow::Result<Option<TuningReport>> {
        let kind = any_game(common_header(&self.data)?.game())?;
        let output = AtomicFile::create_new(&self.output)?;
        let (text, name) = self.initial_text(&kind)?;
        let numbers = TomlNumbers::read(&text).context(name)?;
        let free = self.free_weights(&numbers)?;
        let useful = (MAX_EVALUATIONS / free.len()).min(MAX_POSITIONS);
        let selection = SampleSelection {
            max_samples: self.positions.unwrap_or(useful),
            skip_plies: self.skip_plies,
            validation_every: VALIDATION_EVERY,
        };
        let Some(samples) = collect_samples(&self.data, &kind, selection, LambdaReturn::RESULT)? else {
            return Ok(None);
        };
        ensure!(samples.has_training_positions(), "found no position to fit to, expected some that are quiet and open");
        let Some((values, report)) = WeightTuner::new(&numbers, free, kind, &samples, self.settings)?.run()? else {
            return Ok(None);
        };
        fs::write(output.write_path(), numbers.with(&values)).writing(&self.output)?;
        output.commit()?;
        Ok(Some(report))
    }

    /// The text of the initial weights, and its name in messages.
    fn initial_text(&self, kind: &AnyGame) -> anyhow::Result<(String, String)> {
        let in_program = "the weights in the program".to_owned();
        let name = self.weights.as_ref().map_or(in_program, |path| format!("'{}'", path.display()));
        let bytes = kind.model_bytes(Some(self.weights.as_deref().unwrap_or(Path::new(WEIGHTS))))?;
        kind.read_model(&bytes).with_context(|| name.clone())?;
        let text = String::from_utf8(bytes).map_err(|_| anyhow!("{name}: expected weights as text"))?;
        ensure!(
            (kind.is_tunable)(&text),
            "{name}: found values of pieces on squares, expected weights in hundredths of a man, as in eval/russian.toml: name them by --weights"
        );
        Ok((text, name))
    }

    /// The indices of the weights to tune.
    fn free_weights(&self, numbers: &TomlNumbers) -> anyhow::Result<Vec<usize>> {
        let matching = |names: &[String], option| -> anyhow::Result<Vec<usize>> {
            let found = names.iter().map(|name| numbers.matching(name).context(option));
            Ok(found.collect::<anyhow::Result<Vec<_>>>()?.concat())
        };
        let (only, keep) = (matching(&self.only, "--only")?, matching(&self.keep, "--keep")?);
        let mut free: Vec<usize> = (0..numbers.list.len()).collect();
        free.retain(|index| only.is_empty() || only.contains(index));
        free.retain(|index| !keep.contains(index));
        match free.len() {
            0 => bail!("found no weight that is free to move"),
            found if found > MAX_WEIGHTS => {
                bail!("found {found} weights, expected {MAX_WEIGHTS} at most: choose them by --only")
            }
            _ => Ok(free),
        }
    }
}
