//! Little-endian numbers at the front of some bytes, and checksums.

use crc32fast::Hasher;
use thiserror::Error;

/// Why bytes do not have the expected format.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("byte {at}: found {found}, expected {expected}")]
pub struct FormatFlaw {
    /// The offset in bytes.
    pub at: u64,
    /// What is there.
    pub found: String,
    /// What was expected there.
    pub expected: String,
}

/// Appends the bytes of numbers, as `to_le_bytes` or `to_be_bytes` give them.
pub fn append_numbers<const N: usize>(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = [u8; N]>) {
    for number in numbers {
        bytes.extend_from_slice(&number);
    }
}

/// Reads bytes from front to back.
#[derive(Clone, Debug)]
pub struct ByteReader<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    /// A reader at the first byte.
    pub fn new(all: &'a [u8]) -> ByteReader<'a> {
        ByteReader { all, at: 0 }
    }

    /// The bytes not read yet.
    pub fn rest(&self) -> &'a [u8] {
        &self.all[self.at..]
    }

    /// The number of bytes not read yet.
    pub fn remaining(&self) -> usize {
        self.rest().len()
    }

    /// Whether all bytes have been read.
    pub fn is_empty(&self) -> bool {
        self.remaining() == 0
    }

    /// A flaw in the last `length` bytes that were read.
    pub fn flaw(&self, length: usize, found: String, expected: impl Into<String>) -> FormatFlaw {
        FormatFlaw { at: (self.at - length) as u64, found, expected: expected.into() }
    }

    /// The next `count` bytes; `what` names them in errors.
    pub fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], FormatFlaw> {
        let Some(taken) = self.rest().get(..count) else {
            let found = format!("{} bytes", self.remaining());
            return Err(self.flaw(0, found, format!("{count} bytes of {what}")));
        };
        self.at += count;
        Ok(taken)
    }

    /// The next byte.
    pub fn u8(&mut self, what: &str) -> Result<u8, FormatFlaw> {
        Ok(u8::from_le_bytes(self.array(what)?))
    }

    /// The next two bytes as a number.
    pub fn u16(&mut self, what: &str) -> Result<u16, FormatFlaw> {
        Ok(u16::from_le_bytes(self.array(what)?))
    }

    /// The next four bytes as a number.
    pub fn u32(&mut self, what: &str) -> Result<u32, FormatFlaw> {
        Ok(u32::from_le_bytes(self.array(what)?))
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], FormatFlaw> {
        let taken = self.take(N, what)?;
        Ok(std::array::from_fn(|index| taken[index]))
    }
}

/// Pairs of bytes as numbers.
pub fn u16s(bytes: &[u8]) -> Vec<u16> {
    let pairs = bytes.as_chunks::<2>().0.iter();
    pairs.map(|&pair| u16::from_le_bytes(pair)).collect()
}

/// The checksum (CRC-32) of two byte strings joined.
pub fn checksum(first: &[u8], second: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(first);
    hasher.update(second);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told() {
        let mut reader = ByteReader::new(&[1, 2, 3, 4]);
        assert_eq!(reader.u8("a number"), Ok(1));
        let flaw = reader.u32("a length").unwrap_err();
        assert_eq!(flaw.to_string(), "byte 1: found 3 bytes, expected 4 bytes of a length");
        assert_eq!(reader.take(3, "a name"), Ok(&[2, 3, 4][..]));
        assert!(reader.is_empty());
    }
}
