//! `kempelen datagen`: training games by self-play, and operations on game files.

mod files;
mod play;

use clap::{Args, Subcommand};
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
  kempelen datagen export --quiet --max-score 2000 shuffled.games > positions.txt")]
pub struct Datagen {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    Play(Box<play::DatagenPlay>),
    Stats(files::DatagenStats),
    Check(files::DatagenCheck),
    Merge(files::DatagenMerge),
    Shuffle(files::DatagenShuffle),
    Rescore(play::DatagenRescore),
    Export(files::DatagenExport),
}

impl Datagen {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.action {
            Action::Play(action) => action.run(),
            Action::Stats(action) => action.run(),
            Action::Check(action) => action.run(),
            Action::Merge(action) => action.run(),
            Action::Shuffle(action) => action.run(),
            Action::Rescore(action) => action.run(),
            Action::Export(action) => action.run(),
        }
    }
}
