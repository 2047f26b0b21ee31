//! What a file of games says of itself: lines `name: value`.

use super::input::{GamesError, fill};
use crate::bytes::checksum;
use std::fmt::{self, Display, Formatter};
use std::io::Read;

/// The first bytes of every file of games.
pub const MAGIC: [u8; 8] = *b"KEMPGAME";

/// The version of the format.
pub const VERSION: u32 = 1;

/// No header is longer.
const MOST: u32 = 1 << 16;

/// The field with the name of the game.
const GAME: &str = "game";

/// The field with the name of the program, and its version.
const PROGRAM: &str = "program";

/// The field that tells whether the games are as they were `played`, or `merged` or `shuffled`.
pub const ORDER: &str = "order";

/// What the games of a file have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    fields: Vec<(String, String)>,
}

impl Header {
    /// The header of a file written by this program with games of `game`.
    pub fn new(game: &str) -> Header {
        let header = Header { fields: Vec::new() };
        header.with(GAME, game).by_this_program()
    }

    /// The same, but this program thought.
    pub fn by_this_program(self) -> Header {
        const NAME: &str = concat!("kempelen ", env!("CARGO_PKG_VERSION"));
        self.without(PROGRAM).with(PROGRAM, NAME)
    }

    /// Adds a field; neither part may hold a line's end, nor the name a colon.
    pub fn with(mut self, name: &str, value: impl Display) -> Header {
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

    /// The first field that is another one here than in `wanted`: its name, what is found here,
    /// and what is wanted.
    pub fn difference<'a>(&'a self, wanted: &'a Header) -> Option<[&'a str; 3]> {
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

    /// The fields that are the same in `other`.
    pub fn common(mut self, other: &Header) -> Header {
        self.fields
            .retain(|(name, value)| other.get(name) == Some(value));
        self
    }

    /// Without a field.
    pub fn without(mut self, name: &str) -> Header {
        self.fields.retain(|(known, _)| known != name);
        self
    }

    /// The first bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = self.to_string();
        debug_assert!(text.len() <= MOST as usize);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(checksum(&bytes, text.as_bytes()).to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes
    }

    /// Reads the first bytes of a file, and tells how many they are.
    pub fn read(input: &mut impl Read) -> Result<(Header, u64), GamesError> {
        let mut fixed = [0; 20];
        read(input, &mut fixed, 0)?;
        if fixed[..8] != MAGIC {
            let found = format!("'{}'", fixed[..8].escape_ascii());
            return Err(GamesError::damaged(0, found, "a file of games: 'KEMPGAME'"));
        }
        let number = |at: usize| std::array::from_fn(|index| fixed[at + index]);
        let [version, length, sum] = [8, 12, 16].map(|at| u32::from_le_bytes(number(at)));
        if version != VERSION {
            let found = format!("version {version} of the format");
            return Err(GamesError::damaged(8, found, format!("version {VERSION}")));
        }
        if length > MOST {
            let found = format!("a header of {length} bytes");
            return Err(GamesError::damaged(12, found, format!("{MOST} at most")));
        }
        let mut text = vec![0; length as usize];
        read(input, &mut text, 20)?;
        let found = checksum(&fixed[..16], &text);
        if found != sum {
            let found = format!("a header with the checksum {found:08x}");
            return Err(GamesError::damaged(16, found, format!("{sum:08x}")));
        }
        let header = Header::parse(&text).ok_or_else(|| {
            GamesError::damaged(20, "a header without a game", "lines 'name: value'")
        })?;
        Ok((header, 20 + u64::from(length)))
    }

    /// Reads what `Display` writes; `None` if it is something else, or names no game.
    pub fn parse(text: &[u8]) -> Option<Header> {
        let text = std::str::from_utf8(text).ok()?;
        let fields = text.lines().map(|line| {
            let (name, value) = line.split_once(": ")?;
            let clean = !line.contains(char::is_control);
            clean.then(|| (name.to_owned(), value.to_owned()))
        });
        let header = Header {
            fields: fields.collect::<Option<_>>()?,
        };
        header.get(GAME).is_some().then_some(header)
    }
}

impl Display for Header {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let mut fields = self.fields.iter();
        fields.try_for_each(|(name, value)| writeln!(formatter, "{name}: {value}"))
    }
}

/// Fills `buffer` with what comes at `offset`.
fn read(input: &mut impl Read, buffer: &mut [u8], offset: u64) -> Result<(), GamesError> {
    let expected = buffer.len();
    match fill(input, buffer)? {
        found if found == expected => Ok(()),
        found => {
            let found = format!("a header that ends after {found} bytes");
            Err(GamesError::damaged(offset, found, expected.to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header::new("chess")
            .with("seed", 7)
            .with("draw", "move=4: maybe")
    }

    #[test]
    fn what_was_written_reads_back() {
        let bytes = header().to_bytes();
        let (read, length) = Header::read(&mut &bytes[..]).unwrap();
        assert_eq!((read, length), (header(), bytes.len() as u64));
    }

    #[test]
    fn no_byte_can_be_missing_or_another() {
        let bytes = header().to_bytes();
        for length in 0..bytes.len() {
            let error = Header::read(&mut &bytes[..length]).unwrap_err();
            assert!(
                error.to_string().contains("ends after"),
                "{length}: {error}"
            );
        }
        for at in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            assert!(Header::read(&mut &bytes[..]).is_err(), "byte {at}");
        }
    }

    #[test]
    fn a_foreign_file_is_told_from_a_newer_one() {
        let read = |bytes: &[u8]| Header::read(&mut &*bytes).unwrap_err().to_string();
        let mut bytes = header().to_bytes();
        bytes[8] = 2;
        assert_eq!(
            read(&bytes),
            "byte 8: found version 2 of the format, expected version 1"
        );
        bytes[0] = b'\n';
        assert_eq!(
            read(&bytes),
            "byte 0: found '\\nEMPGAME', expected a file of games: 'KEMPGAME'"
        );
    }

    #[test]
    fn differences_are_named() {
        let other = Header::new("chess").with("seed", 8);
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
        assert_eq!(header().common(&other), Header::new("chess"));
    }
}
