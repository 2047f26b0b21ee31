//! The command `match` with the real engine: openings, endgame tables, records, results and wrong arguments.

use crate::prelude::*;
use kempelen::notation::reader::RecordReader;

/// A match of the engine against itself.
pub const ITSELF: &str = "match --engine cmd=$ENGINE name=a --engine cmd=$ENGINE name=b";

/// A match of the engine against itself that must not begin.
fn refused(more: &str) -> Ran {
    run(format!("{ITSELF} --each nodes=1 {more}"))
}

/// The games of a file.
pub fn games(path: &Path) -> Vec<GameRecord> {
    RecordReader::new(&fs::read(path).unwrap()[..]).map(Result::unwrap).collect()
}

/// The games of a file in which all ended without a fault of an engine.
pub fn good_games(path: &Path) -> Vec<GameRecord> {
    let games = games(path);
    for game in &games {
        assert!(["normal", "adjudication"].contains(&game.tag("Termination").unwrap()), "{game}");
    }
    games
}

/// A match of the engine against itself with few nodes per move.
fn itself(folder: &Folder, pgn: &str, more: &str) -> Ran {
    folder.run(format!("{ITSELF} --each nodes=50 --max-plies 40 --pgn {pgn} {more}"))
}

#[test]
fn a_name_stays_on_its_line() {
    let random = ["--engine", "builtin=random"];
    let words = [&["match", "--game", "tictactoe"][..], &random, &["name=a\nb"], &random].concat();
    run(&words[..]).says("\na b ").says(" a b - random  ");
}

#[test]
fn every_game_is_played_to_its_end() {
    let folder = Folder::new();
    for game in ["chess", "english", "pongor"] {
        itself(&folder, game, &format!("--game {game} --rounds 2 --concurrency 2")).says("4 of 4");
        let games = good_games(&folder.path(game));
        assert_eq!(games.len(), 4);
        for game in games {
            assert_eq!(game.tag("PlyCount").unwrap(), game.moves.len().to_string());
            assert_ne!(game.result, GameResult::Unknown);
        }
    }
}

#[test]
fn a_match_is_resumed() {
    let folder = Folder::new();
    itself(&folder, "games.pgn", "--rounds 2").text();
    let before = folder.read("games.pgn");
    // Cut off the last game.
    folder.write("games.pgn", &before[..before.len() - 100]);
    itself(&folder, "games.pgn", "--rounds 3 --resume").says("6 of 6");
    let games = games(&folder.path("games.pgn"));
    let rounds: Vec<&str> = games.iter().map(|game| game.tag("Round").unwrap()).collect();
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]);
}

#[test]
fn openings_come_from_many_sources() {
    let folder = Folder::with(&[("lines.txt", "# two\nA: 1. e4 e5 2. Nf3 *3\nB, C: d4? d5\n")]);
    for (game, source, plies) in
        [("chess", "random", 8), ("english", "ballots", 3), ("english", "book", 16), ("chess", "lines.txt", 3)]
    {
        let pgn = format!("{game}.{source}.pgn");
        itself(&folder, &pgn, &format!("--game {game} --openings {source} --rounds 2")).text();
        let games = games(&folder.path(&pgn));
        // Only moves of engines have comments.
        let opening = |game: &GameRecord| -> Vec<String> {
            game.moves.iter().take_while(|mv| mv.comment.is_empty()).map(|mv| mv.text.clone()).collect()
        };
        let openings: Vec<_> = games.iter().map(opening).collect();
        assert!((1..=plies).contains(&openings[0].len()), "{source}: {openings:?}");
        assert_eq!(openings[0], openings[1], "a pair has one opening");
        assert_ne!(openings[1], openings[2], "{source}");
    }
    refused("--openings ballots").fails_with("there are no ballots of chess");
}

#[test]
fn endgame_tables_adjudicate_a_game() {
    // Five pieces and a capture that leaves four.
    let folder = Folder::with(&[("openings.txt", "B:W18,K3:B1,14,K30\n")]);
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/endgames");
    itself(&folder, "games.pdn", &format!("--game english --openings openings.txt --tables '{tables}'")).text();
    for game in games(&folder.path("games.pdn")) {
        let moves: Vec<_> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(moves, ["14x23"]);
        assert_eq!(game.result, GameResult::Black);
        assert_eq!(game.tag("Termination"), Some("adjudication"));
    }
    refused("--tables /no/such/folder").fails_with("'/no/such/folder'");
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let folder = Folder::with(&[("games.pgn", "mine")]);
    itself(&folder, "games.pgn", "").fails_with("--resume");
    assert_eq!(folder.read("games.pgn"), "mine");
}

#[test]
fn results_as_json() {
    let summary = itself(&Folder::new(), "games.pgn", "--json").json();
    assert_eq!(summary["games"], 2);
    assert_eq!(summary["engines"][0]["name"], "a");
    let results = summary["engines"][0]["results"].as_array().unwrap();
    assert_eq!(results.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 2);
}

#[test]
fn wrong_arguments_are_refused() {
    are_refused("match --engine", "match");
}

#[test]
fn algorithms_are_players() {
    let engines = "--engine builtin=alpha-beta depth=9 --engine builtin=random";
    let summary = run(format!("match --game tictactoe --rounds 4 --json {engines}")).json();
    let engine = &summary["engines"][0];
    assert_eq!(engine["name"], "alpha-beta depth=9");
    let losses = engine["results"].as_array().unwrap().last().unwrap();
    assert_eq!((&summary["games"], losses), (&8.into(), &0.into()), "{summary}");
}
