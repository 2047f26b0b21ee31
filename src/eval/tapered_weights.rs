//! Reads tapered evaluations from text: one table of weights for the middlegame, one for the endgame.

use super::ModelError;
use super::tapered::{TaperedScore, TermLayout};
use serde::Deserialize;
use std::collections::HashMap;

/// A file such as `eval/default.toml` or `eval/english.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaperedWeights {
    middlegame: WeightTable,
    endgame: WeightTable,
}

/// A table of weights by the names of the terms: single numbers or lists.
#[derive(Deserialize, Default)]
pub struct WeightTable(HashMap<String, Numbers>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a whole number from -32768 to 32767, or a list of them")]
enum Numbers {
    One(i16),
    Many(Vec<i16>),
}

impl TaperedWeights {
    /// The weights of two tables.
    pub fn new(middlegame: WeightTable, endgame: WeightTable) -> TaperedWeights {
        TaperedWeights { middlegame, endgame }
    }

    /// Takes the weights of a term out of both tables. It is an error if there are not `count` of them.
    pub fn take(&mut self, name: &str, count: usize) -> Result<Vec<TaperedScore>, ModelError> {
        let middle = self.middlegame.take("middlegame", name, count)?;
        Ok(tapered(&middle, &self.endgame.take("endgame", name, count)?))
    }

    /// Takes the weights of all terms of a layout, in order. A term that is in neither table has weight 0.
    pub fn take_all(&mut self, layout: &TermLayout) -> Result<Vec<TaperedScore>, ModelError> {
        let mut weights = Vec::new();
        for &(name, count) in layout {
            weights.extend(self.take_optional(name, count)?.unwrap_or_else(|| vec![TaperedScore::default(); count]));
        }
        Ok(weights)
    }

    /// Like [`take`](TaperedWeights::take), but `None` if neither table has the term. If one has it, it is 0 in the other.
    pub fn take_optional(&mut self, name: &str, count: usize) -> Result<Option<Vec<TaperedScore>>, ModelError> {
        let middle = self.middlegame.take_optional("middlegame", name, count)?;
        let end = self.endgame.take_optional("endgame", name, count)?;
        if middle.is_none() && end.is_none() {
            return Ok(None);
        }
        let or_zeros = |numbers: Option<Vec<i16>>| numbers.unwrap_or_else(|| vec![0; count]);
        Ok(Some(tapered(&or_zeros(middle), &or_zeros(end))))
    }

    /// Checks that no weights are left: then a name in the file is wrong.
    pub fn finish(self) -> Result<(), ModelError> {
        self.middlegame.finish("middlegame")?;
        self.endgame.finish("endgame")
    }
}

impl WeightTable {
    /// Takes the weights of a term out of the table, which is called `table` in errors.
    fn take(&mut self, table: &str, name: &str, count: usize) -> Result<Vec<i16>, ModelError> {
        self.take_optional(table, name, count)?.ok_or_else(|| wrong_count(table, name, 0, count))
    }

    /// Takes the weights of a term out of the table, which is called `table` in errors. It is an error if there is a
    /// wrong number of them.
    pub fn take_optional(&mut self, table: &str, name: &str, count: usize) -> Result<Option<Vec<i16>>, ModelError> {
        let numbers = match self.0.remove(name) {
            Some(Numbers::One(number)) => vec![number],
            Some(Numbers::Many(numbers)) => numbers,
            None => return Ok(None),
        };
        if numbers.len() == count { Ok(Some(numbers)) } else { Err(wrong_count(table, name, numbers.len(), count)) }
    }

    /// Checks that no weights are left: then a name in the table is wrong.
    pub fn finish(self, table: &str) -> Result<(), ModelError> {
        if let Some(name) = self.0.keys().min() {
            return Err(ModelError(format!("[{table}]: there is no term '{name}'")));
        }
        Ok(())
    }
}

fn wrong_count(table: &str, name: &str, found: usize, expected: usize) -> ModelError {
    ModelError(format!("[{table}] {name}: found {found} numbers, expected {expected}"))
}

/// Pairs of middlegame and endgame weights.
fn tapered(middle: &[i16], end: &[i16]) -> Vec<TaperedScore> {
    let pair = |(&middle, &end): (&i16, &i16)| TaperedScore::new(middle.into(), end.into());
    middle.iter().zip(end).map(pair).collect()
}
