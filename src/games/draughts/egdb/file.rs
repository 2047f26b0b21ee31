//! The file format of endgame tables: a header, then one section for each slice. `docs/egdb.md` documents it.

use super::index::{EgdbSlice, Material};
use crate::bytes::checksum;
use std::ops::Range;

/// The first bytes of every file.
const MAGIC: [u8; 8] = *b"KEMPEGDB";

/// The version of the format.
const VERSION: u16 = 2;

/// Bytes of a section before its content: the slice, the length of the content, and the checksum of the
/// slice, the length and the content.
const SECTION_HEADER_SIZE: usize = 4 + 4 + 4;

/// What a file stores about positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EgdbFileKind {
    /// Results: won, drawn or lost.
    Values,
    /// Distances of won positions to conversion.
    Distances,
}

impl EgdbFileKind {
    /// All kinds.
    pub const ALL: [EgdbFileKind; 2] = [EgdbFileKind::Values, EgdbFileKind::Distances];

    /// The file extension: `wdl` (win, draw, loss) or `dtc` (distance to conversion).
    pub fn extension(self) -> &'static str {
        match self {
            EgdbFileKind::Values => "wdl",
            EgdbFileKind::Distances => "dtc",
        }
    }
}

/// A section of a file: the content of one slice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EgdbSection {
    /// The slice.
    pub slice: EgdbSlice,
    /// The position of the content in the file, in bytes.
    pub content: Range<usize>,
}

/// The readable part of a file.
#[derive(Debug)]
pub struct EgdbFileContents {
    /// The complete sections.
    pub sections: Vec<EgdbSection>,
    /// Why the rest cannot be read; `None` if the file is complete.
    pub error: Option<String>,
}

/// The header of a file: the magic number, the version, and the names of the game and the kind.
pub fn header(game: &str, kind: EgdbFileKind) -> Vec<u8> {
    let name = content_name(game, kind);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.push(name.len() as u8);
    bytes.extend(name.as_bytes());
    bytes
}

/// The text in the header that names the game and the kind of a file.
fn content_name(game: &str, kind: EgdbFileKind) -> String {
    format!("{game} {}", kind.extension())
}

/// The bytes of a section. The last section of a file has no slice and no content.
pub fn section(slice: Option<EgdbSlice>, content: &[u8]) -> Vec<u8> {
    let mut bytes = slice.map_or([0; 4], slice_bytes).to_vec();
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes.extend(checksum(&bytes, content).to_le_bytes());
    bytes.extend(content);
    bytes
}

/// Reads the complete sections of a file.
///
/// # Errors
/// The header does not belong to a file of this game and kind. An error after the header is reported in
/// [`EgdbFileContents::error`].
pub fn read(bytes: &[u8], game: &str, kind: EgdbFileKind) -> Result<EgdbFileContents, String> {
    let head = header(game, kind);
    let version = bytes.strip_prefix(&MAGIC).and_then(<[u8]>::first_chunk).ok_or(NOT_EGDB)?;
    let version = u16::from_le_bytes(*version);
    if version != VERSION {
        return Err(format!("found version {version} of the format, expected {VERSION}"));
    }
    if !bytes.starts_with(&head) {
        let length = bytes.get(10).map_or(0, |&length| usize::from(length));
        let found = bytes.get(11..11 + length).ok_or_else(|| truncated(bytes))?;
        let (found, expected) = (String::from_utf8_lossy(found), content_name(game, kind));
        return Err(format!("found tables of '{found}', expected '{expected}'"));
    }
    let (mut sections, mut offset) = (Vec::<EgdbSection>::new(), head.len());
    let error = loop {
        match next_section(bytes, offset) {
            Ok(Some(section)) => {
                offset = section.content.end;
                sections.push(section);
            }
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    Ok(EgdbFileContents { sections, error })
}

/// The section at byte `offset`; `None` for the end marker.
fn next_section(bytes: &[u8], offset: usize) -> Result<Option<EgdbSection>, String> {
    let head: &[u8; SECTION_HEADER_SIZE] =
        bytes.get(offset..).and_then(<[u8]>::first_chunk).ok_or_else(|| truncated(bytes))?;
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let start = offset + SECTION_HEADER_SIZE;
    let content = start..start + word(4) as usize;
    let inside = bytes.get(content.clone()).ok_or_else(|| truncated(bytes))?;
    if checksum(&head[..8], inside) != word(8) {
        return Err(damaged(offset));
    }
    let [own_men, own_kings, their_men, their_kings] = [head[0], head[1], head[2], head[3]];
    let material = |men, kings| Material { men, kings };
    let slice = EgdbSlice { own: material(own_men, own_kings), their: material(their_men, their_kings) };
    match head[..4].iter().max() {
        Some(0) => Ok(None),
        Some(1..=7) => Ok(Some(EgdbSection { slice, content })),
        _ => Err(damaged(offset)),
    }
}

const NOT_EGDB: &str = "found no endgame tables; expected a file that begins with KEMPEGDB";

fn truncated(bytes: &[u8]) -> String {
    format!("ends after {} bytes, in the middle of the tables", bytes.len())
}

/// The error that a checksum is wrong, or that content cannot be decoded.
pub(super) fn damaged(offset: usize) -> String {
    format!("byte {offset}: the section that begins here is damaged")
}

fn slice_bytes(slice: EgdbSlice) -> [u8; 4] {
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
    fn sections_are_read_as_written() {
        let bytes = file();
        let contents = read(&bytes, "english", EgdbFileKind::Values).unwrap();
        let slices: Vec<_> = contents.sections.iter().map(|it| it.slice).collect();
        assert_eq!(slices, [slice(1), slice(2)]);
        assert_eq!(&bytes[contents.sections[0].content.clone()], b"one");
        assert_eq!(contents.error, None);
    }

    #[test]
    fn truncation_is_detected() {
        let bytes = file();
        for length in header("english", EgdbFileKind::Values).len()..bytes.len() {
            let contents = read(&bytes[..length], "english", EgdbFileKind::Values).unwrap();
            assert_eq!(contents.error, Some(truncated(&bytes[..length])));
            assert!(contents.sections.len() <= 2 && contents.sections.iter().all(|it| it.content.end <= length));
        }
        assert_eq!(read(b"KEMP", "english", EgdbFileKind::Values).unwrap_err(), NOT_EGDB);
    }

    #[test]
    fn every_changed_byte_is_detected() {
        let bytes = file();
        for offset in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[offset] ^= 4;
            let found = read(&changed, "english", EgdbFileKind::Values);
            assert!(found.is_err() || found.unwrap().error.is_some(), "{offset}");
        }
        for (game, kind) in [("pongor", EgdbFileKind::Values), ("english", EgdbFileKind::Distances)] {
            let expected = content_name(game, kind);
            let error = format!("found tables of 'english wdl', expected '{expected}'");
            assert_eq!(read(&bytes, game, kind).unwrap_err(), error);
        }
    }
}
