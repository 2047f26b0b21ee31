//! `kempelen egdb`: builds, checks and probes endgame tables of draughts.

use super::arguments::ThreadArgs;
use crate::games::draughts::egdb::game::EgdbGame;
use crate::games::draughts::egdb::tables::{Egdb, MAX_TABLE_PIECES};
use crate::games::draughts::family::{games_with_tables, with_variant};
use crate::games::draughts::{DraughtsVariant, DraughtsVisitor};
use crate::lab::egdb::{build_tables, show_counts, show_values, verify_tables};
use crate::notation::excerpt;
use crate::system::files::NamedOutput;
use crate::system::interrupt;
use crate::system::user_folders::{CACHE_VARIABLE, table_cache};
use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use std::io::{Write, stderr};
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
    #[command(after_help = "\
Examples:
  kempelen egdb build --game brazilian
  kempelen egdb build --pieces 5 --path tables")]
    Build {
        #[command(flatten)]
        tables: TableArgs,
        /// Largest number of pieces, both sides together
        #[arg(long, default_value = "4", value_name = "N", value_parser = clap::value_parser!(u8).range(2..=MAX_TABLE_PIECES.into()))]
        pieces: u8,
        #[command(flatten)]
        threads: ThreadArgs,
    },
    /// Count won, drawn and lost positions.
    #[command(after_help = "\
Examples:
  kempelen egdb stats --path tables")]
    Stats {
        #[command(flatten)]
        tables: TableArgs,
        /// Largest number of pieces, both sides together
        #[arg(long, default_value_t = MAX_TABLE_PIECES, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=MAX_TABLE_PIECES.into()))]
        pieces: u8,
    },
    /// Check every value against the values after each move.
    #[command(after_help = "\
Examples:
  kempelen egdb verify --path tables --pieces 4")]
    Verify {
        #[command(flatten)]
        tables: TableArgs,
        /// Largest number of pieces, both sides together
        #[arg(long, default_value_t = MAX_TABLE_PIECES, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=MAX_TABLE_PIECES.into()))]
        pieces: u8,
        #[command(flatten)]
        threads: ThreadArgs,
    },
    Probe(EgdbProbe),
}

impl Endgames {
    /// Runs the command. The status of `verify` is 1 if a value is wrong, that of `probe` if the position is not in the tables.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let is_finished = match self.action {
            Action::Build { tables, pieces, threads } => {
                let game = tables.visit(GameAsValue)?;
                TableArgs::check(&*game)?;
                interrupt::listen();
                let folder = tables.folder()?;
                let is_finished = build_tables(&*game, &folder, pieces, threads.count())?;
                if is_finished && tables.path.is_none() {
                    writeln!(stderr(), "endgame tables in '{}'", folder.display())?;
                }
                is_finished
            }
            Action::Stats { tables, pieces } => {
                let game = tables.visit(GameAsValue)?;
                show_counts(&*game, &tables.open(&*game)?, pieces, &mut NamedOutput::stdout())?;
                true
            }
            Action::Verify { tables, pieces, threads } => {
                let game = tables.visit(GameAsValue)?;
                let tables = tables.open(&*game)?;
                interrupt::listen();
                let output = &mut NamedOutput::stdout();
                match verify_tables(&*game, &tables, pieces, threads.count(), output)? {
                    Some(is_correct) => return Ok(ExitCode::from(u8::from(!is_correct))),
                    None => false,
                }
            }
            Action::Probe(action) => return action.tables.clone().visit(action)?,
        };
        Ok(if is_finished { ExitCode::SUCCESS } else { ExitCode::from(interrupt::STATUS) })
    }
}

/// Show the value of a position and of every move.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen egdb probe --path tables --fen B:W18,K27:BK9,K10")]
struct EgdbProbe {
    #[command(flatten)]
    tables: TableArgs,
    /// Position in FEN
    #[arg(long)]
    fen: String,
}

impl DraughtsVisitor for EgdbProbe {
    type Output = anyhow::Result<ExitCode>;

    fn visit<V: DraughtsVariant>(self, variant: V) -> anyhow::Result<ExitCode> {
        let is_known = show_values(variant, &self.tables.open(&variant)?, &self.fen, &mut NamedOutput::stdout())?;
        Ok(ExitCode::from(u8::from(!is_known)))
    }
}

/// Makes a value of a game.
struct GameAsValue;

impl DraughtsVisitor for GameAsValue {
    type Output = Box<dyn EgdbGame>;

    fn visit<V: DraughtsVariant>(self, variant: V) -> Box<dyn EgdbGame> {
        Box::new(variant)
    }
}

/// The game and the folder of the tables.
#[derive(Args, Clone, Debug)]
struct TableArgs {
    #[arg(long, help = format!("The game: {}", games_with_tables().collect::<Vec<_>>().join(", ")), default_value = "english")]
    game: String,
    /// Folder of the tables [default: where the engine keeps those that it builds at first use]
    #[arg(long, value_name = "FOLDER")]
    path: Option<PathBuf>,
}

impl TableArgs {
    fn visit<T: DraughtsVisitor>(&self, action: T) -> anyhow::Result<T::Output> {
        with_variant(&self.game, action).with_context(|| {
            let (game, names) = (excerpt(&self.game), games_with_tables().collect::<Vec<_>>().join(", "));
            format!("there are no endgame tables of '{game}'; expected one of {names}")
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
    fn check(game: &dyn EgdbGame) -> anyhow::Result<()> {
        let rules = game.rules();
        let why = "they store what the pieces alone decide";
        ensure!(rules.have_endgame_tables(), "there are no endgame tables of '{}': {why}", rules.name);
        Ok(())
    }

    /// Opens the tables in the folder.
    ///
    /// # Errors
    /// A file cannot be read, or there are none.
    fn open(&self, game: &dyn EgdbGame) -> anyhow::Result<Egdb> {
        Self::check(game)?;
        let folder = self.folder()?;
        let mut tables = Egdb::default();
        tables.add_folder(game, &folder)?;
        let (game, folder) = (game.rules().name, folder.display());
        ensure!(tables.max_pieces() > 0, "no endgame tables of '{game}' in '{folder}'; kempelen egdb build makes them");
        Ok(tables)
    }
}
