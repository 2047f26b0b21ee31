//! The lines of an input that hold positions, and what of an input could not be analysed.

use crate::system::printable::printable;
use std::fmt::{self, Display, Formatter};
use std::io::{self, BufRead, BufReader, Read};

/// A line of the input with its number, counted from 1.
pub type NumberedLine = (usize, String);

/// The lines that hold positions. The iterator returns as many lines at a time as have arrived, up to 64: a line from a
/// slow pipe does not wait for the next one.
pub struct PositionLines<R> {
    input: BufReader<R>,
    number: usize,
    at_end: bool,
}

impl<R: Read> PositionLines<R> {
    /// The lines of `input`.
    pub fn new(input: BufReader<R>) -> PositionLines<R> {
        PositionLines { input, number: 0, at_end: false }
    }

    /// The next line that is neither empty nor a comment, if there is one.
    pub fn next_numbered(&mut self) -> io::Result<Option<NumberedLine>> {
        loop {
            let mut bytes = Vec::new();
            if self.input.read_until(b'\n', &mut bytes)? == 0 {
                self.at_end = true;
                return Ok(None);
            }
            self.number += 1;
            let line = printable(&String::from_utf8_lossy(&bytes));
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                return Ok(Some((self.number, line.to_owned())));
            }
        }
    }

    fn chunk(&mut self) -> io::Result<Vec<NumberedLine>> {
        const MOST: usize = 64;
        let mut lines = Vec::new();
        while lines.len() < MOST {
            lines.extend(self.next_numbered()?);
            if self.at_end || !self.input.buffer().contains(&b'\n') {
                break;
            }
        }
        Ok(lines)
    }
}

impl<R: Read> Iterator for PositionLines<R> {
    type Item = io::Result<Vec<NumberedLine>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at_end {
            return None;
        }
        let chunk = self.chunk();
        self.at_end |= chunk.is_err();
        Some(chunk)
    }
}

/// The games or lines of an input that could not be analysed: their number, and the first error.
#[derive(Clone, Debug)]
pub struct Failures {
    /// What one of them is: `game` or `line`.
    thing: &'static str,
    /// Their number.
    pub count: usize,
    first: String,
}

impl Failures {
    /// No failures; `thing` says what may fail: `game` or `line`.
    pub fn new(thing: &'static str) -> Failures {
        Failures { thing, count: 0, first: String::new() }
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
        let Failures { thing, count, first } = self;
        match count {
            1 => write!(formatter, "1 {thing} could not be analysed: {first}"),
            _ => write!(formatter, "{count} {thing}s could not be analysed; the first error: {first}"),
        }
    }
}
