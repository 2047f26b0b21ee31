//! What can go wrong where games are read.

use crate::bytes::FormatFlaw;
use std::io::{self, ErrorKind, Read};
use thiserror::Error;

/// Why a file is no file of games, or not a whole one.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// The system does not give it.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// Something is not as it was written.
    #[error("byte {offset}: found {found}, expected {expected}")]
    Damaged {
        /// How many bytes lie before it.
        offset: u64,
        /// What is there.
        found: String,
        /// What should be there.
        expected: String,
    },
    /// The file ends within a block, as it does where a run was killed.
    #[error("byte {offset}: found a block that ends after {found} bytes, expected {expected}")]
    Cut {
        /// Where the block begins.
        offset: u64,
        /// How many of its bytes are there.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
}

impl GameFileError {
    /// Something at `offset` is not as it was written.
    pub fn damaged(
        offset: u64,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> GameFileError {
        GameFileError::Damaged {
            offset,
            found: found.into(),
            expected: expected.into(),
        }
    }

    /// Something is wrong with what the block at `offset` holds.
    pub fn inside(offset: u64, flaw: FormatFlaw) -> GameFileError {
        let FormatFlaw {
            at,
            found,
            expected,
        } = flaw;
        GameFileError::Damaged {
            offset,
            found: format!("a block with {found} at its unpacked byte {at}"),
            expected,
        }
    }
}

/// Fills `buffer` as far as the input goes, and says how far.
pub fn read_up_to(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
