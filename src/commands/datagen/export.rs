//! `kempelen datagen export`.

use crate::lab::dataset::export::{Perspective, PositionExport};
use crate::system::file_lock::FileLock;
use crate::system::interrupt;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

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
    /// Leave out positions that are not quiet: in check, with a forced move, or where a capture or
    /// promotion was played
    #[arg(long)]
    quiet: bool,
    /// Leave out positions with a greater score for either side, in centipawns
    #[arg(long, value_name = "SCORE")]
    max_score: Option<i32>,
    /// Leave out this many positions at the beginning of every game
    #[arg(long, default_value_t = 0, value_name = "N")]
    skip_plies: usize,
}

impl DatagenExport {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        interrupt::listen();
        let _lock = FileLock::all(&self.output)?;
        let export = PositionExport {
            files: self.files,
            output: self.output,
            side: self.side,
            quiet: self.quiet,
            max_score: self.max_score.unwrap_or(i32::MAX),
            skip_plies: self.skip_plies,
        };
        export.run()?;
        Ok(ExitCode::SUCCESS)
    }
}
