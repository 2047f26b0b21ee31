//! `analyse` on files of positions.

use super::{GAMES, POSITIONS, analyse, timeless};
use crate::prelude::*;

#[test]
fn results_have_the_order_of_the_input_with_several_threads() {
    // A line is no position.
    let rows = analyse("--json --depth 5 -", POSITIONS).exits_with(1).objects();
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
    let many = analyse("--json --depth 5 --jobs 3 -", POSITIONS).objects();
    let timeless = |rows: Vec<Value>| rows.into_iter().map(timeless).collect::<Vec<_>>();
    assert_eq!(timeless(many), timeless(rows));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    let folder = Folder::with(&[("in", POSITIONS), ("in.pgn", GAMES)]);
    for arguments in ["", "--json", "in", "in.pgn"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = folder.command(format!("analyse --depth 3 {arguments}"));
        let child = command.stdin(Stdio::null()).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        wait_with_output(child).exits_with(2).remarks("cannot write standard output: ");
    }
    for input in ["in", "in.pgn"] {
        let refused = folder.run(format!("analyse --depth 3 {input} --output /dev/full"));
        refused.exits_with(2).remarks("cannot write '/dev/full': ");
    }
}

/// The search of a minute ends with the first row that cannot be written.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_a_long_search() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let began = Instant::now();
    let child = kempelen("analyse --movetime 60000").stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    wait_with_output(child).exits_with(2).remarks("cannot write standard output: ");
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[test]
#[cfg(unix)]
fn closed_output_ends_the_run_while_the_input_is_open() {
    let mut child = piped(program().args(["analyse", "--json", "--depth", "1", "-"]));
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"8/8/8/8/8/4k3/4p3/4K3 w - -\n").unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    in_time("a line", move || reader.read_line(&mut String::new())).unwrap();
    // It waits for the next line, which never comes.
    assert_eq!(wait_with_output(child).exits_with(0).err(), "");
    drop(stdin);
}

#[test]
fn closed_output_ends_the_run_with_success() {
    let mut child = piped(program().args(["analyse", "--json", "--depth", "1", "-"]));
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    in_time("the end of the program", move || while stdin.write_all(b"8/8/8/8/8/4k3/4p3/4K3 w - -\n").is_ok() {});
    assert_eq!(wait_with_output(child).exits_with(0).err(), "");
}

#[test]
fn the_highest_ply_is_beyond_the_depth() {
    let fen = "r1bqkb1r/ppp1pp2/n5pn/3pN2P/8/7P/PPPPPP2/RNBQKB1R w KQkq - 0 6";
    let line = &analyse("--json --depth 4 -", fen).objects()[0]["lines"][0];
    assert_eq!(line["depth"], 4);
    assert!(line["reached"].as_i64() > Some(4), "{line}");
}

#[test]
fn lines_of_a_search_that_is_stopped_are_different_moves_in_order() {
    let fen = "r1bqkb1r/ppp1pp2/n5pn/3pN2P/8/7P/PPPPPP2/RNBQKB1R w KQkq - 0 6";
    for nodes in ["40", "700", "3000"] {
        let rows = analyse(&format!("--json --multipv 4 --nodes {nodes} -"), fen).objects();
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
