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
fn lines_of_a_suite_are_judged() {
    let suite = "\
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;
6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8;
6k1/5ppp/8/8/8/8/8/R5K1 w - - c0 \"Ra8=10, Rb1=3\";
7k/8/8/8/8/1R6/R7/4K3 w - - dm 2;
7k/8/8/8/8/1R6/R7/4K3 w - - dm 4294967295;
6k1/5ppp/8/8/8/8/8/R5K1 w - - c0 \"Ra8=4294967295\";
";
    let ran = analyse("--depth 6 -", suite);
    ran.exits_with(1);
    assert!(ran.err().starts_with("5 of 6 solved, 4294967305 points"), "{ran:?}");
    assert_eq!(ran.out().matches("not solved").count(), 1);
    let wrong = analyse("--json --depth 2 -", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rh7;").objects();
    assert!(wrong[0]["error"].as_str().unwrap().starts_with("bm: "), "{wrong:?}");
}

#[test]
fn a_table_has_as_many_cells_in_every_row() {
    let table = analyse("--csv --nodes 500 -", POSITIONS).out();
    let mut rows = table.lines();
    assert!(rows.next().unwrap().starts_with("line,id,position,depth,cp,mate,"));
    for row in rows {
        assert_eq!(row.split('"').step_by(2).map(|part| part.matches(',').count()).sum::<usize>(), 16, "{row}");
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
    let rows = analyse("--json -", positions).objects();
    let outcomes: Vec<_> =
        rows.iter().map(|row| (row["result"].as_str(), row["reason"].as_str(), row["wdl"][1].as_u64())).collect();
    let draw = |reason| (Some("draw"), Some(reason), Some(1000));
    let lost = (Some("loss"), Some("checkmate"), Some(0));
    assert_eq!(outcomes, [draw("stalemate"), lost, draw("insufficient material"), draw("fifty-move rule")]);
    let repeated = analyse("--json --moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "").objects();
    assert_eq!(repeated[0]["reason"], "threefold repetition");
    let table = analyse("--fen '8/8/8/8/8/3k4/8/3K4 w - - 0 1'", "").out();
    assert!(table.ends_with("the game is over, draw: insufficient material\n"), "{table}");
    analyse("-", positions).says("the side to move has lost: checkmate");
    let cells = analyse("--csv -", positions).out();
    assert!(cells.lines().nth(3).unwrap().contains(",0,1000,0,"), "{cells}");
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
fn a_payoff_is_a_whole_number() {
    let positions = "(((6 -10)(8 2))((7 1)(11 -8))) p1\n(A:1 B:5 C:9) p1\n(A:1 B:5 C:9) p2\n";
    let analyse = |format: &str| analyse(&format!("--game tree --depth 20 {format} -"), positions);
    let rows = analyse("--json").objects();
    let answers = rows.iter().map(|row| {
        let line = &row["lines"][0];
        (row["best"]["long"].as_str().unwrap(), &line["score"], &line["depth"])
    });
    let expected = [("2", 7, 3), ("C", 9, 1), ("A", -1, 1)];
    for (answer, (best, payoff, depth)) in answers.zip(expected) {
        assert_eq!(answer, (best, &json!({ "payoff": payoff }), &json!(depth)));
    }

    let table = analyse("--csv").text();
    let payoffs = table.lines().map(|row| row.rsplit(',').next().unwrap());
    assert_eq!(payoffs.collect::<Vec<_>>(), ["payoff", "7", "9", "-1"]);
    let text = analyse("").text();
    let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows[2], ["3", "A", "-1", "depth", "1"]);
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

/// Black threatens a mate; the second position is in check.
const THREATS: &str = "r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1\n4k3/8/8/8/8/4r3/8/4K3 w - - 0 1\n";

#[test]
fn threats_stand_with_the_position() {
    let check = "White cannot pass: white is in check but not to move";
    let rows = analyse("--json --threats --depth 3 -", THREATS).objects();
    let pv = json!({ "long": ["a8a1"], "short": ["Ra1#"] });
    assert_eq!(rows[0]["threat"], json!({ "score": { "mate": 1 }, "pv": pv }));
    assert_ne!(rows[0]["best"]["short"], "Ra1#");
    assert_eq!(rows[1]["threat"], json!({ "none": check }));
    let plain = analyse("--threats --depth 3 -", THREATS).text();
    let ends = ["  threat: Ra1# (#1 at depth 3: Ra1#)".to_owned(), format!("  threat: none, {check}")];
    assert!(plain.lines().zip(ends).all(|(row, end)| row.ends_with(&end)), "{plain}");
    let man = "W:Wc3,a1:Bd4,h8\nB:Wc3:Bh8,g7\n";
    let rows = analyse("--game russian --json --threats --depth 1 -", man).objects();
    assert_eq!(rows[0]["threat"], json!({ "captures": { "long": ["22x15x18"], "short": ["c3:e5"] } }));
    assert_eq!(rows[1]["threat"]["pv"]["short"].as_array().map(Vec::len), Some(1));
    // Without the option nothing is said.
    assert_eq!(analyse("--json --depth 1 -", THREATS).objects()[0].get("threat"), None);
}

#[test]
fn the_threat_is_the_last_line_of_a_table() {
    let position = THREATS.lines().next().unwrap();
    let mut table = kempelen("analyse");
    let out = output_for(table.args(["--depth", "3", "--threats", "--fen", position]), b"").text();
    assert!(out.ends_with("threat: Ra1# (#1 at depth 3: Ra1#)\n"), "{out}");
    assert_eq!(out.matches("threat").count(), 1);
}

#[test]
fn threats_are_refused_where_nobody_can_pass() {
    for game in ["nim", "tree"] {
        analyse(&format!("--game {game} --threats --depth 1"), "")
            .fails_with("--threats: no side can pass in this game");
    }
    analyse("--threats --depth 1 --games -", GAMES).fails_with("--threats is for positions; the input holds games");
    analyse("--threats --depth 1 --csv -", THREATS).exits_with(2);
}
