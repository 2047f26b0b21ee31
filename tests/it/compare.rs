//! `kempelen compare`: the textbook algorithms find the same value, in the nodes that are known.

use crate::shell::{self, complaint};
use serde_json::Value;

fn stdout(arguments: &[&str]) -> String {
    shell::stdout(&shell::run(&[&["compare"], arguments].concat()))
}

/// The objects, one a depth.
fn rows(arguments: &[&str]) -> Vec<Value> {
    let told = stdout(&[arguments, &["--json"]].concat());
    let read = |line| serde_json::from_str(line).unwrap();
    told.lines().map(read).collect()
}

fn nodes(row: &Value, algorithm: &str) -> u64 {
    row[algorithm]["nodes"].as_u64().unwrap()
}

#[test]
fn the_table_of_the_thesis() {
    let rows = rows(&["--game", "pongor", "--depth", "2,4,6,8"]);
    let expected = [(2, 57), (4, 1_828), (6, 45_662), (8, 1_051_977)];
    assert_eq!(rows.len(), expected.len());
    for (row, (depth, minimax)) in rows.iter().zip(expected) {
        assert_eq!(row["depth"], depth);
        assert_eq!(nodes(row, "minimax"), minimax);
        assert_eq!(row["thesis"]["minimax"], minimax);
    }
    let last = &rows[3];
    assert!(nodes(last, "history") <= last["thesis"]["history"].as_u64().unwrap());
    assert!(nodes(last, "search") < nodes(last, "history"));
}

#[test]
fn pruning_keeps_the_value_in_every_game() {
    for (game, position, depths) in [
        (
            "chess",
            "r1b1k2r/2q2ppp/p2bpn2/1p6/3N4/2N1B3/PPP1BPPP/R2Q1RK1 b kq - 0 1",
            "1,2,3",
        ),
        ("chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "4"),
        ("english", "W:W21,22,25-32:B1-4,6-8,10-12,16", "1,2,5"),
        ("pongor", "W:WK10,K15,27:BK6,K18,4", "3,4"),
        ("tictactoe", ".../.x./... o", "3,8"),
    ] {
        for row in rows(&["--game", game, "--position", position, "--depth", depths]) {
            assert_eq!(row["game"], game);
            assert!(row.get("thesis").is_none(), "{row}");
            for pruned in ["alpha_beta", "history"] {
                assert_eq!(row[pruned]["value"], row["minimax"]["value"], "{row}");
                assert!(nodes(&row, pruned) <= nodes(&row, "minimax"), "{row}");
            }
            assert_eq!(row["alpha_beta"]["best"], row["minimax"]["best"], "{row}");
        }
    }
}

#[test]
fn all_see_the_end_of_a_game_alike() {
    let ending = [
        "--position",
        "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
        "--depth",
        "4",
    ];
    let row = &rows(&ending)[0];
    for algorithm in ["minimax", "alpha_beta", "history", "search"] {
        assert_eq!(row[algorithm]["value"], 999_997, "{algorithm}: {row}");
    }
}

#[test]
fn people_get_a_table() {
    let told = stdout(&["--game", "pongor", "--depth", "2,3"]);
    let names: Vec<&str> = told
        .lines()
        .map(|line| line[..line.len().min(10)].trim())
        .collect();
    assert!(told.starts_with("English draughts in which the longest capture is compulsory: B:W"));
    assert_eq!(
        names[2..],
        ["", "depth 2", "factor", "thesis", "depth 3", "factor"]
    );
    let columns = |line: usize| told.lines().nth(line).unwrap()[10..].split_whitespace();
    assert_eq!(
        columns(2).collect::<Vec<_>>(),
        ["minimax", "alpha-beta", "history", "search"]
    );
    assert!(columns(3).take(1).eq(["57"]), "{told}");
    assert!(columns(4).take(1).eq(["1.0"]), "{told}");
    assert!(columns(5).eq(["57", "36", "27"]), "{told}");
}

#[test]
fn the_thesis_began_at_the_start() {
    let moved = &rows(&["--game", "pongor", "--moves", "11-15", "--depth", "2"])[0];
    assert!(moved.get("thesis").is_none(), "{moved}");
    let start = &rows(&["--game", "tictactoe"])[4];
    assert_eq!(nodes(start, "minimax"), 549_946);
    assert!(start.get("thesis").is_none(), "{start}");
}

#[test]
fn a_bad_question_is_one_clear_line() {
    for (arguments, expected) in [
        (
            &["--depth", "0"][..],
            "--depth: found '0', expected plies from 1 to ",
        ),
        (
            &["--depth", "-3"],
            "--depth: found '-3', expected plies from 1 to ",
        ),
        (
            &["--depth", "2,,4"],
            "--depth: found '', expected plies from 1 to ",
        ),
        (
            &["--depth", "2,deep"],
            "--depth: found 'deep', expected plies from 1 to ",
        ),
        (
            &["--depth", "240"],
            "--depth: found '240', expected plies from 1 to 239",
        ),
        (&["--game", "go"], "no game is called 'go'; there are chess"),
        (&["--position", "nonsense"], "the position: "),
        (
            &["--fen", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"],
            "the position: the game is over",
        ),
    ] {
        let output = shell::run(&[&["compare"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        let told = complaint(&output);
        assert!(told.contains(expected), "{told}");
    }
}
