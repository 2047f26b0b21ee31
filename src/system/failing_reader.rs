//! A source for tests that fails in the middle.

use std::io::{self, Read};

/// The error of a [`FailingReader`].
pub const FAILURE: &str = "the disk fails";

/// Reads its content, and fails where it would end.
pub struct FailingReader<'a>(pub &'a [u8]);

impl Read for FailingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Err(io::Error::other(FAILURE));
        }
        self.0.read(buffer)
    }
}
