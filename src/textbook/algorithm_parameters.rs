//! The parameters of an algorithm, read from words such as `depth=4`.

use super::{AveragedChildren, VariableDepth};
use crate::notation::excerpt;
use std::ops::RangeInclusive;
use thiserror::Error;

/// The greatest depth of an algorithm, in plies.
pub const MAX_TEXTBOOK_DEPTH: u32 = 239;

/// Why a text is not a textbook algorithm: one line that says what was found and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AlgorithmError {
    /// No algorithm has this name; the line lists those that there are.
    #[error("{0}")]
    Name(String),
    /// A parameter is unknown, given twice, missing or out of range.
    #[error("{0}")]
    Parameter(String),
}

/// What counts something.
pub(super) const POSITIVE: RangeInclusive<u32> = 1..=1_000_000;
/// Depths in plies.
pub(super) const DEPTHS: RangeInclusive<u32> = 1..=MAX_TEXTBOOK_DEPTH;

/// The parameters in a text.
pub(super) struct AlgorithmParameters<'a> {
    /// The name of the algorithm.
    pub(super) name: &'static str,
    /// The names and values that have not been read yet.
    pub(super) unread: Vec<(&'a str, &'a str)>,
    /// Stands for depths that are left out.
    pub(super) default_depth: Option<u32>,
}

impl<'a> AlgorithmParameters<'a> {
    pub(super) fn depth(&mut self) -> Result<u32, AlgorithmError> {
        self.number("depth", DEPTHS, self.default_depth)
    }

    pub(super) fn children(&mut self, default: Option<u32>) -> Result<AveragedChildren, AlgorithmError> {
        Ok(AveragedChildren { m: self.number("m", POSITIVE, default)?, n: self.number("n", POSITIVE, default)? })
    }

    pub(super) fn variable(&mut self) -> Result<VariableDepth, AlgorithmError> {
        let min = self.number("min", DEPTHS, self.default_depth)?;
        let max = self.number("max", DEPTHS, self.default_depth)?;
        if min > max {
            return Err(AlgorithmError::Parameter(format!(
                "{}: found min={min} and max={max}, expected a max of {min} or more",
                self.name
            )));
        }
        let k = self.number("k", 0..=*POSITIVE.end(), (min == max).then_some(0))?;
        Ok(VariableDepth { min, max, k })
    }

    /// The number that a parameter has, or `default` if it is left out.
    pub(super) fn number(
        &mut self,
        key: &str,
        range: RangeInclusive<u32>,
        default: Option<u32>,
    ) -> Result<u32, AlgorithmError> {
        let [least, most] = [*range.start(), *range.end()];
        self.optional_number(key, range)?.or(default).ok_or_else(|| {
            let name = self.name;
            AlgorithmError::Parameter(format!("{name}: {key} is missing, expected {key}=NUMBER from {least} to {most}"))
        })
    }

    pub(super) fn optional_number(
        &mut self,
        key: &str,
        range: RangeInclusive<u32>,
    ) -> Result<Option<u32>, AlgorithmError> {
        let Some(text) = self.take(key) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        let [least, most] = [*range.start(), *range.end()];
        number.map(Some).ok_or_else(|| {
            let (name, found) = (self.name, excerpt(text));
            AlgorithmError::Parameter(format!("{name}: found {key}={found}, expected a number from {least} to {most}"))
        })
    }

    /// The choice that a parameter names, or the default if it is left out.
    pub(super) fn choice<T: Copy + Default>(&mut self, key: &str, choices: &[(&str, T)]) -> Result<T, AlgorithmError> {
        let Some(text) = self.take(key) else { return Ok(T::default()) };
        choices.iter().find(|(name, _)| *name == text).map(|&(_, choice)| choice).ok_or_else(|| {
            let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
            let (name, found, names) = (self.name, excerpt(text), names.join(", "));
            AlgorithmError::Parameter(format!("{name}: found {key}={found}, expected one of {names}"))
        })
    }

    /// Reads a parameter.
    fn take(&mut self, key: &str) -> Option<&'a str> {
        Some(self.unread.remove(self.unread.iter().position(|(other, _)| *other == key)?).1)
    }
}
