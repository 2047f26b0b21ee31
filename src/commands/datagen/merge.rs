//! `kempelen datagen merge` and `shuffle`.

use crate::lab::dataset::merge::merge;
use crate::lab::dataset::shuffle::shuffle;
use crate::system::file_lock::FileLock;
use crate::system::interrupt;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

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
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Memory to use in MiB; larger input goes through temporary files beside the output
    #[arg(long, default_value_t = 1024, value_name = "MIB",
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
