//! The same games with other scores.

use super::{check, datagen, game, games_of, play, read, write};
use crate::prelude::*;
use kempelen::lab::game_file::training_game::ScoredMove;

/// Gives the games in a file other scores. `words` names the new file, and the settings.
fn rescore(folder: &Folder, from: &str, words: &str) -> Ran {
    datagen(folder, &format!("rescore {from} --hash 1 --output {words}"))
}

/// The games without their scores.
fn moves(folder: &Folder, name: &str) -> Vec<TrainingGame> {
    let mut games = read(folder, name);
    games.iter_mut().flat_map(|game| &mut game.moves).for_each(|ply| ply.score = 0);
    games
}

#[test]
fn the_same_search_finds_the_same_scores() {
    for game in ["chess", "english"] {
        let folder = games_of(game, 5);
        rescore(&folder, "games", "same --nodes 60").text();
        assert_eq!(read(&folder, "same"), read(&folder, "games"));
    }
}

#[test]
fn another_search_leaves_the_games_alone() {
    let folder = games_of("english", 12);
    rescore(&folder, "games", "once --nodes 300").text();
    assert_eq!(moves(&folder, "once"), moves(&folder, "games"));
    assert_ne!(read(&folder, "once"), read(&folder, "games"));
    let header = open_game_file(&folder.path("once")).unwrap().header;
    assert_eq!(header.get("nodes"), Some("300"));
    assert_eq!(header.get("max-plies"), Some("80"));
    check(&folder, "once").text();
    let whole = folder.bytes("once");
    rescore(&folder, "games", "threads --nodes 300 --threads 2").text();
    assert_eq!(folder.bytes("threads"), whole);
    for part in [2, 3] {
        folder.write("cut", &whole[..whole.len() * part / 4]);
        rescore(&folder, "games", "cut --nodes 300 --resume").text();
        assert_eq!(folder.bytes("cut"), whole);
    }
}

#[test]
fn a_file_is_gone_on_with_only_by_the_same_games() {
    let folder = games_of("english", 3);
    play(&folder, "other --game english --games 2").text();
    rescore(&folder, "games", "rescored --nodes 10").text();
    rescore(&folder, "games", "rescored --nodes 10").fails_with("is there already");
    rescore(&folder, "games", "rescored --nodes 20 --resume").fails_with("nodes: found 10, expected 20");
    rescore(&folder, "other", "rescored --nodes 10 --resume").fails_with("rescored: found");
}

#[test]
fn a_damaged_endgame_table_is_told_once() {
    let folder = Folder::new();
    folder.write("KQvK.rtbw", [&b"\x71\xe8\x23\x5d"[..], &[0xff; 76]].concat());
    let start = ChessPosition::parse("8/8/8/4k3/8/8/8/KQ6 w - - 0 1").unwrap();
    let number = start.move_number(start.moves()[0]);
    let (start, moves) = (Some(start.show()), vec![ScoredMove { number, score: 0 }]);
    write(&folder, "games", "chess", &[TrainingGame { start, moves, ..game(0, EndReason::Limit) }]);
    let output = rescore(&folder, "games", "rescored --nodes 60 --tables .");
    let text = output.err();
    assert_eq!(text.matches("the endgame table KQvK.rtbw is damaged").count(), 1, "{text}");
    assert_eq!(read(&folder, "rescored").len(), 1);
}
