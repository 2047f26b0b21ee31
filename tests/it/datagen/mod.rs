//! Games of the engine against itself: the same for the same seed, whatever happens on the way, and
//! right by the rules.

mod check;
mod files;
mod play;
mod rescore;

use crate::shell::{complaint, kempelen, output, stdout};
use kempelen::lab::game_file::reader::open_game_file;
use kempelen::lab::game_file::training_game::TrainingGame;
use kempelen::lab::game_file::writer::GameFileWriter;
use kempelen::system::run_plan::RunPlan;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

fn datagen(arguments: &[&str]) -> Command {
    kempelen(&[&["datagen"], arguments].concat())
}

fn run(arguments: &[&str]) -> Output {
    output(&mut datagen(arguments))
}

/// What every run here has in common.
const PLAY: [&str; 7] = ["play", "--nodes", "60", "--hash", "1", "--max-plies", "80"];

fn play(path: &Path, game: &str, more: &[&str]) -> Output {
    let path = path.to_str().unwrap();
    let arguments = [&PLAY[..], &["--game", game, "--output", path], more].concat();
    run(&arguments)
}

fn read(path: &Path) -> Vec<TrainingGame> {
    let blocks = open_game_file(path).unwrap().map(Result::unwrap);
    blocks.flat_map(|block| block.games).collect()
}

fn write(path: &Path, game: &str, games: &[TrainingGame]) {
    let mut writer = GameFileWriter::create(path, &RunPlan::new(game)).unwrap();
    games.iter().for_each(|game| writer.push(game).unwrap());
    writer.save().unwrap();
}

/// A folder, and a file in it with so many games.
fn games_of(game: &str, count: u32) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    stdout(&play(&path, game, &["--games", &count.to_string()]));
    (folder, path)
}

fn check(path: &Path) -> Output {
    run(&["check", path.to_str().unwrap()])
}
