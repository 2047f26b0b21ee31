//! Files of endgame tables: a header, then one section a slice. `docs/egdb.md` documents them.

use super::index::{EgdbSlice, Material};
use crate::bytes::checksum;
use std::ops::Range;
use thiserror::Error;

/// The first bytes of every file.
const MAGIC: [u8; 8] = *b"KEMPEGDB";

/// The version of the format.
const VERSION: u16 = 2;

/// Bytes of a section before its content: the slice, the length of the content, and the checksum
/// of both and of the content.
const HEAD: usize = 4 + 4 + 4;

/// What is told of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EgdbFileKind {
    /// Whether they are won, drawn or lost.
    Values,
    /// How far won ones are from their conversion.
    Distances,
}

impl EgdbFileKind {
    /// All kinds.
    pub const ALL: [EgdbFileKind; 2] = [EgdbFileKind::Values, EgdbFileKind::Distances];

    /// The end of the names of its files: win, draw, loss; depth to conversion.
    pub fn extension(self) -> &'static str {
        match self {
            EgdbFileKind::Values => "wdl",
            EgdbFileKind::Distances => "dtc",
        }
    }
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EgdbFileError {
    /// Another format.
    #[error("found no endgame tables; expected a file that begins with KEMPEGDB")]
    Foreign,
    /// Another version.
    #[error("found version {0} of the format, expected {VERSION}")]
    Version(u16),
    /// Another game, or another kind.
    #[error("found tables of '{found}', expected '{expected}'")]
    Other {
        /// The name of the game and the kind.
        found: String,
        /// Those that were asked for.
        expected: String,
    },
    /// It ends too early.
    #[error("ends after {0} bytes, in the middle of the tables")]
    Truncated(usize),
    /// Its bytes are not those that were written.
    #[error("byte {0}: the section that begins here is damaged")]
    Damaged(usize),
}

/// The content of one slice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EgdbSection {
    /// The slice.
    pub slice: EgdbSlice,
    /// Its bytes in the file.
    pub content: Range<usize>,
}

/// What is in a file.
#[derive(Debug)]
pub struct EgdbFileContents {
    /// The sections that are whole.
    pub sections: Vec<EgdbSection>,
    /// Where they end.
    pub end: usize,
    /// What comes after them, if that is not the end of a whole file.
    pub rest: Option<EgdbFileError>,
}

/// The first bytes of a file with tables of a game.
pub fn header(game: &str, kind: EgdbFileKind) -> Vec<u8> {
    let name = name(game, kind);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.push(name.len() as u8);
    bytes.extend(name.as_bytes());
    bytes
}

/// What a file says that it holds.
fn name(game: &str, kind: EgdbFileKind) -> String {
    format!("{game} {}", kind.extension())
}

/// A section; one without content, of no slice, ends a file.
pub fn section(slice: Option<EgdbSlice>, content: &[u8]) -> Vec<u8> {
    let mut bytes = slice.map_or([0; 4], counts).to_vec();
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes.extend(checksum(&bytes, content).to_le_bytes());
    bytes.extend(content);
    bytes
}

/// Reads a file as far as it is whole.
pub fn read(
    bytes: &[u8],
    game: &str,
    kind: EgdbFileKind,
) -> Result<EgdbFileContents, EgdbFileError> {
    let head = header(game, kind);
    let named = bytes.get(11..).unwrap_or_default();
    match bytes.first_chunk::<10>() {
        Some(first) if first[..8] != MAGIC => return Err(EgdbFileError::Foreign),
        Some([.., low, high]) if [*low, *high] != VERSION.to_le_bytes() => {
            return Err(EgdbFileError::Version(u16::from_le_bytes([*low, *high])));
        }
        None => return Err(EgdbFileError::Foreign),
        Some(_) => (),
    }
    if !bytes.starts_with(&head) {
        let length = bytes.get(10).map_or(0, |&length| usize::from(length));
        let found = named
            .get(..length)
            .ok_or(EgdbFileError::Truncated(bytes.len()))?;
        return Err(EgdbFileError::Other {
            found: String::from_utf8_lossy(found).into_owned(),
            expected: name(game, kind),
        });
    }
    let mut contents = EgdbFileContents {
        sections: Vec::new(),
        end: head.len(),
        rest: None,
    };
    contents.rest = loop {
        match next(bytes, contents.end) {
            Ok(Some(section)) => {
                contents.end = section.content.end;
                contents.sections.push(section);
            }
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    Ok(contents)
}

/// The section at a place; none where the file says that it ends.
fn next(bytes: &[u8], place: usize) -> Result<Option<EgdbSection>, EgdbFileError> {
    let truncated = EgdbFileError::Truncated(bytes.len());
    let head: &[u8; HEAD] = bytes
        .get(place..)
        .and_then(<[u8]>::first_chunk)
        .ok_or(truncated.clone())?;
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let start = place + HEAD;
    let content = start..start + word(4) as usize;
    let inside = bytes.get(content.clone()).ok_or(truncated)?;
    if checksum(&head[..8], inside) != word(8) {
        return Err(EgdbFileError::Damaged(place));
    }
    let [own_men, own_kings, their_men, their_kings] = [head[0], head[1], head[2], head[3]];
    let material = |men, kings| Material { men, kings };
    let slice = EgdbSlice {
        own: material(own_men, own_kings),
        their: material(their_men, their_kings),
    };
    match head[..4].iter().max() {
        Some(0) => Ok(None),
        Some(1..=7) => Ok(Some(EgdbSection { slice, content })),
        _ => Err(EgdbFileError::Damaged(place)),
    }
}

fn counts(slice: EgdbSlice) -> [u8; 4] {
    let EgdbSlice { own, their } = slice;
    [own.men, own.kings, their.men, their.kings]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slice(men: u8) -> EgdbSlice {
        let own = Material { men, kings: 1 };
        let their = Material { men: 0, kings: 2 };
        EgdbSlice { own, their }
    }

    fn file() -> Vec<u8> {
        let mut bytes = header("english", EgdbFileKind::Values);
        bytes.extend(section(Some(slice(1)), b"one"));
        bytes.extend(section(Some(slice(2)), b""));
        bytes.extend(section(None, b""));
        bytes
    }

    #[test]
    fn sections_come_back() {
        let bytes = file();
        let contents = read(&bytes, "english", EgdbFileKind::Values).unwrap();
        let slices: Vec<_> = contents.sections.iter().map(|it| it.slice).collect();
        assert_eq!(slices, [slice(1), slice(2)]);
        assert_eq!(&bytes[contents.sections[0].content.clone()], b"one");
        assert_eq!(contents.rest, None);
    }

    #[test]
    fn what_was_cut_off_is_known() {
        let bytes = file();
        for length in header("english", EgdbFileKind::Values).len()..bytes.len() {
            let contents = read(&bytes[..length], "english", EgdbFileKind::Values).unwrap();
            assert_eq!(contents.rest, Some(EgdbFileError::Truncated(length)));
            assert!(contents.end <= length && contents.sections.len() <= 2);
        }
        assert_eq!(
            read(b"KEMP", "english", EgdbFileKind::Values).unwrap_err(),
            EgdbFileError::Foreign
        );
    }

    #[test]
    fn no_changed_byte_is_overlooked() {
        let bytes = file();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 4;
            let found = read(&changed, "english", EgdbFileKind::Values);
            assert!(found.is_err() || found.unwrap().rest.is_some(), "{place}");
        }
        for (game, kind) in [
            ("pongor", EgdbFileKind::Values),
            ("english", EgdbFileKind::Distances),
        ] {
            let error = read(&bytes, game, kind).unwrap_err();
            assert!(matches!(error, EgdbFileError::Other { found, .. } if found == "english wdl"));
        }
    }
}
