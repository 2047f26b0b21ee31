//! `kempelen egdb stats`.

use super::TableArgs;
use crate::games::draughts::{DraughtsVariant, DraughtsVisitor};
use crate::lab::egdb::stats::show_counts;
use clap::Args;
use std::process::ExitCode;

/// Count won, drawn and lost positions.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen egdb stats --path tables")]
pub struct EgdbStats {
    #[command(flatten)]
    pub(super) place: TableArgs,
    /// Largest number of pieces, both sides together
    #[arg(long, default_value_t = 6, value_name = "N")]
    pieces: u8,
}

impl DraughtsVisitor for EgdbStats {
    type Output = anyhow::Result<ExitCode>;

    fn visit<V: DraughtsVariant>(self, variant: V) -> anyhow::Result<ExitCode> {
        show_counts(&self.place.open(variant)?, self.pieces)?;
        Ok(ExitCode::SUCCESS)
    }
}
