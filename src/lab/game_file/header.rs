//! The header of a game file: lines `name: value`.

use super::error::{GameFileError, read_up_to};
use crate::bytes::checksum;
use crate::lab::PROGRAM_VERSION;
use std::fmt::{self, Display, Formatter};
use std::io::Read;

/// The first bytes of every game file.
pub const MAGIC: [u8; 8] = *b"KEMPGAME";

/// The version of the format.
pub const VERSION: u32 = 1;

/// The largest length of a header in bytes.
const MAX_BYTES: u32 = 1 << 16;

/// The field with the name of the game.
const GAME: &str = "game";

/// The field with the name and version of the program.
const PROGRAM: &str = "program";

/// The field with the order of the games: `played`, `merged` or `shuffled`.
pub const ORDER: &str = "order";

/// The header of a game file: what its games depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFileHeader {
    fields: Vec<(String, String)>,
}

impl GameFileHeader {
    /// The header of a file with games of `game`, written by this program.
    pub fn new(game: &str) -> GameFileHeader {
        let header = GameFileHeader { fields: Vec::new() };
        header.with(GAME, game).by_this_program()
    }

    /// The same header with the name and version of this program.
    pub fn by_this_program(self) -> GameFileHeader {
        self.without(PROGRAM).with(PROGRAM, PROGRAM_VERSION)
    }

    /// Adds a field. The name must not contain a colon, and neither part a line break.
    pub fn with(mut self, name: &str, value: impl Display) -> GameFileHeader {
        let value = value.to_string();
        debug_assert!(!name.contains([':', '\n']) && !value.contains('\n'));
        self.fields.push((name.to_owned(), value));
        self
    }

    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut named = self.fields.iter().filter(|(known, _)| known == name);
        named.next().map(|(_, value)| value.as_str())
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        self.get(GAME).unwrap_or_default()
    }

    /// The first field that differs from `wanted`: its name, the value found here, and the wanted one.
    pub fn difference<'a>(&'a self, wanted: &'a GameFileHeader) -> Option<[&'a str; 3]> {
        let names = wanted
            .fields
            .iter()
            .chain(&self.fields)
            .map(|(name, _)| name);
        let pairs = names.map(|name| {
            let [found, wanted] =
                [self, wanted].map(|header| header.get(name).unwrap_or("nothing"));
            [name, found, wanted]
        });
        pairs.into_iter().find(|[_, found, wanted]| found != wanted)
    }

    /// The fields that both headers share.
    pub fn common(mut self, other: &GameFileHeader) -> GameFileHeader {
        self.fields
            .retain(|(name, value)| other.get(name) == Some(value));
        self
    }

    /// The header without a field.
    pub fn without(mut self, name: &str) -> GameFileHeader {
        self.fields.retain(|(known, _)| known != name);
        self
    }

    /// The encoded header.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = self.to_string();
        debug_assert!(text.len() <= MAX_BYTES as usize);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(checksum(&bytes, text.as_bytes()).to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes
    }

    /// Reads a header; also returns its length in bytes.
    pub fn read(input: &mut impl Read) -> Result<(GameFileHeader, u64), GameFileError> {
        let mut fixed = [0; 20];
        read_exactly(input, &mut fixed, 0)?;
        if fixed[..8] != MAGIC {
            let found = format!("'{}'", fixed[..8].escape_ascii());
            return Err(GameFileError::damaged(0, found, "a game file: 'KEMPGAME'"));
        }
        let number = |at: usize| std::array::from_fn(|index| fixed[at + index]);
        let [version, length, sum] = [8, 12, 16].map(|at| u32::from_le_bytes(number(at)));
        if version != VERSION {
            let found = format!("version {version} of the format");
            return Err(GameFileError::damaged(
                8,
                found,
                format!("version {VERSION}"),
            ));
        }
        if length > MAX_BYTES {
            let found = format!("a header of {length} bytes");
            return Err(GameFileError::damaged(
                12,
                found,
                format!("{MAX_BYTES} at most"),
            ));
        }
        let mut text = vec![0; length as usize];
        read_exactly(input, &mut text, 20)?;
        let found = checksum(&fixed[..16], &text);
        if found != sum {
            let found = format!("a header with the checksum {found:08x}");
            return Err(GameFileError::damaged(16, found, format!("{sum:08x}")));
        }
        let header = GameFileHeader::parse(&text).ok_or_else(|| {
            GameFileError::damaged(20, "a header without a game", "lines 'name: value'")
        })?;
        Ok((header, 20 + u64::from(length)))
    }

    /// Parses the output of `Display`; `None` if it is malformed or has no game.
    pub fn parse(text: &[u8]) -> Option<GameFileHeader> {
        let text = std::str::from_utf8(text).ok()?;
        let fields = text.lines().map(|line| {
            let (name, value) = line.split_once(": ")?;
            let clean = !line.contains(char::is_control);
            clean.then(|| (name.to_owned(), value.to_owned()))
        });
        let header = GameFileHeader {
            fields: fields.collect::<Option<_>>()?,
        };
        header.get(GAME).is_some().then_some(header)
    }
}

impl Display for GameFileHeader {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let mut fields = self.fields.iter();
        fields.try_for_each(|(name, value)| writeln!(formatter, "{name}: {value}"))
    }
}

/// Fills `buffer` with the bytes at `offset`.
fn read_exactly(
    input: &mut impl Read,
    buffer: &mut [u8],
    offset: u64,
) -> Result<(), GameFileError> {
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

    fn header() -> GameFileHeader {
        GameFileHeader::new("chess")
            .with("seed", 7)
            .with("draw", "move=4: maybe")
    }

    #[test]
    fn encoding_round_trips() {
        let bytes = header().to_bytes();
        let (read, length) = GameFileHeader::read(&mut &bytes[..]).unwrap();
        assert_eq!((read, length), (header(), bytes.len() as u64));
    }

    #[test]
    fn missing_and_changed_bytes_are_detected() {
        let bytes = header().to_bytes();
        for length in 0..bytes.len() {
            let error = GameFileHeader::read(&mut &bytes[..length]).unwrap_err();
            assert!(
                error.to_string().contains("ends after"),
                "{length}: {error}"
            );
        }
        for at in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            assert!(GameFileHeader::read(&mut &bytes[..]).is_err(), "byte {at}");
        }
    }

    #[test]
    fn foreign_and_newer_files_are_refused() {
        let read = |bytes: &[u8]| GameFileHeader::read(&mut &*bytes).unwrap_err().to_string();
        let mut bytes = header().to_bytes();
        bytes[8] = 2;
        assert_eq!(
            read(&bytes),
            "byte 8: found version 2 of the format, expected version 1"
        );
        bytes[0] = b'\n';
        assert_eq!(
            read(&bytes),
            "byte 0: found '\\nEMPGAME', expected a game file: 'KEMPGAME'"
        );
    }

    #[test]
    fn differences_are_named() {
        let other = GameFileHeader::new("chess").with("seed", 8);
        assert_eq!(header().difference(&other), Some(["seed", "7", "8"]));
        assert_eq!(other.difference(&header()), Some(["seed", "8", "7"]));
        let more = header().with("order", "played");
        assert_eq!(
            header().difference(&more),
            Some(["order", "nothing", "played"])
        );
        assert_eq!(
            more.difference(&header()),
            Some(["order", "played", "nothing"])
        );
        assert_eq!(more.difference(&more), None);
        assert_eq!(header().common(&other), GameFileHeader::new("chess"));
    }
}
