//! Settings on the command line of the form `name=value`.

use crate::notation::excerpt;
use anyhow::anyhow;
use std::str::FromStr;

/// The settings of one option, such as `--sprt elo0=0 elo1=5`.
pub struct KeyValues<'a> {
    option: &'static str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> KeyValues<'a> {
    /// Splits the arguments of `option`.
    ///
    /// # Errors
    /// An argument is not of the form `name=value`, or its name is not in `names`.
    pub fn new(option: &'static str, arguments: &'a [String], names: &[&str]) -> anyhow::Result<KeyValues<'a>> {
        let split = |argument: &'a String| match argument.split_once('=') {
            Some((name, value)) if names.contains(&name) => Ok((name, value)),
            _ => Err(anyhow!("{option}: found '{}', expected {}=", excerpt(argument), names.join("=, "))),
        };
        Ok(KeyValues { option, pairs: arguments.iter().map(split).collect::<Result<_, _>>()? })
    }

    /// The value of `name` as text, the last one if there are several.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.pairs.iter().rev().find(|(key, _)| *key == name).map(|&(_, value)| value)
    }

    /// The value of `name`, or `default`.
    ///
    /// # Errors
    /// The text is no value of the type, which `expected` describes.
    pub fn get<T: FromStr>(&self, name: &str, default: T, expected: &str) -> anyhow::Result<T> {
        let Some(value) = self.text(name) else { return Ok(default) };
        let option = self.option;
        value.parse().map_err(|_| anyhow!("{option}: found {name}={}, expected {expected}", excerpt(value)))
    }
}
