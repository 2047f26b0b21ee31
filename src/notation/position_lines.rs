//! The lines of a file of positions or of lines of an opening book.

use crate::system::printable::printable;
use std::io::{self, BufRead};

/// A line of a file with its number, counted from 1.
pub type NumberedLine = (usize, String);

/// The lines that are neither empty nor comments. Bytes that are not UTF-8 are replaced.
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
