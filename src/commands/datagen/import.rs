//! `kempelen datagen import`: games of other programs as training games.

use super::begin;
use crate::games::{DEFAULT_GAME, find_game};
use crate::lab::dataset::import::GameImporter;
use crate::lab::dataset::merge::OrderedOutput;
use crate::lab::record_files::for_each_record;
use crate::system::run_settings::RunSettings;
use clap::Args;
use std::io::{Write, stderr};
use std::path::PathBuf;

/// Make a game file of recorded games whose comments have scores, such as those of matches and of lichess.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen import match.pgn --output match.games
  kempelen datagen import --game russian --keep-going *.pdn --output russian.games")]
pub struct DatagenImport {
    /// Game records (PGN or PDN); - is standard input
    #[arg(required = true, value_name = "GAMES")]
    records: Vec<PathBuf>,
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts
    #[arg(long, default_value = DEFAULT_GAME)]
    game: String,
    /// Output file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Skip games with errors, and count them
    #[arg(long)]
    keep_going: bool,
}

impl DatagenImport {
    /// Runs the command.
    ///
    /// # Errors
    /// A record cannot be read, the output cannot be written, or there are no scores.
    pub fn run(self) -> anyhow::Result<()> {
        let _lock = begin([&self.output])?;
        let game = find_game(&self.game)?;
        let output = OrderedOutput::create(&self.output, RunSettings::new(game.name), "imported")?;
        let mut importer = GameImporter::new(game, output)?;
        let failed = for_each_record(&self.records, game, self.keep_going, &mut |record| importer.add(record))?;
        if importer.left_out > 0 {
            writeln!(stderr(), "{} games without a result or without scores left out", importer.left_out)?;
        }
        if failed > 0 {
            writeln!(stderr(), "{failed} games with errors skipped")?;
        }
        importer.finish()
    }
}
