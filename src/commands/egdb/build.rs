//! `kempelen egdb build`.

use super::TableArgs;
use crate::games::draughts::{DraughtsVariant, DraughtsVisitor};
use crate::lab::egdb::build::build_tables;
use crate::system::interrupt;
use crate::system::threads::ThreadCount;
use clap::Args;
use std::io::{Write, stderr};
use std::process::ExitCode;

/// Build the tables; continues where it was interrupted.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen egdb build --game brazilian
  kempelen egdb build --pieces 5 --path tables")]
pub struct EgdbBuild {
    #[command(flatten)]
    pub(super) place: TableArgs,
    /// Largest number of pieces, both sides together
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,
    #[command(flatten)]
    threads: ThreadCount,
}

impl DraughtsVisitor for EgdbBuild {
    type Output = anyhow::Result<ExitCode>;

    fn visit<V: DraughtsVariant>(self, variant: V) -> anyhow::Result<ExitCode> {
        TableArgs::check(variant)?;
        interrupt::listen();
        let folder = self.place.folder()?;
        let finished = build_tables(variant, &folder, self.pieces, self.threads)?;
        if finished && self.place.path.is_none() {
            writeln!(stderr(), "endgame tables in '{}'", folder.display())?;
        }
        Ok(if finished { ExitCode::SUCCESS } else { ExitCode::from(interrupt::STATUS) })
    }
}
