//! The same games with other scores.

use super::{check, complaint, games_of, play, read, run, stdout};
use kempelen::lab::game_file::reader::open_game_file;
use kempelen::lab::game_file::training_game::TrainingGame;
use std::fs;
use std::path::Path;
use std::process::Output;

fn rescore(from: &Path, to: &Path, more: &[&str]) -> Output {
    let [from, to] = [from, to].map(|path| path.to_str().unwrap());
    let arguments = ["rescore", from, "--output", to, "--hash", "1"];
    run(&[&arguments[..], more].concat())
}

/// The games without their scores.
fn moves(path: &Path) -> Vec<TrainingGame> {
    let mut games = read(path);
    let plies = games.iter_mut().flat_map(|game| &mut game.moves);
    plies.for_each(|ply| ply.score = 0);
    games
}

#[test]
fn the_same_search_finds_the_same_scores() {
    for game in ["chess", "english"] {
        let (folder, path) = games_of(game, 5);
        let same = folder.path().join("same");
        stdout(&rescore(&path, &same, &["--nodes", "60"]));
        assert_eq!(read(&same), read(&path));
    }
}

#[test]
fn another_search_leaves_the_games_alone() {
    let (folder, path) = games_of("english", 12);
    let [once, threads, cut] = ["once", "threads", "cut"].map(|name| folder.path().join(name));
    stdout(&rescore(&path, &once, &["--nodes", "300"]));
    assert_eq!(moves(&once), moves(&path));
    assert_ne!(read(&once), read(&path));
    let header = open_game_file(&once).unwrap().header;
    assert_eq!(header.get("nodes"), Some("300"));
    assert_eq!(header.get("max-plies"), Some("80"));
    stdout(&check(&once));
    let whole = fs::read(&once).unwrap();
    stdout(&rescore(&path, &threads, &["--nodes", "300", "--threads", "2"]));
    assert_eq!(fs::read(&threads).unwrap(), whole);
    for part in [2, 3] {
        fs::write(&cut, &whole[..whole.len() * part / 4]).unwrap();
        stdout(&rescore(&path, &cut, &["--nodes", "300", "--resume"]));
        assert_eq!(fs::read(&cut).unwrap(), whole);
    }
}

#[test]
fn a_file_is_gone_on_with_only_by_the_same_games() {
    let (folder, path) = games_of("english", 3);
    let [other, rescored] = ["other", "rescored"].map(|name| folder.path().join(name));
    stdout(&play(&other, "english", &["--games", "2"]));
    stdout(&rescore(&path, &rescored, &["--nodes", "10"]));
    let told = complaint(&rescore(&path, &rescored, &["--nodes", "10"]));
    assert!(told.contains("is there already"), "{told}");
    let told = complaint(&rescore(&path, &rescored, &["--nodes", "20", "--resume"]));
    assert!(told.contains("nodes: found 10, expected 20"), "{told}");
    let told = complaint(&rescore(&other, &rescored, &["--nodes", "10", "--resume"]));
    assert!(told.contains("rescored: found"), "{told}");
}
