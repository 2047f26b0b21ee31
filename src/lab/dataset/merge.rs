//! Merges game files, and shuffles the games of files that need not fit into memory.

use crate::lab::game_file::reader::{ORDER, common_header, read_games};
use crate::lab::game_file::training_game::TrainingGame;
use crate::lab::game_file::writer::{GameCount, GameFileWriter};
use crate::random::Random;
use crate::system::atomic_file::AtomicFile;
use crate::system::error_words::NameFile;
use crate::system::run_settings::RunSettings;
use anyhow::ensure;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

/// Writes the games of all files, which must be of one game, to a new file in the same order.
///
/// # Errors
/// A file cannot be read or written.
pub fn merge(files: &[PathBuf], output: &Path) -> anyhow::Result<()> {
    let mut merged = OrderedOutput::create(output, common_header(files)?, "merged")?;
    for game in read_games(files) {
        merged.push(&game?)?;
    }
    merged.commit()
}

/// A new game file that is written atomically.
pub struct OrderedOutput {
    file: AtomicFile,
    writer: GameFileWriter,
}

impl OrderedOutput {
    /// Creates the file; `order` says in its header how its games are ordered.
    ///
    /// # Errors
    /// The file exists already, or cannot be written.
    pub fn create(path: &Path, header: RunSettings, order: &str) -> anyhow::Result<OrderedOutput> {
        let header = header.without(ORDER).with(ORDER, order);
        let file = AtomicFile::create_new(path)?;
        Ok(OrderedOutput { writer: GameFileWriter::create(file.write_path(), &header)?, file })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn push(&mut self, game: &TrainingGame) -> anyhow::Result<()> {
        self.writer.push(game)
    }

    /// What was written so far.
    pub fn count(&self) -> GameCount {
        self.writer.count
    }

    /// Gives the file its name, and writes its size to standard error.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn commit(mut self) -> anyhow::Result<()> {
        let (length, games) = (self.writer.save()?, self.writer.count.games);
        drop(self.writer);
        self.file.commit()?;
        Ok(writeln!(stderr(), "{games} games in {length} bytes")?)
    }
}

/// Bytes of memory for each byte of a file: games are compressed in files.
const GROWTH: u64 = 3;

/// The largest number of temporary files.
const MAX_PILES: u64 = 256;

/// Writes the games of all files to `output` in random order: they are dealt at random into piles, each of
/// which fits into `mebibytes` of memory, and every pile is shuffled (Rao 1961; Sandelius 1962).
///
/// # Errors
/// A file cannot be read or written, or there are too many games for so little memory.
pub fn shuffle(files: &[PathBuf], output: &Path, seed: u64, mebibytes: u32) -> anyhow::Result<()> {
    let header = common_header(files)?;
    let mut shuffled = OrderedOutput::create(output, header.clone(), "shuffled")?;
    let mut random = Random::new(seed);
    let mut add_pile = |files: &[PathBuf], random: &mut Random| {
        let mut pile: Vec<TrainingGame> = read_games(files).collect::<Result<_, _>>()?;
        random.shuffle(&mut pile);
        pile.iter().try_for_each(|game| shuffled.push(game))
    };
    let count = pile_count(files, mebibytes)?;
    if count == 1 {
        add_pile(files, &mut random)?;
    } else {
        for pile in deal(files, output, count, &header, &mut random)? {
            add_pile(&[pile.write_path().to_owned()], &mut random)?;
        }
    }
    shuffled.commit()
}

fn pile_count(files: &[PathBuf], mebibytes: u32) -> anyhow::Result<u64> {
    let length = |path: &PathBuf| Ok(fs::metadata(path).reading(path)?.len());
    let bytes: u64 = files.iter().map(length).sum::<anyhow::Result<u64>>()?;
    let needed = (bytes * GROWTH).div_ceil(1 << 20);
    let piles = needed.div_ceil(mebibytes.into()).max(1);
    let enough = needed.div_ceil(MAX_PILES);
    ensure!(piles <= MAX_PILES, "--memory: found {mebibytes}, expected {enough} or more for so many games");
    Ok(piles)
}

/// Deals the games into temporary files, which are removed when they are dropped.
fn deal(
    files: &[PathBuf],
    output: &Path,
    count: u64,
    header: &RunSettings,
    random: &mut Random,
) -> anyhow::Result<Vec<AtomicFile>> {
    let pile = |_| AtomicFile::replace(output);
    let piles: Vec<AtomicFile> = (0..count).map(pile).collect::<Result<_, _>>()?;
    let writers = (piles.iter()).map(|pile| GameFileWriter::create(pile.write_path(), header));
    let mut writers: Vec<GameFileWriter> = writers.collect::<Result<_, _>>()?;
    for game in read_games(files) {
        let pile = random.below(writers.len());
        writers[pile].push(&game?)?;
    }
    for mut writer in writers {
        writer.save()?;
    }
    Ok(piles)
}
