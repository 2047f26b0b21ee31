//! `kempelen egdb`: endgame tables of draughts.

mod build;
mod probe;
mod stats;
mod verify;

use crate::games::draughts::egdb::tables::Egdb;
use crate::games::draughts::{English, Pongor, Variant};
use crate::notation::excerpt;
use anyhow::bail;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Build, check and probe endgame tables of draughts.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
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
    Build(build::Build),
    /// Count won, drawn and lost positions.
    Stats(stats::Stats),
    /// Check every value against the values after each move.
    Verify(verify::Verify),
    /// Show the value of a position and of every move.
    Probe(probe::Probe),
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

/// Which tables.
#[derive(Args, Clone, Debug)]
struct Tables {
    /// The game: english or pongor
    #[arg(long, default_value = "english")]
    game: String,
    /// Folder of the tables
    #[arg(long, value_name = "FOLDER")]
    path: PathBuf,
}

/// What is done with the tables of a game.
trait Task {
    fn run<V: Variant>(self) -> anyhow::Result<ExitCode>;
}

impl Tables {
    fn visit(self, task: impl Task) -> anyhow::Result<ExitCode> {
        match self.game.as_str() {
            "english" => task.run::<English>(),
            "pongor" => task.run::<Pongor>(),
            other => bail!(
                "no endgame tables of '{}'; expected english or pongor",
                excerpt(other)
            ),
        }
    }

    /// The tables in the folder.
    fn open<V: Variant>(&self) -> anyhow::Result<Egdb<V>> {
        let mut tables = Egdb::default();
        tables.add_folder(&self.path)?;
        match tables.men() {
            0 => bail!(
                "no endgame tables of '{}' in '{}'; kempelen egdb build makes them",
                V::NAME,
                self.path.display()
            ),
            _ => Ok(tables),
        }
    }
}
