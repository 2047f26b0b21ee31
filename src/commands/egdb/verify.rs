//! `kempelen egdb verify`.

use super::TableArgs;
use crate::games::draughts::{DraughtsVariant, DraughtsVisitor};
use crate::lab::egdb::verify::verify_tables;
use crate::system::interrupt;
use crate::system::threads::ThreadCount;
use clap::Args;
use std::process::ExitCode;

/// Check every value against the values after each move.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen egdb verify --path tables --pieces 4")]
pub struct EgdbVerify {
    #[command(flatten)]
    pub(super) place: TableArgs,
    /// Largest number of pieces, both sides together
    #[arg(long, default_value_t = 6, value_name = "N")]
    pieces: u8,
    #[command(flatten)]
    threads: ThreadCount,
}

impl DraughtsVisitor for EgdbVerify {
    type Output = anyhow::Result<ExitCode>;

    fn visit<V: DraughtsVariant>(self, variant: V) -> anyhow::Result<ExitCode> {
        let tables = self.place.open(variant)?;
        interrupt::listen();
        Ok(match verify_tables(&tables, self.pieces, self.threads)? {
            Some(correct) => ExitCode::from(u8::from(!correct)),
            None => ExitCode::from(interrupt::STATUS),
        })
    }
}
