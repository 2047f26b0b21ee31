//! `match --resume`: a match continues with the same settings, or the difference is named.

use crate::match_command::ITSELF;
use crate::prelude::*;

/// A match of the engine against itself; `each` and the rest as on the command line.
fn play(folder: &Folder, each: &str) -> Ran {
    folder.run(format!("{ITSELF} --max-plies 12 --pgn games.pgn --each {each}"))
}

/// A folder in which a match was played, and its games.
fn played(each: &str) -> (Folder, String) {
    let folder = Folder::new();
    play(&folder, each).text();
    let games = folder.read("games.pgn");
    (folder, games)
}

#[test]
fn other_settings_are_refused() {
    let (folder, before) = played("nodes=50 tc=100");
    folder.write("lines.txt", "A: 1. a3 a6\n");
    for [each, expected] in cases("refused", "match_resume") {
        let refused = play(&folder, &format!("{each} --rounds 2 --resume"));
        refused.fails_with("games.pgn': game of line 1: ").remarks(expected);
        assert_eq!(folder.read("games.pgn"), before, "nothing is changed");
    }
    play(&folder, "tc=100 nodes=50 --rounds 2 --resume").says("4 of 4");
}

#[test]
fn a_damaged_file_is_refused() {
    let (folder, whole) = played("nodes=50 --rounds 2");
    let (first, rest) = whole.split_at(1 + whole[1..].find("[Event").unwrap());
    let first_move = first.split("\n1. ").nth(1).unwrap().split(' ').next().unwrap();
    let illegal = first.replace(&format!("\n1. {first_move} "), "\n1. Qh5 ");
    let cut = &first[..first.len() - 30];
    for (text, expected) in [
        (format!("{illegal}{rest}"), "game of line 1: move 1: "),
        (format!("{cut}\n\n{rest}"), "only the last game may be cut off: game of line 1: "),
        (format!("{first}{whole}"), "round 1.1 occurs twice"),
        (format!("{first}{{\n{rest}"), "only the last game may be cut off"),
        ("notes\nof mine\n".to_owned(), "found 'notes' at its beginning, expected '[Event \""),
        (first.replace("[Round \"1.1\"]", "[Round \"9.1\"]"), "round 9.1 does not belong to this match"),
    ] {
        folder.write("games.pgn", &text);
        play(&folder, "nodes=50 --rounds 2 --resume").fails_with(expected);
        assert_eq!(folder.read("games.pgn"), text, "nothing is changed");
    }
}

/// Wherever the last game is cut off, it is removed and played again.
#[test]
fn a_last_game_that_is_cut_off_is_played_again() {
    let (folder, whole) = played("nodes=50");
    let second = 1 + whole[1..].find("[Event").unwrap();
    let length = whole.trim_end().len();
    for end in [second + 3, second + 40, whole.rfind("\n1. ").unwrap() + 9, length - 2, length - 9] {
        folder.write("games.pgn", &whole[..end]);
        play(&folder, "nodes=50 --resume").text();
        let text = folder.read("games.pgn");
        for round in ["1.1", "1.2"] {
            assert_eq!(text.matches(&format!("[Round \"{round}\"]")).count(), 1, "{end}: {text}");
        }
        assert_eq!(text.matches("[Event").count(), 2, "{end}: {text}");
    }
}

/// A last game that is damaged, but has its result, is not cut off: it is reported and stays.
#[test]
fn a_finished_last_game_is_never_removed() {
    let (folder, whole) = played("nodes=50");
    let (head, moves) = whole.split_at(whole.rfind("\n1. ").unwrap() + 4);
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
        folder.write("games.pgn", &text);
        play(&folder, "nodes=50 --resume").fails_with(expected);
        assert_eq!(folder.read("games.pgn"), text, "{expected}");
    }
}

#[test]
fn an_empty_file_is_accepted() {
    let folder = Folder::with(&[("games.pgn", "")]);
    play(&folder, "nodes=50").text();
    assert!(folder.read("games.pgn").contains("[Round \"1.2\"]"));
}
