//! The report of `tune weights`: a table for people, JSON for scripts.

use super::fit::RegressionLosses;
use crate::lab::samples::SampleCounts;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// The report of a tuning run.
#[derive(Clone, Serialize, Debug)]
pub struct TuningReport {
    /// The version of the JSON object, which grows with every incompatible change.
    pub version: u32,
    /// The data.
    pub data: TuningData,
    /// The standard deviation of the prior, in centipawns.
    pub prior_deviation: f64,
    /// The losses with the initial weights.
    pub before: RegressionLosses,
    /// The losses before rounding, if the evaluation is linear in the weights.
    pub fitted: RegressionLosses,
    /// The losses with the weights as written.
    pub after: RegressionLosses,
    /// All tuned weights.
    pub weights: Vec<TunedWeight>,
}

/// The data of a tuning run.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct TuningData {
    /// Games and positions.
    #[serde(flatten)]
    pub counts: SampleCounts,
    /// Scale of the sigmoid for the scores of the data, in centipawns.
    pub score_scale: f64,
    /// Scale of the sigmoid for the evaluation, in centipawns.
    pub scale: f64,
}

/// A tuned weight.
#[derive(Clone, Serialize, Debug)]
pub struct TunedWeight {
    /// Its name in the file.
    pub name: String,
    /// The initial value.
    pub old: i64,
    /// The new value.
    pub new: i64,
    /// The standard error of the new value.
    pub standard_error: f64,
    /// The number of positions in which it matters.
    pub positions: u64,
}

impl Display for TuningData {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let TuningData { counts, score_scale, scale } = self;
        let SampleCounts { training_games, validation_games, usable, positions } = counts;
        write!(
            out,
            "games: {training_games} for training, {validation_games} for validation\n\
             positions: {positions} of {usable} that are quiet and open\n\
             scale: {scale:.1} centipawns; of the scores: {score_scale:.1}"
        )
    }
}

impl Display for RegressionLosses {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        write!(out, "training loss {:.6}", self.training)?;
        self.validation.map_or(Ok(()), |loss| write!(out, ", validation loss {loss:.6}"))
    }
}

impl Display for TuningReport {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let width = self.weights.iter().map(|weight| weight.name.len()).max().unwrap_or(0).max(6);
        writeln!(out, "{:width$} {:>6} {:>6} {:>6} {:>10}", "weight", "old", "new", "+-", "positions")?;
        for TunedWeight { name, old, new, standard_error: error, positions } in &self.weights {
            writeln!(out, "{name:width$} {old:>6} {new:>6} {error:>6.1} {positions:>10}")?;
        }
        if self.weights.iter().all(|weight| weight.old == weight.new) {
            writeln!(out, "no weight was changed: the data show no better value; more games may, or a larger --prior")?;
        }
        writeln!(out, "{}", self.data)?;
        writeln!(out, "prior standard deviation: {} centipawns", self.prior_deviation)?;
        writeln!(out, "before:  {}", self.before)?;
        writeln!(out, "fitted:  {}", self.fitted)?;
        writeln!(out, "rounded: {}", self.after)
    }
}
