//! Games of the engine against itself: the same for the same seed, whatever happens on the way, and
//! right by the rules.

mod check;
mod files;
mod play;
mod rescore;

use crate::prelude::*;
use kempelen::lab::game_file::writer::GameFileWriter;
use kempelen::system::run_settings::RunSettings;

/// Runs `kempelen datagen` in the folder.
fn datagen(folder: &Folder, words: &str) -> Ran {
    folder.run(format!("datagen {words}"))
}

/// What every run here has in common.
const LIMITS: &str = "--nodes 60 --hash 1 --max-plies 80";

/// Plays games. `words` names the file, and the settings.
fn play(folder: &Folder, words: &str) -> Ran {
    datagen(folder, &format!("play {LIMITS} --output {words}"))
}

/// A game without moves from the usual start.
fn game(number: u32, end_reason: EndReason) -> TrainingGame {
    TrainingGame { number, start: None, opening: Vec::new(), moves: Vec::new(), winner: None, end_reason }
}

pub fn read(folder: &Folder, name: &str) -> Vec<TrainingGame> {
    open_game_file(&folder.path(name)).unwrap().map(Result::unwrap).flat_map(|block| block.games).collect()
}

fn write(folder: &Folder, name: &str, game: &str, games: &[TrainingGame]) {
    let mut writer = GameFileWriter::create(&folder.path(name), &RunSettings::new(game)).unwrap();
    games.iter().for_each(|game| writer.push(game).unwrap());
    writer.save().unwrap();
}

/// A folder, and in it the file `games` with so many games.
fn games_of(game: &str, count: u32) -> Folder {
    let folder = Folder::new();
    play(&folder, &format!("games --game {game} --games {count}")).text();
    folder
}

fn check(folder: &Folder, name: &str) -> Ran {
    datagen(folder, &format!("check {name}"))
}
