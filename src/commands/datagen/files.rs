//! `kempelen datagen stats`, `check`, `merge`, `shuffle` and `export`: what is done with game files.

use crate::lab::dataset::check::check;
use crate::lab::dataset::export::PositionExport;
use crate::lab::dataset::merge::merge;
use crate::lab::dataset::shuffle::shuffle;
use crate::lab::dataset::stats::show_stats;
use crate::system::file_lock::FileLock;
use crate::system::files::NamedOutput;
use crate::system::interrupt;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// Show statistics of game files.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen stats chess.games")]
pub struct DatagenStats {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write a JSON object (see docs/datagen.md)
    #[arg(long)]
    json: bool,
}

impl DatagenStats {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        show_stats(&self.files, self.json, &mut NamedOutput::stdout())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Check game files by replaying every game.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen check chess.games")]
pub struct DatagenCheck {
    /// Game files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl DatagenCheck {
    /// Runs the command. The status is 1 if a file has an error.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut correct = true;
        for path in &self.files {
            correct &= check(path, &mut NamedOutput::stdout())?;
        }
        Ok(ExitCode::from(u8::from(!correct)))
    }
}

/// Merge game files.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen merge one.games two.games --output both.games")]
pub struct DatagenMerge {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

impl DatagenMerge {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        interrupt::listen();
        let _lock = FileLock::new(&self.output)?;
        merge(&self.files, &self.output)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Shuffle the games of files.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen shuffle one.games two.games --output shuffled.games")]
pub struct DatagenShuffle {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Seed for the order
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Memory to use in MiB; larger input goes through temporary files beside the output
    #[arg(long, default_value = "1024", value_name = "MIB",
        value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
}

impl DatagenShuffle {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        interrupt::listen();
        let _lock = FileLock::new(&self.output)?;
        shuffle(&self.files, &self.output, self.seed, self.memory)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Write positions as text: 'FEN | score | result' a line.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen export --quiet --max-score 2000 chess.games > positions.txt")]
pub struct DatagenExport {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Point of view of score and result
    #[arg(long, value_enum, default_value = "white")]
    side: Perspective,
    /// Leave out positions that are not quiet: in check, with a forced move, or where a capture or promotion was played
    #[arg(long)]
    quiet: bool,
    /// Leave out positions with a greater score for either side, in centipawns
    #[arg(long, value_name = "SCORE")]
    max_score: Option<i32>,
    /// Leave out this many positions at the beginning of every game
    #[arg(long, default_value = "0", value_name = "N")]
    skip_plies: usize,
}

/// Whose scores and results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Perspective {
    /// White's.
    White,
    /// The side to move's.
    Mover,
}

impl DatagenExport {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        interrupt::listen();
        let _lock = FileLock::all(&self.output)?;
        let export = PositionExport {
            files: self.files,
            for_mover: self.side == Perspective::Mover,
            quiet: self.quiet,
            max_score: self.max_score.unwrap_or(i32::MAX),
            skip_plies: self.skip_plies,
        };
        match &self.output {
            Some(path) => export.write_file(path)?,
            None => drop(export.write(NamedOutput::stdout())?),
        }
        Ok(ExitCode::SUCCESS)
    }
}
