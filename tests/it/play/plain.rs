//! Games by lines of text.

use crate::prelude::*;

/// Runs `kempelen play` with these lines as its input. `state` keeps the games.
pub fn play(arguments: impl Words, lines: impl AsRef<[u8]>, state: &Folder) -> Ran {
    let mut command = kempelen("play");
    output_for(command.args(arguments.words()).env("KEMPELEN_STATE", state.at()), lines.as_ref())
}

/// What a game prints; it must exit with status 0.
pub fn printed(arguments: impl Words, lines: &str) -> String {
    play(arguments, lines, &Folder::new()).text()
}

#[test]
fn moves_are_read_in_any_case_and_illegal_ones_are_explained() {
    let text = printed("--level 2", "E2E4\nKe3\nhint\nlist\nstatistics\npieces\n");
    contains_all(&text, ["Kempelen: ", "illegal move 'Ke3'", "hint: ", "at depth", "  1. e4 (16:16)", "White: B c1"]);
    contains_all(&printed("--game english", "12-20\n"), ["illegal move '12-20': rule "]);
}

#[test]
fn the_last_game_is_continued() {
    let state = Folder::new();
    play("--level 1", "d2d4\nquit\n", &state).text();
    play("", "quit\n", &state).says("an unfinished game of chess (2 moves) is kept");
    play("--continue", "list\nresign\n", &state).says("1. d4").says("wins: resignation");
    play("--continue", "", &state).exits_with(2).remarks("no unfinished game");
}

#[test]
fn two_machines_play_to_the_end_of_the_input_and_of_the_game() {
    for game in kempelen::games::games() {
        let text = printed(format!("--game {} --first random name=one --second random name=two", game.name), "");
        assert!(text.contains(" wins: ") || text.contains("drawn: "), "{}: {text}", game.name);
    }
}

#[test]
fn games_are_changed_without_leaving() {
    let lines = "game nim\nrandom heaps=2 size=3..3\nmoves\ngame slovak\nrules\nballot\ngame nothing\nplace 8x5\n";
    let text = printed("--second person name=Ben", lines);
    contains_all(&text, ["nim: Nim", "slovak: ", "1. ", "no game is called 'nothing'"]);
    contains_all(&text, ["no men are placed before a game of slovak"]);
}

#[test]
fn an_unfinished_game_is_set_aside_when_another_begins() {
    let state = Folder::new();
    play("--second person name=Ben", "e4\nnew\nd4\nquit\n", &state);
    assert!(state.read("previous-game.pgn").contains("1. e4"));
    assert!(state.read("last-game.pgn").contains("1. d4"));
}

#[test]
fn lines_are_short_and_have_no_blanks_at_their_ends() {
    for game in ["chess", "slovak", "nim", "tictactoe"] {
        let text = printed(format!("--game {game} --level 2"), "help\nrules\nmoves\npieces\ngame none\nboard\nhint\n");
        for line in text.lines() {
            // A position is one word, and stays whole.
            let is_short = line.chars().count() <= 78 || !line.contains(' ');
            assert!(is_short && line.trim_end() == line, "{game}: '{line}'");
        }
    }
}

#[test]
fn a_level_is_the_depth_of_a_textbook_player() {
    let text = printed("--second alpha-beta --level 2", "level 1\ne4\nstatistics\n");
    contains_all(&text, ["Kempelen (Black, alpha-beta depth=2)", " at depth 1, "]);
    contains_all(&printed("--second random level=4", ""), ["Kempelen (Black, random)"]);
}

#[test]
fn a_new_game_begins_from_the_position_that_was_given() {
    let text = printed("--game nim --fen '3,4 misere p1' --second person name=B", "new\ngame nim\n");
    assert_eq!(text.lines().filter(|line| line.starts_with("nim misere: ")).count(), 2, "{text}");
    assert!(text.contains("\nnim: "), "{text}");
}

#[test]
fn only_a_resignation_is_taken_back() {
    contains_all(&printed("--second person name=Ben", "e4\nresign\nundo\nlist\n"), ["1. e4 (16:16)"]);
}

#[test]
fn bad_arguments_and_files_end_in_one_line() {
    for [arguments, expected] in cases("refused", "play") {
        play(arguments, "", &Folder::new()).exits_with(2).remarks(expected);
    }
}

#[test]
fn a_clock_runs_out() {
    // However busy the machine is, the input ends within a minute.
    let text = printed("--clock 60 --first person --second random", "moves\n");
    assert!(!text.contains("wins: time"), "the input ended first: {text}");
    // A search that does not look at the clock: no game ends on the board before its time is over.
    contains_all(&printed("--clock 0.3 --first search movetime=60000 --second random name=r", ""), ["wins: time"]);
}

#[test]
fn a_threat_is_a_move_of_the_other_side_or_a_compulsory_capture() {
    let two = "--second person name=B";
    let text = printed(format!("{two} --fen 'r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1'"), "threat\nh3\n");
    assert!(text.contains("threat: Ra1# (#1 at depth ") && text.contains("B (Black) to move"), "{text}");
    let text = printed(format!("--game russian {two} --fen W:Wc3,e3:Bd4,h8"), "threat\n");
    contains_all(&text, ["threat: White must capture: c3:e5, e3:c5"]);
    contains_all(&printed(format!("--game nim {two}"), "threat\n"), ["no side can pass in this game"]);
}

#[test]
fn a_bad_move_is_explained() {
    let text = printed("--second person name=B", "why\ne4\nd5\nQg4\nwhy\na6\n");
    contains_all(&text, ["there is no move yet", "\nQg4?? loses a queen: Bxg4\n"]);
}
