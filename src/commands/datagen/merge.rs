//! `kempelen datagen merge` and `shuffle`: other files with the same games.

use crate::lab::game_file::header::{GameFileHeader, ORDER};
use crate::lab::game_file::reader::{common_header, for_each_game};
use crate::lab::game_file::training_game::TrainingGame;
use crate::lab::game_file::writer::GameFileWriter;
use crate::random::Random;
use crate::system::atomic_file::AtomicFile;
use crate::system::interrupt;
use anyhow::{Context, ensure};
use clap::Args;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Merge game files.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen merge one.games two.games --output both.games")]
pub struct Merge {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

impl Merge {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        interrupt::listen();
        let header = mark(common_header(&self.files)?, "merged");
        let output = AtomicFile::create_new(&self.output)?;
        let mut writer = GameFileWriter::create(output.write_path(), &header)?;
        let mut games: u64 = 0;
        for_each_game(&self.files, |game| {
            games += 1;
            writer.push(&game)
        })?;
        end(output, writer, games)
    }
}

/// Shuffle the games of files.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen shuffle one.games two.games --output shuffled.games")]
pub struct Shuffle {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Seed for the order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Memory to use in MiB; larger input goes through temporary files beside the output
    #[arg(long, default_value_t = 1024, value_name = "MIB",
        value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
}

/// Bytes of memory that a byte of a file may need: it is packed there, and the numbers of a game
/// lie apart in memory.
const GROWTH: u64 = 3;

/// No more files are written side by side.
const MOST_PILES: u64 = 256;

impl Shuffle {
    /// Runs the command: the games are dealt out at random to so many piles that one of them fits
    /// into the memory, and every pile is shuffled by itself (Rao 1961; Sandelius 1962).
    pub fn run(self) -> anyhow::Result<ExitCode> {
        interrupt::listen();
        let header = mark(common_header(&self.files)?, "shuffled");
        let output = AtomicFile::create_new(&self.output)?;
        let mut random = Random::new(self.seed);
        let mut writer = GameFileWriter::create(output.write_path(), &header)?;
        let mut games = 0;
        let mut add = |mut pile: Vec<TrainingGame>, random: &mut Random| {
            random.shuffle(&mut pile);
            games += pile.len() as u64;
            pile.iter().try_for_each(|game| writer.push(game))
        };
        match self.piles()? {
            1 => add(read(&self.files)?, &mut random)?,
            count => {
                for pile in self.deal(count, &header, &mut random)? {
                    add(read(&[pile.write_path().to_owned()])?, &mut random)?;
                }
            }
        }
        end(output, writer, games)
    }

    /// How many piles are needed.
    fn piles(&self) -> anyhow::Result<u64> {
        let length = |path: &PathBuf| {
            let data = fs::metadata(path);
            let data = data.with_context(|| format!("cannot read '{}'", path.display()))?;
            anyhow::Ok(data.len())
        };
        let lengths = self.files.iter().map(length);
        let bytes: u64 = lengths.sum::<anyhow::Result<u64>>()?;
        let needed = (bytes * GROWTH).div_ceil(1 << 20);
        let piles = needed.div_ceil(self.memory.into()).max(1);
        let enough = needed.div_ceil(MOST_PILES);
        ensure!(
            piles <= MOST_PILES,
            "--memory: found {}, expected {enough} or more for so many games",
            self.memory
        );
        Ok(piles)
    }

    /// Deals the games out to files, which are never finished and vanish when they are let go of.
    fn deal(
        &self,
        count: u64,
        header: &GameFileHeader,
        random: &mut Random,
    ) -> anyhow::Result<Vec<AtomicFile>> {
        let pile = |number| AtomicFile::create_new(&numbered(&self.output, number));
        let piles: Vec<AtomicFile> = (0..count).map(pile).collect::<Result<_, _>>()?;
        let writers = piles
            .iter()
            .map(|pile| GameFileWriter::create(pile.write_path(), header));
        let mut writers: Vec<GameFileWriter> = writers.collect::<Result<_, _>>()?;
        for_each_game(&self.files, |game| {
            let pile = random.below(writers.len());
            writers[pile].push(&game)
        })?;
        for mut writer in writers {
            writer.save()?;
        }
        Ok(piles)
    }
}

fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<TrainingGame>> {
    let mut games = Vec::new();
    for_each_game(paths, |game| {
        games.push(game);
        Ok(())
    })?;
    Ok(games)
}

fn numbered(path: &Path, number: u64) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{number}"));
    path.with_file_name(name)
}

/// The header of games that are in another order.
fn mark(header: GameFileHeader, order: &str) -> GameFileHeader {
    header.without(ORDER).with(ORDER, order)
}

/// Puts the file in its place, and tells what is in it.
fn end(output: AtomicFile, mut writer: GameFileWriter, games: u64) -> anyhow::Result<ExitCode> {
    let length = writer.save()?;
    drop(writer);
    output.commit()?;
    writeln!(stderr(), "{games} games in {length} bytes")?;
    Ok(ExitCode::SUCCESS)
}
