//! `kempelen datagen`: training games by self-play, and operations on game files.

mod export;
mod import;
mod play;
mod rescore;

use crate::games::GameInfo;
use crate::lab::dataset::merge::{merge, shuffle};
use crate::lab::dataset::stats::{check, show_stats};
use crate::lab::game_tools::SearchSet;
use crate::search::SearchLimits;
use crate::system::file_lock::FileLock;
use crate::system::files::NamedOutput;
use crate::system::interrupt;
use crate::system::run_settings::RunSettings;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Play games of the engine against itself as training data, and manage files of them.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen play --game english --positions 10000000 --threads 8 --output english.games
  kempelen datagen play --games 100000 --nodes 5000 --seed 2 --output chess.games --resume
  kempelen datagen stats chess.games
  kempelen datagen check chess.games
  kempelen datagen shuffle one.games two.games --output shuffled.games
  kempelen datagen rescore old.games --nodes 1000 --threads 8 --output new.games
  kempelen datagen export --quiet --max-score 2000 shuffled.games > positions.txt
  kempelen datagen import match.pgn --output match.games")]
pub struct Datagen {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    Play(Box<play::DatagenPlay>),
    /// Show statistics of game files.
    #[command(after_help = "\
Examples:
  kempelen datagen stats chess.games")]
    Stats {
        /// Game files, all of one game
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Write a JSON object (see docs/datagen.md)
        #[arg(long)]
        json: bool,
    },
    /// Check game files by replaying every game.
    #[command(after_help = "\
Examples:
  kempelen datagen check chess.games")]
    Check {
        /// Game files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Merge game files.
    #[command(after_help = "\
Examples:
  kempelen datagen merge one.games two.games --output both.games")]
    Merge {
        /// Game files, all of one game
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Output file
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Shuffle the games of files.
    #[command(after_help = "\
Examples:
  kempelen datagen shuffle one.games two.games --output shuffled.games")]
    Shuffle {
        /// Game files, all of one game
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Output file
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
        /// Seed for the order
        #[arg(long, default_value = "1")]
        seed: u64,
        /// Memory to use in MiB; larger input goes through temporary files beside the output
        #[arg(long, default_value = "1024", value_name = "MIB",
            value_parser = clap::value_parser!(u32).range(1..))]
        memory: u32,
    },
    Rescore(rescore::DatagenRescore),
    Export(export::DatagenExport),
    Import(import::DatagenImport),
}

impl Datagen {
    /// Runs the command. The status is 1 if a file that is checked has an error.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.action {
            Action::Play(action) => return action.run(),
            Action::Rescore(action) => return action.run(),
            Action::Check { files } => {
                let mut is_correct = true;
                for path in &files {
                    is_correct &= check(path, &mut NamedOutput::stdout())?;
                }
                return Ok(ExitCode::from(u8::from(!is_correct)));
            }
            Action::Stats { files, json } => show_stats(&files, json, &mut NamedOutput::stdout())?,
            Action::Merge { files, output } => {
                let _lock = begin([&output])?;
                merge(&files, &output)?;
            }
            Action::Shuffle { files, output, seed, memory } => {
                let _lock = begin([&output])?;
                shuffle(&files, &output, seed, memory)?;
            }
            Action::Export(export) => export.run()?,
            Action::Import(import) => import.run()?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Listens for Ctrl-C, and locks the files that will be written.
fn begin<'a>(outputs: impl IntoIterator<Item = &'a PathBuf>) -> anyhow::Result<Vec<FileLock>> {
    interrupt::listen();
    Ok(FileLock::all(outputs)?)
}

/// How to search.
#[derive(Args, Debug)]
pub struct SearchArgs {
    /// Nodes to search for a move
    #[arg(long, default_value = "2000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games to play in parallel; the output does not depend on it
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of each thread's transposition table in MiB; cleared before every game
    #[arg(long, default_value = "2", value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// Endgame tables to use in addition to those in the program, or 'none' to use no tables. The search probes them, and they
    /// adjudicate new games
    #[arg(long, value_name = "PATH")]
    tables: Option<String>,
    /// Evaluation: a file with weights or a network, or 'weights' for the weights in the program
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

impl SearchArgs {
    /// The header fields with these settings.
    pub const FIELDS: [&str; 4] = ["nodes", "hash", "eval", "tables"];

    /// A search for every thread, and the header with the settings that the scores depend on.
    ///
    /// # Errors
    /// The evaluation or the endgame tables cannot be read, or there is too little memory.
    pub fn searches(&self, game: &'static GameInfo, header: RunSettings) -> anyhow::Result<(SearchSet, RunSettings)> {
        let (own_eval, tables) = (self.eval.as_deref(), self.tables.as_deref().unwrap_or_default());
        let searches = game.searches(own_eval, tables, self.threads.into(), self.hash.into())?;
        let [nodes, hash, eval, pieces] = Self::FIELDS;
        let header = header
            .with(nodes, self.nodes)
            .with(hash, self.hash)
            .with(eval, format!("{:08x}", searches.eval_checksum))
            .with(pieces, searches.max_pieces);
        Ok((searches, header))
    }

    /// The limits of a search.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits { nodes: Some(self.nodes), ..SearchLimits::default() }
    }
}
