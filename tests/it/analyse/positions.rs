//! `analyse` on files of positions.

use super::{GAMES, POSITIONS, analyse, objects, refused, stdout, timeless};
use crate::shell::{in_time, wait_with_output};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use tempfile::TempDir;

#[test]
fn results_have_the_order_of_the_input_with_several_threads() {
    let alone = analyse(&["--json", "--depth", "5", "-"], POSITIONS);
    assert_eq!(alone.status.code(), Some(1), "a line is no position");
    let rows = objects(&stdout(&alone));
    let lines: Vec<_> = rows.iter().map(|row| row["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [2, 3, 5, 6, 7, 8]);
    assert!(rows.iter().all(|row| row["version"] == 1));
    assert_eq!(rows[0]["id"], "back rank");
    assert_eq!(rows[0]["best"]["long"], "a1a8");
    assert_eq!(rows[0]["best"]["short"], "Ra8#");
    assert_eq!(rows[0]["lines"][0]["score"]["mate"], 1);
    assert_eq!(rows[0]["suite"]["solved"], true);
    assert_eq!(rows[1]["lines"][0]["depth"], 5);
    assert!(rows[1]["lines"][0]["score"]["cp"].is_i64());
    let wdl = rows[1]["lines"][0]["wdl"].as_array().unwrap();
    assert_eq!(wdl.iter().map(|share| share.as_u64().unwrap()).sum::<u64>(), 1000);
    assert!(rows[2]["error"].as_str().unwrap().contains("this"), "{}", rows[2]);
    assert_eq!(rows[3]["best"], Value::Null);
    assert_eq!(rows[3]["result"], "draw");
    let many = analyse(&["--json", "--depth", "5", "--jobs", "3", "-"], POSITIONS);
    let timeless = |rows: Vec<Value>| rows.into_iter().map(timeless).collect::<Vec<_>>();
    assert_eq!(timeless(objects(&stdout(&many))), timeless(rows));
}

#[test]
fn lines_of_a_suite_are_judged() {
    let suite = "\
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;
6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8;
6k1/5ppp/8/8/8/8/8/R5K1 w - - c0 \"Ra8=10, Rb1=3\";
7k/8/8/8/8/1R6/R7/4K3 w - - dm 2;
7k/8/8/8/8/1R6/R7/4K3 w - - dm 4294967295;
6k1/5ppp/8/8/8/8/8/R5K1 w - - c0 \"Ra8=4294967295\";
";
    let output = analyse(&["--depth", "6", "-"], suite);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.starts_with("5 of 6 solved, 4294967305 points"), "{told}");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output).matches("not solved").count(), 1);
    let wrong = analyse(&["--json", "--depth", "2", "-"], "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rh7;");
    let error = objects(&stdout(&wrong))[0]["error"].as_str().unwrap().to_owned();
    assert!(error.starts_with("bm: "), "{error}");
}

#[test]
fn a_table_has_as_many_cells_in_every_row() {
    let output = analyse(&["--csv", "--nodes", "500", "-"], POSITIONS);
    let text = stdout(&output);
    let mut rows = text.lines();
    assert!(rows.next().unwrap().starts_with("line,id,position,depth,cp,mate,"));
    for row in rows {
        let commas = row.split('"').step_by(2).map(|part| part.matches(',').count());
        assert_eq!(commas.sum::<usize>(), 16, "{row}");
    }
}

#[test]
fn a_game_that_is_over_has_its_result() {
    let positions = "\
7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
7k/6Q1/6K1/8/8/8/8/8 b - - 0 1
8/8/8/8/8/3k4/8/3K4 w - - 0 1
8/8/8/8/8/3k4/8/R2K4 w - - 100 80
";
    let rows = objects(&stdout(&analyse(&["--json", "-"], positions)));
    let told: Vec<_> =
        rows.iter().map(|row| (row["result"].as_str(), row["reason"].as_str(), row["wdl"][1].as_u64())).collect();
    let draw = |reason| (Some("draw"), Some(reason), Some(1000));
    let lost = (Some("loss"), Some("checkmate"), Some(0));
    let expected = [draw("stalemate"), lost, draw("insufficient material"), draw("fifty-move rule")];
    assert_eq!(told, expected);
    let repeated = "--json --moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let repeated: Vec<_> = repeated.split(' ').collect();
    let row = &objects(&stdout(&analyse(&repeated, "")))[0];
    assert_eq!(row["reason"], "threefold repetition");
    let fen = "8/8/8/8/8/3k4/8/3K4 w - - 0 1";
    let table = stdout(&analyse(&["--fen", fen], ""));
    assert!(table.ends_with("the game is over, draw: insufficient material\n"), "{table}");
    let plain = stdout(&analyse(&["-"], positions));
    assert!(plain.contains("the side to move has lost: checkmate"), "{plain}");
    let cells = stdout(&analyse(&["--csv", "-"], positions));
    assert!(cells.lines().nth(3).unwrap().contains(",0,1000,0,"), "{cells}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    let folder = TempDir::new().unwrap();
    let [positions, games] = ["in", "in.pgn"].map(|name| folder.path().join(name));
    fs::write(&positions, POSITIONS).unwrap();
    fs::write(&games, GAMES).unwrap();
    let [positions, games] = [&positions, &games].map(|path| path.to_str().unwrap());
    let nowhere: [&[&str]; 4] = [&[], &["--json"], &[positions], &[games]];
    for arguments in nowhere {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let child = crate::shell::program()
            .args(["analyse", "--depth", "3"])
            .args(arguments)
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = wait_with_output(child);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {told}");
        assert!(told.contains("cannot write standard output: "), "{told}");
    }
    for input in [positions, games] {
        refused(&["--depth", "3", input, "--output", "/dev/full"], "cannot write '/dev/full': ");
    }
}

#[test]
#[cfg(unix)]
fn closed_output_ends_the_run_while_the_input_is_open() {
    let mut child = crate::shell::program()
        .args(["analyse", "--json", "--depth", "1", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"8/8/8/8/8/4k3/4p3/4K3 w - -\n").unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    in_time("a line", move || reader.read_line(&mut String::new())).unwrap();
    // It waits for the next line, which never comes.
    let output = wait_with_output(child);
    assert!(output.status.success() && output.stderr.is_empty());
    drop(stdin);
}

#[test]
fn closed_output_ends_the_run_with_success() {
    let mut child = crate::shell::program()
        .args(["analyse", "--json", "--depth", "1", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    in_time("the end of the program", move || while stdin.write_all(b"8/8/8/8/8/4k3/4p3/4K3 w - -\n").is_ok() {});
    let output = wait_with_output(child);
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{:?}", String::from_utf8(output.stderr));
}

#[test]
fn the_highest_ply_is_beyond_the_depth() {
    let fen = "r1bqkb1r/ppp1pp2/n5pn/3pN2P/8/7P/PPPPPP2/RNBQKB1R w KQkq - 0 6";
    let rows = objects(&stdout(&analyse(&["--json", "--depth", "4", "-"], fen)));
    let line = &rows[0]["lines"][0];
    assert_eq!(line["depth"], 4);
    assert!(line["reached"].as_i64() > Some(4), "{line}");
}

#[test]
fn a_payoff_is_a_whole_number() {
    let positions = "(((6 -10)(8 2))((7 1)(11 -8))) p1\n(A:1 B:5 C:9) p1\n(A:1 B:5 C:9) p2\n";
    let analyse = |format: &[&str]| {
        let arguments = [&["--game", "tree", "--depth", "20"], format, &["-"]].concat();
        stdout(&analyse(&arguments, positions))
    };
    let rows = objects(&analyse(&["--json"]));
    let told = rows.iter().map(|row| {
        let line = &row["lines"][0];
        (row["best"]["long"].as_str().unwrap(), &line["score"], &line["depth"])
    });
    let expected = [("2", 7, 3), ("C", 9, 1), ("A", -1, 1)];
    for (told, (best, payoff, depth)) in told.zip(expected) {
        assert_eq!(told, (best, &json!({ "payoff": payoff }), &json!(depth)));
    }
    let table = analyse(&["--csv"]);
    let payoffs = table.lines().map(|row| row.rsplit(',').next().unwrap());
    assert_eq!(payoffs.collect::<Vec<_>>(), ["payoff", "7", "9", "-1"]);
    let plain = analyse(&[]);
    let told: Vec<Vec<&str>> = plain.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(told[2], ["3", "A", "-1", "depth", "1"]);
}

#[test]
fn lines_of_a_search_that_is_stopped_are_different_moves_in_order() {
    let fen = "r1bqkb1r/ppp1pp2/n5pn/3pN2P/8/7P/PPPPPP2/RNBQKB1R w KQkq - 0 6";
    for nodes in ["40", "700", "3000"] {
        let output = analyse(&["--json", "--multipv", "4", "--nodes", nodes, "-"], fen);
        let rows = objects(&stdout(&output));
        let lines = rows[0]["lines"].as_array().unwrap();
        let moves: Vec<_> = lines.iter().map(|line| &line["pv"]["long"][0]).collect();
        let scores = lines.iter().map(|line| line["score"]["cp"].as_i64().unwrap());
        assert!(scores.is_sorted_by(|a, b| a >= b), "{nodes}: {lines:?}");
        assert_eq!(moves[0], &rows[0]["best"]["long"]);
        for (index, mv) in moves.iter().enumerate() {
            assert!(!moves[..index].contains(mv), "{nodes}: {moves:?}");
        }
    }
}
