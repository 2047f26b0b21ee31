//! The command `match` with the real engine: openings, endgame tables, records, results and wrong arguments.

use crate::shell::{self, ENGINE, complaint, stdout};
use kempelen::notation::reader::RecordReader;
use kempelen::notation::record::{GameRecord, GameResult};
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

fn run(arguments: &[&str]) -> Output {
    shell::run(&[&["match"], arguments].concat())
}

/// The error message of a match of the engine against itself.
fn refused(more: &[&str]) -> String {
    let cmd = format!("cmd={ENGINE}");
    let engines = ["--engine", &cmd, "name=a", "--engine", &cmd];
    complaint(&run(&[&engines[..], &["--each", "nodes=1"], more].concat()))
}

/// The games of a file.
pub fn games(path: &Path) -> Vec<GameRecord> {
    let bytes = fs::read(path).unwrap();
    RecordReader::new(&bytes[..]).map(Result::unwrap).collect()
}

/// The output of a match of the engine against itself with few nodes per move.
fn itself(pgn: &Path, game: &str, more: &[&str]) -> String {
    let cmd = format!("cmd={ENGINE}");
    let mut arguments = vec![
        "--game",
        game,
        "--engine",
        &cmd,
        "name=a",
        "--engine",
        &cmd,
        "name=b",
        "--each",
        "nodes=50",
        "--max-plies",
        "40",
        "--pgn",
    ];
    let pgn = pgn.to_str().unwrap();
    arguments.push(pgn);
    arguments.extend(more);
    stdout(&run(&arguments))
}

#[test]
fn every_game_is_played_to_its_end() {
    let folder = TempDir::new().unwrap();
    for game in ["chess", "english", "pongor"] {
        let pgn = folder.path().join(format!("{game}.pgn"));
        let told = itself(&pgn, game, &["--rounds", "2", "--concurrency", "2"]);
        assert!(told.contains("4 of 4"), "{told}");
        let games = games(&pgn);
        assert_eq!(games.len(), 4);
        for game in games {
            let ending = game.tag("Termination").unwrap();
            assert!(["normal", "adjudication"].contains(&ending), "{game}");
            assert_eq!(game.tag("PlyCount").unwrap(), game.moves.len().to_string());
            assert_ne!(game.result, GameResult::Unknown);
        }
    }
}

#[test]
fn a_match_is_resumed() {
    let folder = TempDir::new().unwrap();
    let pgn = folder.path().join("games.pgn");
    itself(&pgn, "chess", &["--rounds", "2"]);
    let before = fs::read_to_string(&pgn).unwrap();
    // Cut off the last game.
    fs::write(&pgn, &before[..before.len() - 100]).unwrap();
    let told = itself(&pgn, "chess", &["--rounds", "3", "--resume"]);
    assert!(told.contains("6 of 6"), "{told}");
    let rounds: Vec<String> = games(&pgn).iter().map(|game| game.tag("Round").unwrap().to_owned()).collect();
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]);
}

#[test]
fn openings_come_from_many_sources() {
    let folder = TempDir::new().unwrap();
    let lines = folder.path().join("lines.txt");
    fs::write(&lines, "# two\nA: 1. e4 e5 2. Nf3 *3\nB, C: d4? d5\n").unwrap();
    let lines = lines.to_str().unwrap();
    for (number, (game, source, plies)) in
        [("chess", "random", 8), ("english", "ballots", 3), ("english", "book", 16), ("chess", lines, 3)]
            .into_iter()
            .enumerate()
    {
        let pgn = folder.path().join(format!("{number}.pgn"));
        itself(&pgn, game, &["--openings", source, "--rounds", "2"]);
        let games = games(&pgn);
        // Only moves of engines have comments.
        let opening = |game: &GameRecord| -> Vec<String> {
            let moves = game.moves.iter().take_while(|mv| mv.comment.is_empty());
            moves.map(|mv| mv.text.clone()).collect()
        };
        let openings: Vec<_> = games.iter().map(opening).collect();
        assert!((1..=plies).contains(&openings[0].len()), "{source}: {openings:?}");
        assert_eq!(openings[0], openings[1], "a pair has one opening");
        assert_ne!(openings[1], openings[2], "{source}");
    }
    let told = refused(&["--openings", "ballots"]);
    assert!(told.contains("there are no ballots of chess"), "{told}");
}

#[test]
fn endgame_tables_adjudicate_a_game() {
    let folder = TempDir::new().unwrap();
    let [openings, pgn] = ["openings.txt", "games.pdn"].map(|name| folder.path().join(name));
    // Five pieces and a capture that leaves four.
    fs::write(&openings, "B:W18,K3:B1,14,K30\n").unwrap();
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/endgames");
    let openings = openings.to_str().unwrap();
    itself(&pgn, "english", &["--openings", openings, "--tables", tables]);
    for game in games(&pgn) {
        let moves: Vec<_> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(moves, ["14x23"]);
        assert_eq!(game.result, GameResult::Black);
        assert_eq!(game.tag("Termination"), Some("adjudication"));
    }
    let told = refused(&["--tables", "/no/such/folder"]);
    assert!(told.contains("'/no/such/folder'"), "{told}");
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let folder = TempDir::new().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, "mine").unwrap();
    let told = refused(&["--pgn", pgn.to_str().unwrap()]);
    assert!(told.contains("--resume"), "{told}");
    assert_eq!(fs::read_to_string(&pgn).unwrap(), "mine");
}

#[test]
fn results_as_json() {
    let folder = TempDir::new().unwrap();
    let told = itself(&folder.path().join("games.pgn"), "chess", &["--json"]);
    let summary: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(summary["games"], 2);
    assert_eq!(summary["engines"][0]["name"], "a");
    let results = summary["engines"][0]["results"].as_array().unwrap();
    assert_eq!(results.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 2);
}

#[test]
fn wrong_arguments_are_refused() {
    let cmd = format!("cmd={ENGINE}");
    for (arguments, expected) in [
        (vec!["--engine", "name=a"], "expected cmd="),
        (vec!["--engine", &cmd], "expected two or more"),
        (vec!["--engine", &cmd, "--engine", &cmd, "--each", "nodes=1"], "are called"),
        (vec!["--engine", &cmd, "--engine", &cmd, "name=b"], "has no limit"),
        (vec!["--engine", "builtin=alpha-beta", "m=2", "--engine", &cmd], "builtin=alpha-beta m=2: "),
        (vec!["--engine", "builtin=search", "--engine", "builtin=random"], "has no limit"),
        (vec!["--engine", &cmd, "tc=1+x"], "expected a time control"),
        (vec!["--engine", &cmd, "st=1.8e19"], "expected seconds"),
        (vec!["--engine", &cmd, "elo=1"], "expected cmd, builtin, name"),
        (vec!["--engine", "cmd=/no/such", "--engine", &cmd, "name=b", "--each", "nodes=1"], "cannot be started"),
        (
            vec!["--engine", &cmd, "--engine", &cmd, "name=b", "--each", "nodes=1", "--sprt", "elo0=5", "elo1=0"],
            "elo0 < elo1",
        ),
    ] {
        let output = run(&arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains(expected), "{arguments:?}: {told}");
        assert_eq!(told.trim().lines().count(), 1, "{told}");
    }
}

#[test]
fn algorithms_are_players() {
    let output = run(&[
        "--game",
        "tictactoe",
        "--rounds",
        "4",
        "--json",
        "--engine",
        "builtin=alpha-beta",
        "depth=9",
        "--engine",
        "builtin=random",
    ]);
    let summary: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let engine = &summary["engines"][0];
    assert_eq!(engine["name"], "alpha-beta depth=9");
    let losses = engine["results"].as_array().unwrap().last().unwrap();
    assert_eq!((&summary["games"], losses), (&8.into(), &0.into()), "{summary}");
}
