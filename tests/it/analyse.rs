//! `analyse` as scripts use it: lines in, lines out.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
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
    assert!(words.contains("( {Kempelen: ??} 2. "), "{words}");
    // The reader's own line.
    assert!(words.contains("( 1... d5 2. e4 )"), "{words}");
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
fn an_analysis_of_an_analysis_changes_nothing() {
    let games = "\
[White \"A\"]

{First. [%eval 0.5]} 1. f3 {[%eval -0.9,3] [%clk 0:01:00]} e5 $1 (1... d5 {solid
[%eval 0.1]} 2. e4 (2. d4 $14 Nf6) dxe4) {after} 2. g4 {why? [%csl Gg4][%cal
Rd8h4] [%eval 99]} Qh4# {mate} 0-1 {resigned} ; really

1. e4 ; best
% not for us
e5 2. Ke2?! $14 Ke7 3. Kd3 (3. Nf3) 3... Kd6 4. f4 Nc6 5. f5 *

[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 9\"]

9. Qf7 {oh} 1/2-1/2
";
    let run = |input: &str| stdout(&analyse(&["--games", "--nodes", "2000", "-"], input));
    let once = run(games);
    assert_eq!(run(&once), once);
    let words = once.split_whitespace().collect::<Vec<_>>().join(" ");
    for kept in [
        "{First. [%eval ",
        "[%clk 0:01:00]}",
        "e5 $1 {[%eval ",
        "( 1... d5 {solid [%eval 0.1]} 2. e4 ( 2. d4 $14 Nf6 ) 2... dxe4 ) {after} 2. g4 $4",
        "{why? [%csl Gg4][%cal Rd8h4] [%eval #-1,",
        "Qh4# {mate} 0-1 {resigned really}",
        "1. e4 {best [%eval ",
        "2. Ke2 $6 $14 ",
        "( 3. Nf3 )",
        "9. Qf7 $4 {oh [%eval 0.00]}",
    ] {
        assert!(words.contains(kept), "{kept}\n{once}");
    }
    assert!(!words.contains("[%eval 99]"), "{once}");
}

#[test]
fn a_loss_is_that_of_the_side_that_moved() {
    // Black gives the queen away, White takes it and then gives the queen back.
    let game = "1. e4 e5 2. Nf3 Qh4 3. Nxh4 d6 4. Qh5 Nf6 5. Qxf7+ Kxf7 *";
    let arguments = ["--games", "--nodes", "5000", "-"];
    let row = &objects(&stdout(&analyse(
        &[&arguments[..], &["--json"]].concat(),
        game,
    )))[0];
    let moves = row["moves"].as_array().unwrap();
    let marks: Vec<_> = moves
        .iter()
        .map(|mv| mv["mark"].as_str().unwrap_or(""))
        .collect();
    assert_eq!(marks[3], "blunder", "{row}");
    assert_eq!(marks[8], "blunder", "{row}");
    let marked = marks.iter().filter(|mark| **mark == "blunder").count();
    assert_eq!(marked, 2, "{row}");
    // What White can expect grows by Black's blunder, and that is Black's loss.
    let white = |ply: usize| moves[ply]["white"].as_f64().unwrap();
    let loss = |ply: usize| moves[ply]["loss"].as_f64().unwrap();
    assert!(
        white(3) > white(2) + 0.3 && white(8) < white(7) - 0.3,
        "{row}"
    );
    assert!((loss(3) - (white(3) - white(2))).abs() < 1e-3, "{row}");
    assert!((loss(8) - (white(7) - white(8))).abs() < 1e-3, "{row}");
    let text = stdout(&analyse(&arguments, game));
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains(" 2... Qh4 $4 {") && words.contains(" 5. Qxf7+ $4 {"),
        "{text}"
    );
    // The accuracy of a side falls by its own blunder alone.
    let half = "1. e4 e5 2. Nf3 Qh4 3. Nxh4 *";
    let row = &objects(&stdout(&analyse(
        &[&arguments[..], &["--json"]].concat(),
        half,
    )))[0];
    let accuracy = |side: usize| row["accuracy"][side].as_f64().unwrap();
    assert!(accuracy(0) > 90.0 && accuracy(1) < 80.0, "{row}");
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
    let told: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row["result"].as_str(),
                row["reason"].as_str(),
                row["wdl"][1].as_u64(),
            )
        })
        .collect();
    let draw = |reason| (Some("draw"), Some(reason), Some(1000));
    let lost = (Some("loss"), Some("checkmate"), Some(0));
    let expected = [
        draw("stalemate"),
        lost,
        draw("insufficient material"),
        draw("fifty-move rule"),
    ];
    assert_eq!(told, expected);
    let repeated = "--json --moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let repeated: Vec<_> = repeated.split(' ').collect();
    let row = &objects(&stdout(&analyse(&repeated, "")))[0];
    assert_eq!(row["reason"], "threefold repetition");
    let fen = "8/8/8/8/8/3k4/8/3K4 w - - 0 1";
    let table = stdout(&analyse(&["--fen", fen], ""));
    assert!(
        table.ends_with("the game is over, draw: insufficient material\n"),
        "{table}"
    );
    let plain = stdout(&analyse(&["-"], positions));
    assert!(
        plain.contains("the side to move has lost: checkmate"),
        "{plain}"
    );
    let cells = stdout(&analyse(&["--csv", "-"], positions));
    assert!(
        cells.lines().nth(3).unwrap().contains(",0,1000,0,"),
        "{cells}"
    );
}

/// Runs with `--resume` and what there must be wrong with it.
fn refused(arguments: &[&str], expected: &str) {
    let output = analyse(arguments, "");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains(expected), "{told}");
}

#[test]
fn another_plan_is_not_gone_on_with() {
    let folder = TempDir::new().unwrap();
    let [input, output, plan] = ["in", "out", "out.plan"].map(|name| folder.path().join(name));
    fs::write(&input, POSITIONS).unwrap();
    let [from, to] = [&input, &output].map(|path| path.to_str().unwrap());
    let run = |more: &[&'static str]| [&[from, "--output", to], more].concat();
    analyse(&run(&["--json", "--depth", "3"]), "");
    let whole = fs::read_to_string(&output).unwrap();
    let resume = run(&["--json", "--depth", "3", "--resume", "--jobs", "2"]);
    assert_eq!(
        analyse(&resume, "").status.code(),
        Some(0),
        "nothing is left to do"
    );
    let deeper = run(&["--json", "--depth", "4", "--resume"]);
    refused(&deeper, "was begun with depth 3, now it is 4");
    let nodes = run(&["--json", "--nodes", "50", "--resume"]);
    refused(&nodes, "was begun with ");
    refused(
        &run(&["--depth", "3", "--resume"]),
        "with format json, now it is plain",
    );
    let lines = run(&["--json", "--depth", "3", "--multipv", "2", "--resume"]);
    refused(&lines, "with multipv 1, now it is 2");
    fs::write(
        &input,
        POSITIONS.replace("RNBQKBNR w KQkq", "RNBQKBNR w KQk"),
    )
    .unwrap();
    refused(&resume, "was begun with input of ");
    fs::write(&input, POSITIONS).unwrap();
    let noted = fs::read_to_string(&plan).unwrap();
    fs::write(
        &plan,
        noted.replace("program: kempelen ", "program: kempelen 9"),
    )
    .unwrap();
    refused(&resume, "was begun with program kempelen 9");
    fs::write(&plan, "nonsense").unwrap();
    refused(&resume, "out.plan' is damaged");
    fs::remove_file(&plan).unwrap();
    refused(&resume, "should stand in '");
    assert_eq!(
        fs::read_to_string(&output).unwrap(),
        whole,
        "nothing was touched"
    );
}

#[test]
fn a_damaged_line_is_told() {
    let folder = TempDir::new().unwrap();
    for format in ["--json", "--csv", "--jobs=1"] {
        let [input, output] = ["in", format].map(|name| folder.path().join(name));
        fs::write(&input, POSITIONS).unwrap();
        let [from, to] = [&input, &output].map(|path| path.to_str().unwrap());
        let run = [from, "--output", to, "--depth", "2", format];
        analyse(&run, "");
        let whole = fs::read_to_string(&output).unwrap();
        let resume = [&run[..], &["--resume"]].concat();
        let lines: Vec<&str> = whole.lines().collect();
        for damage in ["{\"version\":1,\"li", "", "99,,,", lines[4]] {
            let mut damaged = lines.clone();
            damaged[2] = damage;
            fs::write(&output, damaged.join("\n") + "\n").unwrap();
            refused(&resume, "line 3: found '");
            assert_eq!(
                fs::read_to_string(&output).unwrap(),
                damaged.join("\n") + "\n"
            );
        }
        let longer = whole.clone() + lines[2] + "\n";
        fs::write(&output, longer).unwrap();
        refused(&resume, "expected its end");
        // What the message advises.
        fs::write(&output, lines[..2].join("\n") + "\n").unwrap();
        analyse(&resume, "");
        let again = fs::read_to_string(&output).unwrap();
        assert_eq!(again.lines().count(), lines.len());
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_game_keeps_what_was_analysed() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kempelen"))
        .args(["analyse", "--games", "--movetime", "300", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 \
           7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 \
           13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 *";
    let games = format!(
        "[FEN \"8/8/8/8/8/3k4/8/3K4 w - - 0 1\"]\n\n*\n\n\
         [White \"Long\"]\n\n{long}\n\n[White \"Later\"]\n\n1. e4 *\n\n"
    );
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(games.as_bytes()).unwrap();
    let mut text = [0; 8];
    // The first game is over before it begins.
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut text)
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let interrupted = Instant::now();
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(interrupted.elapsed() < Duration::from_secs(8));
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("the game in line 5 up to "), "{told}");
    let text = stdout(&output);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let evaluated = text.matches("[%eval").count();
    assert!((1..34).contains(&evaluated), "{text}");
    assert!(words.contains("18. Bxe7 Qxe7 *"), "{text}");
    assert!(
        !text.contains("Later") && !text.contains("Accuracy"),
        "{text}"
    );
    drop(stdin);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    let folder = TempDir::new().unwrap();
    let [positions, games] = ["in", "in.pgn"].map(|name| folder.path().join(name));
    fs::write(&positions, POSITIONS).unwrap();
    fs::write(&games, GAMES).unwrap();
    let [positions, games] = [&positions, &games].map(|path| path.to_str().unwrap());
    let nowhere: [&[&str]; 4] = [&[], &["--json"], &[positions], &[games]];
    for arguments in nowhere {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_kempelen"))
            .args(["analyse", "--depth", "3"])
            .args(arguments)
            .stdout(full)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {told}");
        assert!(told.contains("cannot write standard output: "), "{told}");
    }
    for input in [positions, games] {
        refused(
            &["--depth", "3", input, "--output", "/dev/full"],
            "cannot write '/dev/full': ",
        );
    }
}

#[test]
#[cfg(unix)]
fn a_reader_that_goes_away_ends_it_while_the_input_is_open() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kempelen"))
        .args(["analyse", "--json", "--depth", "1", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"8/8/8/8/8/4k3/4p3/4K3 w - -\n").unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut String::new()).unwrap();
    drop(reader);
    // It waits for the next line, which never comes.
    let gone = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if gone.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    drop(stdin);
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
