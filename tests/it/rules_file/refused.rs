//! Rules files that are refused, with the line and the reason.

use kempelen::games::draughts::rules_file::{from_text, load};
use std::fs;

/// Files and what they are refused with: the number of the line, and the reason.
const WRONG: &[(&str, &str)] = &[
    ("\nlift_at_once = true", "2: there is no field 'lift_at_once'; did you mean 'lifts_at_once'?"),
    ("colour = 1", "1: there is no field 'colour'; expected one of like, board, kings, "),
    ("[draws]\nplys = 4", "2: there is no field 'draws.plys'; did you mean 'plies'?"),
    ("mirrored = 1", "1: mirrored: found 1, expected true or false"),
    ("first = white", "1: "),
    ("first = \"red\"", "1: first: found \"red\", expected \"white\" or \"black\""),
    ("like = \"turkish\"", "1: like: found \"turkish\", expected one of english, pongor, italian, russian, "),
    ("board = 1000", "1: board: found 1000, expected 8 or 10; no other boards are built"),
    ("board = 12", "1: board: found 12, expected 8 or 10; no other boards are built"),
    ("board = \"8\"", "1: board: found \"8\", expected 8 or 10; no other boards are built"),
    ("board = 10", "1: board: short kings on 10 x 10 squares are not built; expected"),
    ("like = \"frisian\"\nkings = \"short\"", "2: kings: short kings on 10 x 10 squares are not built; expected"),
    ("rows_of_men = 4", "1: rows_of_men: found 4, expected a whole number from 1 to 3"),
    ("rows_of_men = 0", "1: rows_of_men: found 0, expected a whole number from 1 to 3"),
    ("pieces = 11", "1: pieces: found 11, expected at least 12, as many as at the start"),
    ("pieces = 13", "1: pieces: found 13, expected a whole number from 1 to 12"),
    ("king_moves_in_a_row = 4", "1: king_moves_in_a_row: found 4, expected a whole number from 0 to 3"),
    ("order = \"most pieces\"", "1: order: found \"most pieces\", expected a list of at most 5"),
    ("order = [\"most\"]", "1: order[0]: found \"most\", expected \"most pieces\" or \"highest value\" or "),
    ("order = [\"by a king\", \"by a king\"]", "1: order: a criterion comes twice; expected each once"),
    ("captures_along_rows = true", "1: captures_along_rows: captures along rows are built for 10 x 10 squares only"),
    ("like = \"frisian\"\n\nboard = 8", "3: board: captures along rows are built for 10 x 10 squares only"),
    ("landing = \"directly behind\"", "1: landing: short kings land directly behind a captured piece anyway"),
    ("like = \"thai\"\nkings = \"short\"", "2: kings: short kings land directly behind a captured piece anyway"),
    ("like = \"czech\"\ngoal = \"first king\"", "2: goal: the first king wins, so there are no kings to compare"),
    (
        "order = [\"by a king\"]\ngoal = \"first king\"",
        "1: order: the first king wins, so there are no kings to compare",
    ),
    ("king_moves_in_a_row = 2\ngoal = \"first king\"", "1: king_moves_in_a_row: the first king wins, so no king moves"),
    ("goal = \"first king\"\nstart = \"B:WK32:B1\"", "2: start: the first king wins, but there are kings at the start"),
    ("like = \"brazilian\"\nmay_stop = true", "2: may_stop: who stops captures fewer pieces than the order demands"),
    ("rows_of_men = 2\nstart = \"B:W32:B1\"", "2: start: found rows_of_men too, expected one of the two"),
    ("start = \"W:W32:B1\"", "1: start: white is to move, but black moves first"),
    ("start = \"B:W33:B1\"", "1: start: square '33'; expected a number from 1 to 32"),
    ("start = \"B:W32:B1:H3\"", "1: start: found counters of draw rules, expected pieces alone"),
    ("start = \"B:W31,32:B29\"", "1: start: a black man on square 29; expected a king on its king row"),
    ("start = \"B:W9-22:B1\"", "1: start: found 14 pieces of a side, expected at most 12"),
    ("start = \"B:W9-20:B5-8\"", "1: start: black has no move, expected a game that begins"),
    ("start = \"B:W32:B\"", "1: start: black has no move, expected a game that begins"),
    ("start = 3", "1: start: found 3, expected a FEN in quotes, or a list of 8 rows in quotes"),
    (
        "start = [\"........\"]",
        "1: start: found [\"........\"], expected a FEN in quotes, or a list of 8 rows in quotes",
    ),
    ("[draws]\nplies = 2000", "2: draws.plies: found 2000, expected a whole number from 0 to 1000"),
    ("draws = 4", "1: draws: found 4, expected a table"),
    ("notation = \"words\"", "1: notation: found \"words\", expected \"numbers\" or \"letters\" or "),
    ("[draws]\nname = \"\"", "2: draws.name: found \"\", expected a text of at most 40 bytes in quotes"),
    ("[draws]\nname = \"a\\nb\"", "2: draws.name: found \"a\\nb\", expected a text of at most 40 bytes in quotes"),
    ("[entry]\nabout = \"mine\"", "1: there is no field 'entry'; expected one of like, board, "),
    ("[[draws.few_pieces]]\nplies = 4", "1: draws.few_pieces[0]: there is no field 'when'"),
    (
        "[[draws.few_pieces]]\nwhen = \"both sides have kings\"\nplies = 4\npieces = [5, 4]",
        "4: draws.few_pieces[0].pieces: found [5, 4], expected the smallest and the largest",
    ),
    (
        "[[draws.few_pieces]]\nwhen = \"three kings against a king on the main road\"\nplies = 4\nkings = 3",
        "4: there is no field 'draws.few_pieces[0].kings'",
    ),
    (
        "[[draws.few_pieces]]\nwhen = \"against a lone king\"\nplies = 4\npieces = [1, 2]\nkings = 3",
        "5: draws.few_pieces[0].kings: found 3, expected a whole number from 0 to 2",
    ),
    ("may_stop = true\nmay_stop = true", "2: "),
];

#[test]
fn wrong_rules_are_refused_with_their_line() {
    for (text, expected) in WRONG {
        match from_text("wrong.toml", (*text).to_owned()) {
            Ok(_) => panic!("{text:?} was read"),
            Err(error) => {
                assert!(error.starts_with(&format!("line {expected}")), "{text:?}: {error}");
                assert!(!error.contains(char::is_control), "{text:?}: {error:?}");
            }
        }
    }
}

#[test]
fn rows_with_other_squares_are_refused() {
    let rows = |fifth: &str| {
        let mut rows = ["........"; 8].map(|row| format!("\"{row}\""));
        rows[0] = "\".b.b.b.b\"".to_owned();
        rows[5] = fifth.to_owned();
        format!("start = [{}]", rows.join(",\n"))
    };
    for (row, expected) in [
        ("\"w.....\"", "line 6: start[5]: found \"w.....\", expected a row of 8 squares in quotes"),
        ("\"w.x.....\"", "line 6: start[5]: found \"w.x.....\", expected w b W B . for its squares"),
        ("\"w..w....\"", "line 6: start[5]: found \"w..w....\", expected no piece on the light square 4 of the row"),
        ("7", "line 6: start[5]: found 7, expected a row of 8 squares in quotes"),
    ] {
        assert_eq!(from_text("rows.toml", rows(row)).map(|_| ()).unwrap_err(), expected);
    }
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let name = |file: &str| folder.path().join(file).to_str().unwrap().to_owned();
    fs::write(name("large.toml"), "#".repeat(65_537)).unwrap();
    fs::write(name("bytes.toml"), b"# \xff").unwrap();
    fs::create_dir(name("folder.toml")).unwrap();
    for (file, expected) in [
        ("large.toml", "it is larger than 64 KiB"),
        ("bytes.toml", "byte 3 is not UTF-8 text"),
        ("folder.toml", "found a folder, expected a regular file"),
        ("missing.toml", "it does not exist"),
        ("a\nb.toml", "found a control character in its name, expected none"),
    ] {
        let error = load(&name(file)).map(|_| ()).unwrap_err();
        assert!(error.starts_with("rules file '") && error.ends_with(expected), "{error}");
    }
}
