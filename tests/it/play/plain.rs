//! Games by lines of text.

use crate::shell::{kempelen, output_for};
use std::path::Path;
use std::process::Output;

/// Runs `kempelen play` with these lines as its input.
pub fn play(arguments: &[&str], lines: &str, state: &Path) -> Output {
    play_bytes(arguments, lines.as_bytes(), state)
}

/// As [`play`], with lines that need not be text.
pub fn play_bytes(arguments: &[&str], lines: &[u8], state: &Path) -> Output {
    let mut command = kempelen(&[&["play"], arguments].concat());
    output_for(command.env("KEMPELEN_STATE", state), lines)
}

/// What a game says; it must end well.
pub fn told(arguments: &[&str], lines: &str) -> String {
    let state = tempfile::tempdir().unwrap();
    let output = play(arguments, lines, state.path());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn moves_are_read_in_any_case_and_illegal_ones_are_explained() {
    let text = told(&["--level", "2"], "E2E4\nKe3\nhint\nlist\nstatistics\npieces\n");
    assert!(text.contains("Kempelen: "), "{text}");
    assert!(text.contains("illegal move 'Ke3'"), "{text}");
    assert!(text.contains("hint: ") && text.contains("at depth"), "{text}");
    assert!(text.contains("  1. e4 (16:16)"), "{text}");
    assert!(text.contains("White: B c1"), "{text}");
    let text = told(&["--game", "english"], "12-20\n");
    assert!(text.contains("illegal move '12-20': rule "), "{text}");
}

#[test]
fn the_last_game_is_continued() {
    let state = tempfile::tempdir().unwrap();
    let first = play(&["--level", "1"], "d2d4\nquit\n", state.path());
    assert!(first.status.success());
    let offered = play(&[], "quit\n", state.path());
    let text = String::from_utf8_lossy(&offered.stdout).into_owned();
    assert!(text.contains("an unfinished game of chess (2 moves) is kept"), "{text}");
    let again = play(&["--continue"], "list\nresign\n", state.path());
    let text = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(text.contains("1. d4") && text.contains("wins: resignation"), "{text}");
    let over = play(&["--continue"], "", state.path());
    assert_eq!(over.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&over.stderr).contains("no unfinished game"));
}

#[test]
fn two_machines_play_to_the_end_of_the_input_and_of_the_game() {
    let players = ["--first", "random", "name=one", "--second", "random", "name=two"];
    for game in kempelen::games::games() {
        let arguments = [&["--game", game.name][..], &players].concat();
        let state = tempfile::tempdir().unwrap();
        let output = play(&arguments, "", state.path());
        let text = String::from_utf8_lossy(&output.stdout);
        let ended = text.contains(" wins: ") || text.contains("drawn: ");
        assert!(output.status.success() && ended, "{}: {text}", game.name);
    }
}

#[test]
fn games_are_changed_without_leaving() {
    let text = told(
        &["--second", "person", "name=Ben"],
        "game nim\nrandom heaps=2 size=3..3\nmoves\ngame slovak\nrules\nballot\ngame nothing\nplace 8x5\n",
    );
    assert!(text.contains("nim: Nim") && text.contains("slovak: "), "{text}");
    assert!(text.contains("1. ") && text.contains("no game is called 'nothing'"), "{text}");
    assert!(text.contains("no men are placed before a game of slovak"), "{text}");
}

#[test]
fn an_unfinished_game_is_set_aside_when_another_begins() {
    let state = tempfile::tempdir().unwrap();
    let players = ["--second", "person", "name=Ben"];
    play(&players, "e4\nnew\nd4\nquit\n", state.path());
    let kept = |file: &str| std::fs::read_to_string(state.path().join(file)).unwrap();
    assert!(kept("previous-game.pgn").contains("1. e4"));
    assert!(kept("last-game.pgn").contains("1. d4"));
}

#[test]
fn lines_are_short_and_have_no_blanks_at_their_ends() {
    for game in ["chess", "slovak", "nim", "tictactoe"] {
        let lines = "help\nrules\nmoves\npieces\ngame none\nboard\nhint\n";
        let text = told(&["--game", game, "--level", "2"], lines);
        for line in text.lines() {
            // A position is one word, and stays whole.
            let is_short = line.chars().count() <= 78 || !line.contains(' ');
            assert!(is_short && line.trim_end() == line, "{game}: '{line}'");
        }
    }
}

#[test]
fn a_level_is_the_depth_of_a_textbook_player() {
    let players = ["--second", "alpha-beta", "--level", "2"];
    let text = told(&players, "level 1\ne4\nstatistics\n");
    assert!(text.contains("Kempelen (Black, alpha-beta depth=2)"), "{text}");
    assert!(text.contains(" at depth 1, "), "{text}");
    let text = told(&["--second", "random", "level=4"], "");
    assert!(text.contains("Kempelen (Black, random)"), "{text}");
}

#[test]
fn a_new_game_begins_from_the_position_that_was_given() {
    let start = ["--game", "nim", "--fen", "3,4 misere p1", "--second", "person", "name=B"];
    let text = told(&start, "new\ngame nim\n");
    let titles = text.lines().filter(|line| line.starts_with("nim misere: "));
    assert_eq!(titles.count(), 2, "{text}");
    assert!(text.contains("\nnim: "), "{text}");
}

#[test]
fn only_a_resignation_is_taken_back() {
    let players = ["--second", "person", "name=Ben"];
    let text = told(&players, "e4\nresign\nundo\nlist\n");
    assert!(text.contains("1. e4 (16:16)"), "{text}");
}

#[test]
fn bad_arguments_and_files_end_in_one_line() {
    let state = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        (&["--level", "11"][..], "from 1 to 10"),
        (&["--first", "person", "name=A", "--second", "person", "name=a"], "different names"),
        (&["--fen", "x"], "found"),
        (&["--load", "missing.pgn"], "missing.pgn"),
        (&["--load", "game.doc"], "expected a name that ends in"),
        (&["--game", "chess", "--random", "heaps=3"], "no random positions of chess"),
        (&["--second", "search", "eval=missing.toml"], "missing.toml"),
        (&["--clock", "soon"], "soon"),
    ] {
        let output = play(arguments, "", state.path());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn a_clock_runs_out() {
    let text = told(&["--clock", "0.3", "--first", "person", "--second", "random"], "moves\n");
    assert!(!text.contains("wins: time"), "the input ended first: {text}");
    let text = told(&["--clock", "0.3", "--first", "alpha-beta", "depth=30", "--second", "random", "name=r"], "");
    assert!(text.contains("wins: time"), "{text}");
}
