//! Reads files of games.

use super::block::{Block, Packed};
use super::data::GameData;
use super::header::Header;
use super::input::GamesError;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

/// Reads games, block by block. After a damaged block it goes on with the next, unless nobody
/// knows where that begins.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// What the file says of itself.
    pub header: Header,
    /// Where the next block begins.
    pub offset: u64,
    over: bool,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    pub fn new(mut input: R) -> Result<Reader<R>, GamesError> {
        let (header, offset) = Header::read(&mut input)?;
        Ok(Reader {
            input,
            header,
            offset,
            over: false,
        })
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Block, GamesError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        match Packed::read(&mut self.input, self.offset) {
            Ok(packed) => {
                let packed = packed?;
                self.offset = packed.end();
                Some(packed.unpack())
            }
            Err(error) => {
                self.over = true;
                Some(Err(error))
            }
        }
    }
}

/// Opens a file of games.
pub fn open(path: &Path) -> anyhow::Result<Reader<BufReader<File>>> {
    let file = File::open(path).with_context(|| format!("cannot read '{}'", path.display()))?;
    Reader::new(BufReader::new(file)).with_context(|| format!("'{}'", path.display()))
}

/// Shows every game of the files, in their order.
pub fn each_game(
    paths: &[PathBuf],
    mut listener: impl FnMut(GameData) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for path in paths {
        for block in open(path)? {
            let block = block.with_context(|| format!("'{}'", path.display()))?;
            block.games.into_iter().try_for_each(&mut listener)?;
        }
    }
    Ok(())
}

/// What the headers of the files have in common: the game at least.
pub fn common_header(paths: &[PathBuf]) -> anyhow::Result<Header> {
    let mut common: Option<Header> = None;
    for path in paths {
        let header = open(path)?.header;
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
