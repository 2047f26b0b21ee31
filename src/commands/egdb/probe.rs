//! `kempelen egdb probe`.

use super::TableArgs;
use crate::games::draughts::{DraughtsVariant, DraughtsVisitor};
use crate::lab::egdb::probe::show_values;
use clap::Args;
use std::process::ExitCode;

/// Show the value of a position and of every move.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen egdb probe --path tables --fen B:W18,K27:BK9,K10")]
pub struct EgdbProbe {
    #[command(flatten)]
    pub(super) place: TableArgs,
    /// Position in FEN
    #[arg(long)]
    fen: String,
}

impl DraughtsVisitor for EgdbProbe {
    type Output = anyhow::Result<ExitCode>;

    fn visit<V: DraughtsVariant>(self, variant: V) -> anyhow::Result<ExitCode> {
        show_values(variant, &self.place.open(variant)?, &self.fen)?;
        Ok(ExitCode::SUCCESS)
    }
}
