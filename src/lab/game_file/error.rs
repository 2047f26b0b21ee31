//! Errors of reading game files.

use crate::bytes::FormatFlaw;
use crate::system::error_words::explain;
use std::io::{self, Read};
use thiserror::Error;

/// Why a game file cannot be read.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// An error of the system.
    #[error("cannot read: {}", explain(.0))]
    Io(io::Error),
    /// The content is damaged.
    #[error(transparent)]
    Damaged(#[from] FormatFlaw),
    /// The file ends within a block, as after a killed run.
    #[error("byte {offset}: found a block that ends after {found} bytes, expected {expected}")]
    Truncated {
        /// The offset of the block.
        offset: u64,
        /// The number of its bytes in the file.
        found: usize,
        /// The number of bytes that it should have.
        expected: usize,
    },
}

impl From<io::Error> for GameFileError {
    fn from(error: io::Error) -> GameFileError {
        GameFileError::Io(error)
    }
}

impl GameFileError {
    /// Damage at `offset`.
    pub fn damaged(offset: u64, found: impl Into<String>, expected: impl Into<String>) -> GameFileError {
        FormatFlaw { at: offset, found: found.into(), expected: expected.into() }.into()
    }

    /// A flaw in the decompressed content of the block at `offset`.
    pub fn inside(offset: u64, flaw: FormatFlaw) -> GameFileError {
        let FormatFlaw { at, found, expected } = flaw;
        GameFileError::damaged(offset, format!("a block with {found} at its unpacked byte {at}"), expected)
    }
}

/// Fills `buffer` as far as the input goes; returns the number of bytes read.
pub fn read_up_to(input: &mut impl Read, mut buffer: &mut [u8]) -> io::Result<usize> {
    Ok(io::copy(&mut input.take(buffer.len() as u64), &mut buffer)? as usize)
}
