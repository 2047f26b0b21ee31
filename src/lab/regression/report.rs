//! What is said of weights that were fitted: a table for people, an object for scripts.

use super::fit::RegressionLosses;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// The version of the object.
const VERSION: u32 = 2;

/// All that is known of it.
#[derive(Clone, Serialize, Debug)]
pub struct TuningReport {
    /// A change that breaks readers changes it.
    version: u32,
    /// What the data are.
    data: TuningData,
    /// How far weights were likely to move, in hundredths.
    prior_deviation: f64,
    /// How good the weights are that were begun with.
    before: RegressionLosses,
    /// How good they are with fractions, if the evaluation is linear in them.
    fitted: RegressionLosses,
    /// How good they are as they were written.
    after: RegressionLosses,
    /// Every weight that was free to move.
    weights: Vec<TunedWeight>,
}

/// What the weights were fitted to.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct TuningData {
    /// Games that weights are fitted to.
    pub training_games: usize,
    /// Other games, to see how good they are.
    pub validation_games: usize,
    /// Positions that could be used.
    pub usable: usize,
    /// Positions that were used.
    pub positions: usize,
    /// Hundredths in which the chances grow from one half to 73 %, by the scores of the data.
    pub score_scale: f64,
    /// The same by the evaluation.
    pub scale: f64,
}

/// A weight.
#[derive(Clone, Serialize, Debug)]
pub struct TunedWeight {
    /// Its name in the file.
    pub name: String,
    /// What it was.
    pub old: i64,
    /// What it is.
    pub new: i64,
    /// How sure that is: a standard deviation.
    pub standard_error: f64,
    /// In how many positions it counts.
    pub positions: u64,
}

impl TuningReport {
    /// Puts it together.
    pub fn new(
        data: TuningData,
        prior: f64,
        [before, fitted, after]: [RegressionLosses; 3],
        weights: Vec<TunedWeight>,
    ) -> TuningReport {
        TuningReport {
            version: VERSION,
            data,
            prior_deviation: prior,
            before,
            fitted,
            after,
            weights,
        }
    }

    /// One object in one line.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}

impl Display for TuningData {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let TuningData {
            training_games: games,
            validation_games: games_held_out,
            usable,
            positions,
            score_scale,
            scale,
        } = self;
        write!(
            out,
            "games: {games} for training, {games_held_out} for validation\n\
             positions: {positions} of {usable} that are quiet and open\n\
             scale: {scale:.1} centipawns; of the scores: {score_scale:.1}"
        )
    }
}

impl Display for RegressionLosses {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        write!(out, "training loss {:.6}", self.training)?;
        match self.validation {
            Some(loss) => write!(out, ", validation loss {loss:.6}"),
            None => Ok(()),
        }
    }
}

impl Display for TuningReport {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let name = |weight: &TunedWeight| weight.name.len();
        let width = self.weights.iter().map(name).max().unwrap_or(0).max(6);
        writeln!(
            out,
            "{:width$} {:>6} {:>6} {:>6} {:>10}",
            "weight", "old", "new", "+-", "positions"
        )?;
        for TunedWeight {
            name,
            old,
            new,
            standard_error: error,
            positions,
        } in &self.weights
        {
            writeln!(
                out,
                "{name:width$} {old:>6} {new:>6} {error:>6.1} {positions:>10}"
            )?;
        }
        writeln!(out, "{}", self.data)?;
        writeln!(
            out,
            "prior standard deviation: {} centipawns",
            self.prior_deviation
        )?;
        writeln!(out, "before:  {}", self.before)?;
        writeln!(out, "fitted:  {}", self.fitted)?;
        writeln!(out, "rounded: {}", self.after)
    }
}
