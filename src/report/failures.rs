//! What of an input could not be analysed or read.

use std::fmt::{self, Display, Formatter};

/// The games or lines of an input that could not be analysed or read: their number, and the first error.
#[derive(Clone, Debug)]
pub struct Failures {
    /// What one of them is: `game` or `line`.
    thing: &'static str,
    /// What could not be done with them: they could not be `analysed` or `read`.
    done: &'static str,
    /// Their number.
    pub count: usize,
    first: String,
}

impl Failures {
    /// No failures yet of what is to be done with each thing: a `game` or `line` is to be `analysed` or `read`.
    pub fn new(thing: &'static str, done: &'static str) -> Failures {
        Failures { thing, done, count: 0, first: String::new() }
    }

    /// Counts a failure.
    pub fn add(&mut self, error: &str) {
        if self.count == 0 {
            error.clone_into(&mut self.first);
        }
        self.count += 1;
    }

    /// Whether all could be analysed.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl Display for Failures {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let Failures { thing, done, count, first } = self;
        match count {
            1 => write!(formatter, "1 {thing} could not be {done}: {first}"),
            _ => write!(formatter, "{count} {thing}s could not be {done}; the first error: {first}"),
        }
    }
}
