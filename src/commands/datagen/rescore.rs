//! `kempelen datagen rescore`.

use crate::lab::selfplay::fixed_nodes::SearchSettings;
use crate::lab::selfplay::generate::StopReason;
use crate::lab::selfplay::rescore::RescoreRun;
use crate::system::file_lock::FileLock;
use crate::system::interrupt;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Search all positions of files again, and write the games with the new scores.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen rescore old.games --nodes 1000 --threads 8 --output new.games")]
pub struct DatagenRescore {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Continue an interrupted run
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    search: SearchSettings,
}

impl DatagenRescore {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let _lock = FileLock::new(&self.output)?;
        interrupt::listen();
        let run = RescoreRun { files: self.files, output: self.output, resume: self.resume, search: self.search };
        Ok(match run.run()? {
            StopReason::Interrupted => ExitCode::from(interrupt::STATUS),
            StopReason::TargetReached | StopReason::OutOfGames => ExitCode::SUCCESS,
        })
    }
}
