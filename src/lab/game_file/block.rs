//! A block of games, compressed (LZ4) and protected by a checksum.

use super::training_game::TrainingGame;
use crate::bytes::{ByteReader, FormatFlaw, checksum};
use crate::system::error_words::explain;
use lz4_flex::block::{compress, decompress_into, get_maximum_output_size};
use std::io::{self, Read};
use thiserror::Error;

/// A block is closed when its games have this many bytes, uncompressed.
pub const BLOCK_BYTES: usize = 1 << 16;

/// The largest uncompressed size of a block in bytes.
const MAX_BLOCK_BYTES: usize = BLOCK_BYTES + TrainingGame::MAX_BYTES;

/// Compressed length, uncompressed length and checksum.
const HEADER_BYTES: usize = 12;

/// A block of games, decompressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Offset of the block in the file.
    pub offset: u64,
    /// Offset of the first byte after it.
    pub end: u64,
    /// The encoded games.
    pub raw: Vec<u8>,
    /// The games.
    pub games: Vec<TrainingGame>,
}

/// Compresses encoded games into a block.
pub fn pack(raw: &[u8]) -> Vec<u8> {
    debug_assert!(raw.len() <= MAX_BLOCK_BYTES);
    let packed = compress(raw);
    let lengths = [packed.len(), raw.len()].map(|length| (length as u32).to_le_bytes()).concat();
    let sum = checksum(&lengths, &packed).to_le_bytes();
    [&lengths[..], &sum, &packed].concat()
}

/// Reads, checks and decompresses the block at `offset`, which then is that of the next block; `None` at the end of the
/// input. After an error that has left `offset` as it was, the start of the next block is unknown.
pub fn read_block(input: &mut dyn Read, offset: &mut u64) -> Result<Option<Block>, GameFileError> {
    let start = *offset;
    let damaged = |found: String, expected: String| GameFileError::damaged(start, found, expected);
    let truncated = |found, expected| GameFileError::Truncated { offset: start, found, expected };
    let mut head = [0; HEADER_BYTES];
    match read_up_to(input, &mut head)? {
        0 => return Ok(None),
        HEADER_BYTES => (),
        found => return Err(truncated(found, HEADER_BYTES)),
    }
    let (numbers, _) = head.as_chunks::<4>();
    let [packed_length, length, sum] = [0, 1, 2].map(|index| u32::from_le_bytes(numbers[index]) as usize);
    let max = get_maximum_output_size(MAX_BLOCK_BYTES);
    if packed_length > max || length > MAX_BLOCK_BYTES || length == 0 {
        let found = format!("a block of {packed_length} bytes that unpack to {length}");
        return Err(damaged(found, format!("at most {max}, and 1 to {MAX_BLOCK_BYTES}")));
    }
    let mut packed = vec![0; packed_length];
    let found = read_up_to(input, &mut packed)?;
    if found < packed_length {
        return Err(truncated(HEADER_BYTES + found, HEADER_BYTES + packed_length));
    }
    let end = start + (HEADER_BYTES + packed_length) as u64;
    *offset = end;
    let found = checksum(&head[..8], &packed) as usize;
    if found != sum {
        return Err(damaged(format!("a block with the checksum {found:08x}"), format!("{sum:08x}")));
    }
    let mut raw = vec![0; length];
    let found = match decompress_into(&packed, &mut raw) {
        Ok(found) if found == length => {
            let games = parse_games(&raw).map_err(|flaw| GameFileError::inside(start, flaw))?;
            return Ok(Some(Block { offset: start, end, raw, games }));
        }
        Ok(found) => format!("a block that unpacks to {found} bytes"),
        Err(error) => format!("a block that cannot be unpacked ({error})"),
    };
    Err(damaged(found, format!("{length} bytes")))
}

/// Decodes all games in `raw`.
pub fn parse_games(raw: &[u8]) -> Result<Vec<TrainingGame>, FormatFlaw> {
    let mut bytes = ByteReader::new(raw);
    let mut games = Vec::new();
    while !bytes.is_empty() {
        games.push(TrainingGame::read(&mut bytes)?);
    }
    Ok(games)
}

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
pub fn read_up_to(input: &mut dyn Read, mut buffer: &mut [u8]) -> io::Result<usize> {
    Ok(io::copy(&mut input.take(buffer.len() as u64), &mut buffer)? as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::game_file::training_game::tests::games;
    use proptest::prelude::*;

    fn unpack(bytes: &[u8]) -> Result<Option<Block>, GameFileError> {
        read_block(&mut &*bytes, &mut 100)
    }

    fn raw(games: &[TrainingGame]) -> Vec<u8> {
        let mut raw = Vec::new();
        games.iter().for_each(|game| game.write(&mut raw));
        raw
    }

    proptest! {
        #[test]
        fn packing_round_trips(games in proptest::collection::vec(games(), 1..5)) {
            let bytes = pack(&raw(&games));
            let block = unpack(&bytes).unwrap().unwrap();
            prop_assert_eq!((block.offset, block.end), (100, 100 + bytes.len() as u64));
            prop_assert_eq!(block.games, games);
        }

        #[test]
        fn a_changed_byte_is_detected(
            games in proptest::collection::vec(games(), 1..5),
            place in any::<prop::sample::Index>(),
            change in 1_u8..,
        ) {
            let mut bytes = pack(&raw(&games));
            let place = place.index(bytes.len());
            bytes[place] ^= change;
            prop_assert!(unpack(&bytes).is_err());
        }

        #[test]
        fn a_truncated_block_is_recognised(
            games in proptest::collection::vec(games(), 1..5),
            place in any::<prop::sample::Index>(),
        ) {
            let bytes = pack(&raw(&games));
            let length = 1 + place.index(bytes.len() - 1);
            let error = unpack(&bytes[..length]).unwrap_err();
            let cut = matches!(error, GameFileError::Truncated { found, .. } if found == length);
            prop_assert!(cut, "{error}");
        }

        #[test]
        fn arbitrary_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..99)) {
            let _ = unpack(&bytes);
        }
    }

    #[test]
    fn lengths_are_checked() {
        for lengths in [[u32::MAX, 1], [1, u32::MAX], [1, 0]] {
            let bytes = [&lengths.map(u32::to_le_bytes).concat()[..], &[0; 100]].concat();
            let error = unpack(&bytes).unwrap_err().to_string();
            assert!(error.contains("that unpack to"), "{error}");
        }
    }

    #[test]
    fn a_correct_checksum_does_not_suffice() {
        let mut bytes = pack(&raw(&[]));
        assert!(unpack(&bytes).is_err());
        bytes = pack(&[1; 9]);
        let error = unpack(&bytes).unwrap_err().to_string();
        assert!(error.contains("unpacked byte"), "{error}");
    }
}
