//! Tapered evaluations as text: a table of weights for each stage of the game.

use super::ModelError;
use super::tapered::{TaperedScore, TermLayout};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A file: `eval/default.toml` and `eval/english.toml` are of this kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaperedWeights {
    middlegame: PhaseWeights,
    endgame: PhaseWeights,
}

/// One stage of the game: single weights by the names of the terms, and lists of them.
#[derive(Deserialize)]
struct PhaseWeights(BTreeMap<String, Numbers>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Numbers {
    One(i16),
    Many(Vec<i16>),
}

impl TaperedWeights {
    /// Takes the weights of a term out of both stages; there must be so many.
    pub fn take(&mut self, name: &str, count: usize) -> Result<Vec<TaperedScore>, ModelError> {
        let middle = self.middlegame.take("middlegame", name, count)?;
        let end = self.endgame.take("endgame", name, count)?;
        let pair = |(&middle, &end): (&i16, &i16)| TaperedScore::new(middle.into(), end.into());
        Ok(middle.iter().zip(&end).map(pair).collect())
    }

    /// Takes the weights of all terms of a layout.
    pub fn take_all(&mut self, layout: &TermLayout) -> Result<Vec<TaperedScore>, ModelError> {
        let mut weights = Vec::new();
        for &(name, count) in layout {
            weights.extend(self.take(name, count)?);
        }
        Ok(weights)
    }

    /// Everything must have been taken.
    pub fn finish(self) -> Result<(), ModelError> {
        for (stage, PhaseWeights(rest)) in
            [("middlegame", self.middlegame), ("endgame", self.endgame)]
        {
            if let Some(name) = rest.keys().next() {
                return Err(ModelError(format!("[{stage}]: there is no term '{name}'")));
            }
        }
        Ok(())
    }
}

impl PhaseWeights {
    fn take(&mut self, stage: &str, name: &str, count: usize) -> Result<Vec<i16>, ModelError> {
        let numbers = match self.0.remove(name) {
            Some(Numbers::One(number)) => vec![number],
            Some(Numbers::Many(numbers)) => numbers,
            None => Vec::new(),
        };
        match numbers.len() == count {
            true => Ok(numbers),
            false => {
                let found = numbers.len();
                Err(ModelError(format!(
                    "[{stage}] {name}: found {found} numbers, expected {count}"
                )))
            }
        }
    }
}
