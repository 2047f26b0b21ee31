//! `kempelen datagen check`.

use crate::lab::dataset::check::check;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

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
            correct &= check(path)?;
        }
        Ok(ExitCode::from(u8::from(!correct)))
    }
}
