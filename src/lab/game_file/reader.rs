//! Reads game files.

use super::block::{Block, read_block};
use super::error::GameFileError;
use super::header::read_header;
use super::training_game::TrainingGame;
use crate::system::error_words::NameFile;
use crate::system::interrupt;
use crate::system::run_settings::RunSettings;
use anyhow::{Context, bail, ensure};
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

/// The games of all files in order.
pub fn read_games(paths: &[PathBuf]) -> impl Iterator<Item = anyhow::Result<TrainingGame>> + Send {
    paths.iter().flat_map(|path| {
        flatten_result(open_game_file(path)).flat_map(move |block| {
            let name = || format!("'{}'", path.display());
            let block = block.and_then(|block| block.with_context(name));
            flatten_result(block.map(|block| block.games))
        })
    })
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

/// Passes every game of the files in order to `listener`; an [interrupt] is an error.
pub fn for_each_game(
    paths: &[PathBuf],
    listener: &mut dyn FnMut(TrainingGame) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    read_games(paths).try_for_each(|game| {
        ensure!(!interrupt::raised(), "interrupted");
        listener(game?)
    })
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
