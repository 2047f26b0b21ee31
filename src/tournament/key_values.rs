//! Settings given as words `name=value`.

use crate::notation::excerpt;
use anyhow::anyhow;
use std::str::FromStr;

/// The words after one argument.
pub struct KeyValues<'a> {
    argument: &'static str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> KeyValues<'a> {
    /// Reads them; the message lists those that are known.
    pub fn new(
        argument: &'static str,
        words: &'a [String],
        known: &[&str],
    ) -> anyhow::Result<KeyValues<'a>> {
        let read = |word: &'a String| match word.split_once('=') {
            Some((name, value)) if known.contains(&name) => Ok((name, value)),
            _ => {
                let (found, expected) = (excerpt(word), known.join("=, "));
                Err(anyhow!("{argument}: found '{found}', expected {expected}="))
            }
        };
        let pairs = words.iter().map(read).collect::<Result<_, _>>()?;
        Ok(KeyValues { argument, pairs })
    }

    /// The number after a name, the last one if there are several.
    pub fn get<T: FromStr>(&self, name: &str, default: T) -> anyhow::Result<T> {
        let Some((_, value)) = self.pairs.iter().rev().find(|(known, _)| *known == name) else {
            return Ok(default);
        };
        let argument = self.argument;
        let wrong = |_| {
            anyhow!(
                "{argument}: found {name}={}, expected a number",
                excerpt(value)
            )
        };
        value.parse().map_err(wrong)
    }
}
