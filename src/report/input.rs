//! The lines of an input that hold positions, and what of an input could not be analysed.

use crate::system::printable::printable;
use std::fmt::{self, Display, Formatter};
use std::io::{self, BufRead};

/// A line of the input with its number, counted from 1.
pub type NumberedLine = (usize, String);

/// The lines that hold positions: those that are neither empty nor comments.
pub struct PositionLines<R> {
    input: R,
    number: usize,
    has_failed: bool,
}

impl<R: BufRead> PositionLines<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> PositionLines<R> {
        PositionLines { input, number: 0, has_failed: false }
    }

    fn next_numbered(&mut self) -> io::Result<Option<NumberedLine>> {
        loop {
            let mut bytes = Vec::new();
            if self.input.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            let line = printable(&String::from_utf8_lossy(&bytes));
            // A file may begin with a byte order mark.
            let line = line.trim_start_matches('\u{feff}').trim();
            if !line.is_empty() && !line.starts_with('#') {
                return Ok(Some((self.number, line.to_owned())));
            }
        }
    }
}

impl<R: BufRead> Iterator for PositionLines<R> {
    type Item = io::Result<NumberedLine>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let line = self.next_numbered();
        self.has_failed = line.is_err();
        line.transpose()
    }
}

/// The games or lines of an input that could not be analysed or read: their number, and the first error.
#[derive(Clone, Debug)]
pub struct Failures {
    /// What one of them is: `game` or `line`.
    thing: &'static str,
    /// What failed: they could not be `analysed` or `read`.
    pub act: &'static str,
    /// Their number.
    pub count: usize,
    first: String,
}

impl Failures {
    /// No failures; `thing` says what may fail: `game` or `line`.
    pub fn new(thing: &'static str) -> Failures {
        Failures { thing, act: "analysed", count: 0, first: String::new() }
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
        let Failures { thing, act, count, first } = self;
        match count {
            1 => write!(formatter, "1 {thing} could not be {act}: {first}"),
            _ => write!(formatter, "{count} {thing}s could not be {act}; the first error: {first}"),
        }
    }
}
