//! What is said of weights that were fitted: a table for people, an object for scripts.

use super::fit::Losses;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// The version of the object.
const VERSION: u32 = 1;

/// All that is known of it.
#[derive(Clone, Serialize, Debug)]
pub struct Report {
    /// A change that breaks readers changes it.
    version: u32,
    /// What the data are.
    data: Data,
    /// How far weights were likely to move, in hundredths.
    prior: f64,
    /// How good the weights are that were begun with.
    before: Losses,
    /// How good they are with fractions, if the evaluation is linear in them.
    fitted: Losses,
    /// How good they are as they were written.
    after: Losses,
    /// Every weight that was free to move.
    weights: Vec<Weight>,
}

/// What the weights were fitted to.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct Data {
    /// Games that weights are fitted to.
    pub games: usize,
    /// Other games, to see how good they are.
    pub games_held_out: usize,
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
pub struct Weight {
    /// Its name in the file.
    pub name: String,
    /// What it was.
    pub old: i64,
    /// What it is.
    pub new: i64,
    /// How sure that is: a standard deviation.
    pub error: f64,
    /// In how many positions it counts.
    pub positions: u64,
}

impl Report {
    /// Puts it together.
    pub fn new(
        data: Data,
        prior: f64,
        [before, fitted, after]: [Losses; 3],
        weights: Vec<Weight>,
    ) -> Report {
        Report {
            version: VERSION,
            data,
            prior,
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

impl Display for Data {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let Data {
            games,
            games_held_out,
            usable,
            positions,
            score_scale,
            scale,
        } = self;
        write!(
            out,
            "games: {games}, and {games_held_out} held out\n\
             positions: {positions} of {usable} that are quiet and open\n\
             scale: {scale:.1} hundredths; of the scores: {score_scale:.1}"
        )
    }
}

impl Display for Losses {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        write!(out, "loss {:.6}", self.fitted)?;
        match self.held_out {
            Some(held_out) => write!(out, ", held out {held_out:.6}"),
            None => Ok(()),
        }
    }
}

impl Display for Report {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let name = |weight: &Weight| weight.name.len();
        let width = self.weights.iter().map(name).max().unwrap_or(0).max(6);
        writeln!(
            out,
            "{:width$} {:>6} {:>6} {:>6} {:>10}",
            "weight", "old", "new", "+-", "positions"
        )?;
        for Weight {
            name,
            old,
            new,
            error,
            positions,
        } in &self.weights
        {
            writeln!(
                out,
                "{name:width$} {old:>6} {new:>6} {error:>6.1} {positions:>10}"
            )?;
        }
        writeln!(out, "{}", self.data)?;
        writeln!(out, "prior: {} hundredths", self.prior)?;
        writeln!(out, "before:  {}", self.before)?;
        writeln!(out, "fitted:  {}", self.fitted)?;
        writeln!(out, "rounded: {}", self.after)
    }
}
