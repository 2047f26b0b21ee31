//! The header of a game file: the settings of the run that its games come from.

use super::error::{GameFileError, read_up_to};
use crate::bytes::{ByteReader, checksum};
use crate::system::run_settings::RunSettings;
use std::io::Read;

/// The first bytes of every game file.
pub const MAGIC: [u8; 8] = *b"KEMPGAME";

/// The version of the format.
pub const VERSION: u32 = 1;

/// The largest length of a header in bytes.
const MAX_BYTES: u32 = 1 << 16;

/// The field with the order of the games: `played`, `merged` or `shuffled`.
pub const ORDER: &str = "order";

/// A header in the encoding of game files.
pub fn header_bytes(settings: &RunSettings) -> Vec<u8> {
    let text = settings.to_string();
    debug_assert!(text.len() <= MAX_BYTES as usize);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(checksum(&bytes, text.as_bytes()).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}

/// Reads a header; also returns its length in bytes.
pub fn read_header(input: &mut impl Read) -> Result<(RunSettings, u64), GameFileError> {
    let mut fixed = [0; 20];
    read_exactly(input, &mut fixed, 0)?;
    let mut bytes = ByteReader::new(&fixed);
    let magic = bytes.take(MAGIC.len(), "a game file")?;
    if magic != MAGIC {
        return Err(bytes.flaw(8, format!("'{}'", magic.escape_ascii()), "a game file: 'KEMPGAME'").into());
    }
    let version = bytes.u32("a version")?;
    if version != VERSION {
        return Err(bytes.flaw(4, format!("version {version} of the format"), format!("version {VERSION}")).into());
    }
    let length = bytes.u32("a length")?;
    if length > MAX_BYTES {
        return Err(bytes.flaw(4, format!("a header of {length} bytes"), format!("{MAX_BYTES} at most")).into());
    }
    let sum = bytes.u32("a checksum")?;
    let mut text = vec![0; length as usize];
    read_exactly(input, &mut text, 20)?;
    let found = checksum(&fixed[..16], &text);
    if found != sum {
        return Err(bytes.flaw(4, format!("a header with the checksum {found:08x}"), format!("{sum:08x}")).into());
    }
    let header = RunSettings::parse(&text)
        .ok_or_else(|| GameFileError::damaged(20, "a header without a game", "lines 'name: value'"))?;
    Ok((header, 20 + u64::from(length)))
}

/// Fills `buffer` with the bytes at `offset`.
fn read_exactly(input: &mut impl Read, buffer: &mut [u8], offset: u64) -> Result<(), GameFileError> {
    let expected = buffer.len();
    match read_up_to(input, buffer)? {
        found if found == expected => Ok(()),
        found => {
            let found = format!("a header that ends after {found} bytes");
            Err(GameFileError::damaged(offset, found, expected.to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> RunSettings {
        RunSettings::new("chess").with("seed", 7).with("draw", "move=4: maybe")
    }

    #[test]
    fn encoding_round_trips() {
        let bytes = header_bytes(&header());
        let (read, length) = read_header(&mut &bytes[..]).unwrap();
        assert_eq!((read, length), (header(), bytes.len() as u64));
    }

    #[test]
    fn missing_and_changed_bytes_are_detected() {
        let bytes = header_bytes(&header());
        for length in 0..bytes.len() {
            let error = read_header(&mut &bytes[..length]).unwrap_err();
            assert!(error.to_string().contains("ends after"), "{length}: {error}");
        }
        for at in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            assert!(read_header(&mut &bytes[..]).is_err(), "byte {at}");
        }
    }

    #[test]
    fn foreign_and_newer_files_are_refused() {
        let read = |bytes: &[u8]| read_header(&mut &*bytes).unwrap_err().to_string();
        let mut bytes = header_bytes(&header());
        bytes[8] = 2;
        assert_eq!(read(&bytes), "byte 8: found version 2 of the format, expected version 1");
        bytes[0] = b'\n';
        assert_eq!(read(&bytes), "byte 0: found '\\nEMPGAME', expected a game file: 'KEMPGAME'");
    }

    #[test]
    fn differences_are_named() {
        let other = RunSettings::new("chess").with("seed", 8);
        assert_eq!(header().difference(&other), Some(["seed", "7", "8"]));
        assert_eq!(other.difference(&header()), Some(["seed", "8", "7"]));
        let more = header().with("order", "played");
        assert_eq!(header().difference(&more), Some(["order", "nothing", "played"]));
        assert_eq!(more.difference(&header()), Some(["order", "played", "nothing"]));
        assert_eq!(more.difference(&more), None);
        assert_eq!(header().common(&other), RunSettings::new("chess"));
    }
}
