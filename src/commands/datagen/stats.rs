//! `kempelen datagen stats`.

use crate::lab::dataset::stats::show_stats;
use clap::Args;
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
        show_stats(&self.files, self.json)?;
        Ok(ExitCode::SUCCESS)
    }
}
