//! Reads files of games.

use super::block::{Block, Packed};
use super::data::GameData;
use super::header::Header;
use super::input::GamesError;
use crate::system::interrupt;
use anyhow::{Context, bail, ensure};
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

/// The games of the files, in their order.
pub fn games(paths: &[PathBuf]) -> impl Iterator<Item = anyhow::Result<GameData>> + Send {
    paths.iter().flat_map(|path| {
        unfold(open(path)).flat_map(move |block| {
            let name = || format!("'{}'", path.display());
            let block = block.and_then(|block| block.with_context(name));
            unfold(block.map(|block| block.games))
        })
    })
}

/// The items of what there is, or the error.
fn unfold<I: IntoIterator, E>(items: Result<I, E>) -> impl Iterator<Item = Result<I::Item, E>> {
    let (items, error) = match items {
        Ok(items) => (Some(items), None),
        Err(error) => (None, Some(error)),
    };
    let items = items.into_iter().flatten();
    items.map(Ok).chain(error.map(Err))
}

/// Shows every game of the files, in their order, until the program is [interrupted](interrupt).
pub fn each_game(
    paths: &[PathBuf],
    mut listener: impl FnMut(GameData) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    games(paths).try_for_each(|game| {
        ensure!(!interrupt::raised(), "interrupted");
        listener(game?)
    })
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
