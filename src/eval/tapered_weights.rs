//! Reads tapered evaluations from text: one table of weights for the middlegame, one for the endgame.

use super::ModelError;
use super::tapered::{TaperedScore, TermLayout};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A file such as `eval/default.toml` or `eval/english.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaperedWeights {
    middlegame: PhaseWeights,
    endgame: PhaseWeights,
}

/// The weights of one phase by the names of the terms: single numbers or lists.
#[derive(Deserialize)]
struct PhaseWeights(BTreeMap<String, Numbers>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Numbers {
    One(i16),
    Many(Vec<i16>),
}

impl TaperedWeights {
    /// Takes the weights of a term out of both tables. It is an error if there are not `count` of them.
    pub fn take(&mut self, name: &str, count: usize) -> Result<Vec<TaperedScore>, ModelError> {
        let middle = self.middlegame.take("middlegame", name, count)?;
        let end = self.endgame.take("endgame", name, count)?;
        let pair = |(&middle, &end): (&i16, &i16)| TaperedScore::new(middle.into(), end.into());
        Ok(middle.iter().zip(&end).map(pair).collect())
    }

    /// Takes the weights of all terms of a layout, in their order.
    pub fn take_all(&mut self, layout: &TermLayout) -> Result<Vec<TaperedScore>, ModelError> {
        let mut weights = Vec::new();
        for &(name, count) in layout {
            weights.extend(self.take(name, count)?);
        }
        Ok(weights)
    }

    /// Checks that no weights are left: then a name in the file is wrong.
    pub fn finish(self) -> Result<(), ModelError> {
        for (phase, PhaseWeights(rest)) in
            [("middlegame", self.middlegame), ("endgame", self.endgame)]
        {
            if let Some(name) = rest.keys().next() {
                return Err(ModelError(format!("[{phase}]: there is no term '{name}'")));
            }
        }
        Ok(())
    }
}

impl PhaseWeights {
    fn take(&mut self, phase: &str, name: &str, count: usize) -> Result<Vec<i16>, ModelError> {
        let numbers = match self.0.remove(name) {
            Some(Numbers::One(number)) => vec![number],
            Some(Numbers::Many(numbers)) => numbers,
            None => Vec::new(),
        };
        if numbers.len() == count {
            return Ok(numbers);
        }
        let found = numbers.len();
        Err(ModelError(format!(
            "[{phase}] {name}: found {found} numbers, expected {count}"
        )))
    }
}
