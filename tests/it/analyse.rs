//! `analyse` as scripts use it: lines in, lines out.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Runs `kempelen analyse` with so much on its standard input.
fn analyse(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kempelen"))
        .arg("analyse")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let text = input.to_owned();
    let mut stdin = child.stdin.take().unwrap();
    // On a thread of its own: the program may write before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// What depends on the positions alone.
fn timeless(mut object: Value) -> Value {
    let fields = object.as_object_mut().unwrap();
    fields.remove("time");
    fields.remove("nps");
    if let Some(suite) = fields.get_mut("suite").and_then(Value::as_object_mut) {
        suite.remove("seconds");
    }
    object
}

const POSITIONS: &str = "\
# mates, and a position that is over
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

this is no position
7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
7k/8/5K1Q/8/8/8/8/8 b - - dm 1;
8/8/8/8/8/4k3/4p3/R3K3 w - - am Ra3+;
";

#[test]
fn every_line_is_told_in_its_order_whoever_thinks_about_it() {
    let alone = analyse(&["--json", "--depth", "5", "-"], POSITIONS);
    assert_eq!(alone.status.code(), Some(1), "a line is no position");
    let rows = objects(&stdout(&alone));
    let lines: Vec<_> = rows
        .iter()
        .map(|row| row["line"].as_u64().unwrap())
        .collect();
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
    assert_eq!(
        wdl.iter().map(|share| share.as_u64().unwrap()).sum::<u64>(),
        1000
    );
    assert!(
        rows[2]["error"].as_str().unwrap().contains("this"),
        "{}",
        rows[2]
    );
    assert_eq!(rows[3]["best"], Value::Null);
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
    assert!(
        told.starts_with("5 of 6 solved, 4294967305 points"),
        "{told}"
    );
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output).matches("not solved").count(), 1);
    let wrong = analyse(
        &["--json", "--depth", "2", "-"],
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rh7;",
    );
    let error = objects(&stdout(&wrong))[0]["error"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(error.starts_with("bm: "), "{error}");
}

#[test]
fn a_table_has_as_many_cells_in_every_row() {
    let output = analyse(&["--csv", "--nodes", "500", "-"], POSITIONS);
    let text = stdout(&output);
    let mut rows = text.lines();
    assert!(
        rows.next()
            .unwrap()
            .starts_with("line,id,position,depth,cp,mate,")
    );
    for row in rows {
        let commas = row
            .split('"')
            .step_by(2)
            .map(|part| part.matches(',').count());
        assert_eq!(commas.sum::<usize>(), 15, "{row}");
    }
}

#[test]
fn a_run_that_was_cut_off_goes_on() {
    let folder = TempDir::new().unwrap();
    let [input, output] = ["in", "out"].map(|name| folder.path().join(name));
    fs::write(&input, POSITIONS).unwrap();
    let [input, path] = [&input, &output].map(|path| path.to_str().unwrap());
    let run = |more: &[&str]| {
        let arguments = ["--csv", "--depth", "3", input, "--output", path];
        analyse(&[&arguments, more].concat(), "")
    };
    run(&[]);
    let positions = |path: &Path| -> Vec<String> {
        let text = fs::read_to_string(path).unwrap();
        let cells = |row: &str| row.split(',').take(3).collect::<Vec<_>>().join(",");
        text.lines().map(cells).collect()
    };
    let whole = positions(&output);
    assert_eq!(whole.len(), 7);
    assert!(String::from_utf8_lossy(&run(&[]).stderr).contains("--resume"));
    let text = fs::read_to_string(&output).unwrap();
    for end in [
        0,
        3,
        text.find('\n').unwrap() + 1,
        text.len() / 2,
        text.len() - 1,
    ] {
        fs::write(&output, &text[..end]).unwrap();
        run(&["--resume"]);
        assert_eq!(positions(&output), whole, "cut off after {end} bytes");
    }
}

const GAMES: &str = "\
[White \"A\"]
[Black \"B\"]
[Result \"0-1\"]

1. f3 e5 (1... d5 2. e4) 2. g4 {why?} Qh4# 0-1

[White \"C\"]
[Black \"D\"]

1. e4 e5 2. Qh6 *
";

#[test]
fn games_are_annotated() {
    let folder = TempDir::new().unwrap();
    let picture = folder.path().join("curve.svg");
    let svg = picture.to_str().unwrap();
    let arguments = ["--games", "--nodes", "3000", "--svg", svg, "-"];
    let output = analyse(&arguments, GAMES);
    assert_eq!(
        output.status.code(),
        Some(1),
        "the second game has an illegal move"
    );
    let text = stdout(&output);
    let game = text.split("% line 10: ").next().unwrap();
    assert_ne!(game, text, "{text}");
    // The blunder, what would have been better, and what was said before.
    let words: Vec<_> = game.split_whitespace().collect();
    let words = words.join(" ");
    assert!(words.contains("2. g4 $4 {why? [%eval #-1,"), "{words}");
    assert!(words.contains("( 2. "), "{words}");
    assert!(words.contains("[BlackAccuracy \"100.0\"]"), "{words}");
    assert!(words.ends_with("2... Qh4# 0-1"), "{words}");
    let drawn = fs::read_to_string(&picture).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("g4??"));
    assert!(!folder.path().join("curve-2.svg").exists());
    let rows = objects(&stdout(&analyse(
        &["--games", "--nodes", "3000", "--json", "-"],
        GAMES,
    )));
    assert_eq!(rows[0]["moves"][2]["mark"], "blunder");
    assert_eq!(rows[0]["moves"][3]["white"], 0.0);
    assert!(rows[1]["error"].as_str().unwrap().contains("Qh6"));
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kempelen"))
        .args(["analyse", "--json", "--depth", "1", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // Until the program is gone.
    while stdin.write_all(b"8/8/8/8/8/4k3/4p3/4K3 w - -\n").is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(
        output.stderr.is_empty(),
        "{:?}",
        String::from_utf8(output.stderr)
    );
}
