//! Arguments that several commands have, and values on the command line.

use crate::games::all_names;
use crate::report::settings::{limits, table_mebibytes};
use crate::search::SearchLimits;
use crate::system::processors;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use std::ffi::OsStr;
use std::time::Duration;

/// Reads one of these names, each with its value and what `--help` says of it, if that is not empty.
pub fn one_of<T>(choices: &'static [(&str, T, &str)]) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync,
{
    let names = choices.iter().map(|&(name, _, help)| {
        let value = PossibleValue::new(name);
        if help.is_empty() { value } else { value.help(help) }
    });
    let find = |name: String| choices.iter().find(|choice| choice.0 == name).expect("one of the names").1.clone();
    PossibleValuesParser::new(names).map(find)
}

/// Reads the name of a game, or of a file with rules. Completion scripts know the names of the games.
#[derive(Clone, Copy, Debug)]
pub struct GameNameParser;

impl TypedValueParser for GameNameParser {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(all_names().map(PossibleValue::new)))
    }
}

/// A part of a whole, from 0 to 1.
pub fn part(text: &str) -> Result<f64, String> {
    between(text, 0.0, 1.0)
}

/// A number that is not below `least`, nor above `most`.
pub fn between(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let right = number(text).filter(|value| (least..=most).contains(value));
    right.ok_or_else(|| format!("expected a number from {least} to {most}"))
}

/// A number greater than 0.
pub fn positive(text: &str) -> Result<f64, String> {
    number(text).filter(|&value| value > 0.0).ok_or_else(|| "expected a number greater than 0".into())
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// The limits of a search; the first one that is reached ends it.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Search to this depth, in plies
    #[arg(long, value_parser = clap::value_parser!(i32).range(0..))]
    depth: Option<i32>,
    /// Search this many nodes
    #[arg(long)]
    nodes: Option<u64>,
    /// Search for this many milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Search until a win or loss within this many moves is proved
    #[arg(long, value_name = "MOVES")]
    mate: Option<u32>,
}

impl LimitArgs {
    /// The limits; `default` is the time if none is given.
    pub fn limits(&self, default: Duration) -> SearchLimits {
        limits(self.depth, self.nodes, self.movetime, self.mate, default)
    }

    /// As [`table_mebibytes`].
    pub fn table_mebibytes(&self) -> usize {
        table_mebibytes(&self.limits(Duration::ZERO))
    }
}

/// The number of threads.
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadArgs {
    /// Threads to work with [default: all of the processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// The number that the user asks for, or that of the processors.
    pub fn count(self) -> usize {
        self.threads.map_or_else(processors, usize::from)
    }
}
