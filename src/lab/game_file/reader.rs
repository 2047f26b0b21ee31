//! Reads game files. Their header has the settings of the run that the games come from.

use super::block::{Block, GameFileError, read_block, read_up_to};
use super::training_game::TrainingGame;
use crate::bytes::{ByteReader, checksum};
use crate::system::error_words::NameFile;
use crate::system::interrupt;
use crate::system::run_settings::RunSettings;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

/// Reads a game file block by block. After a damaged block it continues with the next one, if its start is known.
#[derive(Debug)]
pub struct GameFileReader<R> {
    input: R,
    /// The header of the file.
    pub header: RunSettings,
    /// Offset of the next block.
    pub offset: u64,
    finished: bool,
}

impl<R: Read> GameFileReader<R> {
    /// Reads the header.
    pub fn new(mut input: R) -> Result<GameFileReader<R>, GameFileError> {
        let (header, offset) = read_header(&mut input)?;
        Ok(GameFileReader { input, header, offset, finished: false })
    }
}

impl<R: Read> Iterator for GameFileReader<R> {
    type Item = Result<Block, GameFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        let start = self.offset;
        let block = read_block(&mut self.input, &mut self.offset);
        self.finished = self.offset == start;
        block.transpose()
    }
}

/// Opens a game file and reads its header.
pub fn open_game_file(path: &Path) -> anyhow::Result<GameFileReader<BufReader<File>>> {
    let file = File::open(path).reading(path)?;
    GameFileReader::new(BufReader::new(file)).with_context(|| format!("'{}'", path.display()))
}

/// The games of all files in order; an [interrupt] is an error.
pub fn read_games(paths: &[PathBuf]) -> Box<dyn Iterator<Item = anyhow::Result<TrainingGame>> + Send + '_> {
    let games = paths.iter().flat_map(|path| {
        flatten_result(open_game_file(path)).flat_map(move |block| {
            let name = || format!("'{}'", path.display());
            let block = block.and_then(|block| block.with_context(name));
            flatten_result(block.map(|block| block.games))
        })
    });
    Box::new(games.map(|game| if interrupt::raised() { bail!("interrupted") } else { game }))
}

/// The items, or the error as the only item.
fn flatten_result<I: IntoIterator, E>(items: Result<I, E>) -> impl Iterator<Item = Result<I::Item, E>> {
    let (items, error) = match items {
        Ok(items) => (Some(items), None),
        Err(error) => (None, Some(error)),
    };
    let items = items.into_iter().flatten();
    items.map(Ok).chain(error.map(Err))
}

/// The header fields that all files share. All must have the same game.
pub fn common_header(paths: &[PathBuf]) -> anyhow::Result<RunSettings> {
    let mut common: Option<RunSettings> = None;
    for path in paths {
        let header = open_game_file(path)?.header;
        common = Some(match common {
            None => header,
            Some(common) if common.game() == header.game() => common.common(&header),
            Some(common) => bail!(
                "'{}': found games of {}, expected {} as in '{}'",
                path.display(),
                header.game(),
                common.game(),
                paths[0].display()
            ),
        });
    }
    common.context("found no file, expected one or more")
}

/// The first bytes of every game file.
pub const MAGIC: [u8; 8] = *b"KEMPGAME";

/// The version of the format.
pub const VERSION: u32 = 1;

/// The largest length of a header in bytes.
const MAX_BYTES: u32 = 1 << 16;

/// The field with the order of the games: `played`, `merged`, `shuffled` or `imported`.
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
pub fn read_header(input: &mut dyn Read) -> Result<(RunSettings, u64), GameFileError> {
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
fn read_exactly(input: &mut dyn Read, buffer: &mut [u8], offset: u64) -> Result<(), GameFileError> {
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
