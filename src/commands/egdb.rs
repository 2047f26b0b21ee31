//! `kempelen egdb`: builds, checks and probes endgame tables of draughts.

mod build;
mod probe;
mod stats;
mod verify;

use crate::games::draughts::egdb::tables::Egdb;
use crate::games::draughts::family::{variant_names, with_variant};
use crate::games::draughts::{DraughtsVariant, DraughtsVisitor};
use crate::notation::excerpt;
use crate::system::cache_folder::{CACHE_VARIABLE, table_cache};
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Build, check and probe endgame tables of draughts.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen egdb build --game brazilian
  kempelen egdb build --pieces 5 --path tables
  kempelen egdb stats --path tables
  kempelen egdb verify --path tables --threads 2
  kempelen egdb probe --path tables --fen B:W18,K27:BK9,K10")]
pub struct Endgames {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Build the tables; continues where it was interrupted.
    Build(build::EgdbBuild),
    /// Count won, drawn and lost positions.
    Stats(stats::EgdbStats),
    /// Check every value against the values after each move.
    Verify(verify::EgdbVerify),
    /// Show the value of a position and of every move.
    Probe(probe::EgdbProbe),
}

impl Endgames {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.action {
            Action::Build(action) => action.place.clone().visit(action),
            Action::Stats(action) => action.place.clone().visit(action),
            Action::Verify(action) => action.place.clone().visit(action),
            Action::Probe(action) => action.place.clone().visit(action),
        }
    }
}

/// The game and the folder of the tables.
#[derive(Args, Clone, Debug)]
struct TableArgs {
    #[arg(long, help = format!("The game: {}", variant_names().collect::<Vec<_>>().join(", ")), default_value = "english")]
    game: String,
    /// Folder of the tables [default: where the engine keeps those that it builds at first use]
    #[arg(long, value_name = "FOLDER")]
    path: Option<PathBuf>,
}

impl TableArgs {
    fn visit(self, action: impl DraughtsVisitor<Output = anyhow::Result<ExitCode>>) -> anyhow::Result<ExitCode> {
        with_variant(&self.game, action).unwrap_or_else(|| {
            let game = excerpt(&self.game);
            bail!(
                "there are no endgame tables of '{game}'; expected one of {}",
                variant_names().collect::<Vec<_>>().join(", ")
            )
        })
    }

    /// The folder that the user names, or else that of the tables that are built at first use.
    ///
    /// # Errors
    /// There is no such folder.
    fn folder(&self) -> anyhow::Result<PathBuf> {
        self.path.clone().or_else(table_cache).with_context(|| {
            format!("found no folder for endgame tables ({CACHE_VARIABLE} is empty, or the user has no folder), expected --path")
        })
    }

    /// Checks that the game can have endgame tables.
    fn check(variant: impl DraughtsVariant) -> anyhow::Result<()> {
        let rules = variant.rules();
        if !rules.have_endgame_tables() {
            bail!("there are no endgame tables of '{}': they store what the pieces alone decide", rules.name);
        }
        Ok(())
    }

    /// Opens the tables in the folder.
    ///
    /// # Errors
    /// A file cannot be read, or there are none.
    fn open<V: DraughtsVariant>(&self, variant: V) -> anyhow::Result<Egdb<V>> {
        Self::check(variant)?;
        let folder = self.folder()?;
        let mut tables = Egdb::default();
        tables.add_folder(variant, &folder)?;
        match tables.max_pieces() {
            0 => bail!(
                "no endgame tables of '{}' in '{}'; kempelen egdb build makes them",
                variant.rules().name,
                folder.display()
            ),
            _ => Ok(tables),
        }
    }
}
