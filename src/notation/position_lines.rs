//! The lines of a file of positions or of lines of an opening book.

use super::tokens::decode;
use std::io::{self, BufRead};

/// A line of a file with its number, counted from 1.
pub type NumberedLine = (usize, String);

/// The lines that are neither empty nor comments. Text that is not UTF-8 is read as Latin-1.
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
            // A file may begin with a byte order mark.
            let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
            let line = decode(bytes.to_vec());
            let line = line.trim();
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
