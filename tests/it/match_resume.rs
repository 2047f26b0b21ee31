//! `match --resume`: a match continues with the same settings, or the difference is named.

use crate::shell::{ENGINE, complaint, run, stdout};
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// A match of the engine against itself; `each` and the rest as on the command line.
fn play(pgn: &Path, each: &[&str], more: &[&str]) -> Output {
    let cmd = format!("cmd={ENGINE}");
    let mut arguments = vec!["match", "--engine", &cmd, "name=a", "--engine", &cmd, "name=b"];
    arguments.extend(["--max-plies", "12", "--pgn", pgn.to_str().unwrap(), "--each"]);
    arguments.extend(each);
    arguments.extend(more);
    run(&arguments)
}

#[test]
fn other_settings_are_refused() {
    let folder = TempDir::new().unwrap();
    let pgn = folder.path().join("games.pgn");
    stdout(&play(&pgn, &["nodes=50", "tc=100"], &[]));
    let before = fs::read_to_string(&pgn).unwrap();
    let lines = folder.path().join("lines.txt");
    fs::write(&lines, "A: 1. a3 a6\n").unwrap();
    let lines = lines.to_str().unwrap();
    for (each, more, expected) in [
        (["nodes=51", "tc=100"], &[][..], "nodes=50 tc=100, expected cmd="),
        (["nodes=50", "tc=101"], &[], "TimeControl is 100, expected 101"),
        (["nodes=50", "tc=100"], &["option.Hash=2"], "WhiteEngine is cmd="),
        (["nodes=50", "tc=100"], &["--margin", "7"], "expected max-plies=12 margin=7"),
        (["nodes=50", "tc=100"], &["--openings", lines], "from another opening"),
    ] {
        let more = [more, &["--rounds", "2", "--resume"]].concat();
        let told = complaint(&play(&pgn, &each, &more));
        assert!(told.contains("games.pgn': game of line 1: ") && told.contains(expected), "{told}");
        assert_eq!(fs::read_to_string(&pgn).unwrap(), before, "nothing is changed");
    }
    let told = stdout(&play(&pgn, &["tc=100", "nodes=50"], &["--rounds", "2", "--resume"]));
    assert!(told.contains("4 of 4"), "{told}");
}

#[test]
fn a_damaged_file_is_refused() {
    let folder = TempDir::new().unwrap();
    let pgn = folder.path().join("games.pgn");
    stdout(&play(&pgn, &["nodes=50"], &["--rounds", "2"]));
    let whole = fs::read_to_string(&pgn).unwrap();
    let second = 1 + whole[1..].find("[Event").unwrap();
    let (first, rest) = whole.split_at(second);
    let first_move = first.split("\n1. ").nth(1).unwrap().split(' ').next().unwrap();
    let illegal = first.replace(&format!("\n1. {first_move} "), "\n1. Qh5 ");
    let cut = &first[..first.len() - 30];
    for (text, expected) in [
        (format!("{illegal}{rest}"), "game of line 1: move 1: "),
        (format!("{cut}\n\n{rest}"), "only the last game may be cut off: game of line 1: "),
        (format!("{first}{whole}"), "round 1.1 occurs twice"),
        (format!("{first}{{\n{rest}"), "only the last game may be cut off"),
        (first.replace("[Round \"1.1\"]", "[Round \"9.1\"]"), "round 9.1 does not belong to this match"),
    ] {
        fs::write(&pgn, &text).unwrap();
        let told = complaint(&play(&pgn, &["nodes=50"], &["--rounds", "2", "--resume"]));
        assert!(told.contains(expected), "{told}");
        assert_eq!(fs::read_to_string(&pgn).unwrap(), text, "nothing is changed");
    }
}

/// Wherever the last game is cut off, it is removed and played again.
#[test]
fn a_last_game_that_is_cut_off_is_played_again() {
    let folder = TempDir::new().unwrap();
    let pgn = folder.path().join("games.pgn");
    stdout(&play(&pgn, &["nodes=50"], &[]));
    let whole = fs::read_to_string(&pgn).unwrap();
    let second = 1 + whole[1..].find("[Event").unwrap();
    let length = whole.trim_end().len();
    for end in [second + 3, second + 40, whole.rfind("\n1. ").unwrap() + 9, length - 2, length - 9] {
        fs::write(&pgn, &whole[..end]).unwrap();
        stdout(&play(&pgn, &["nodes=50"], &["--resume"]));
        let text = fs::read_to_string(&pgn).unwrap();
        for round in ["1.1", "1.2"] {
            let count = text.matches(&format!("[Round \"{round}\"]")).count();
            assert_eq!(count, 1, "{end}: {text}");
        }
        assert_eq!(text.matches("[Event").count(), 2, "{end}: {text}");
    }
}

/// A last game that is damaged, but has its result, is not cut off: it is reported and stays.
#[test]
fn a_finished_last_game_is_never_removed() {
    let folder = TempDir::new().unwrap();
    let pgn = folder.path().join("games.pgn");
    stdout(&play(&pgn, &["nodes=50"], &[]));
    let whole = fs::read_to_string(&pgn).unwrap();
    let last = whole.rfind("\n1. ").unwrap() + 4;
    let (head, moves) = whole.split_at(last);
    let (_, rest) = moves.split_once(' ').unwrap();
    let [round, variant] = ["[Round \"1.2\"]", "[Variant \"english\"]"];
    for (text, expected) in [
        (format!("{head}Qh5 {rest}"), "move 1: "),
        (format!("{head}e.p. {rest}"), "found 11 moves, expected 12"),
        (format!("{head}) {rest}"), "found ')', expected a move"),
        (format!("{head}$999 {rest}"), "found '$999'"),
        (whole.replacen("[PlyCount \"12\"]\n", "", 2), "no tag PlyCount"),
        (whole.replace(round, &format!("{round}\n{variant}")), "found a game of Variant 'english'"),
        (whole.replace(round, "[Round 1.2]"), "found '[Round 1.2]'"),
        (format!("{whole}[Event \"My only analysis\"]\n\n1. e4 {{good}} e5 2. Nf3 *\n"), "found no tag PlyCount"),
        (
            "[Event \"My only analysis\"]\n\n1. e4 {good} e5 2. Nf3".to_owned(),
            "found '[Event \"My only analysis' at its beginning, expected '[Event \"Kempelen match\"]'",
        ),
        ("hello notes, no game".to_owned(), "found 'hello notes, no game' at its beginning"),
    ] {
        fs::write(&pgn, &text).unwrap();
        let told = complaint(&play(&pgn, &["nodes=50"], &["--resume"]));
        assert!(told.contains(expected), "{expected}: {told}");
        assert_eq!(fs::read_to_string(&pgn).unwrap(), text, "{expected}");
    }
}

#[test]
fn an_empty_file_is_accepted() {
    let folder = TempDir::new().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, "").unwrap();
    stdout(&play(&pgn, &["nodes=50"], &[]));
    assert!(fs::read_to_string(&pgn).unwrap().contains("[Round \"1.2\"]"));
}
