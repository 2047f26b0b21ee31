//! The games of a match: the commands that engines receive, the ends of games, their records and results.

use crate::fake_engine::{FakeEngines, GOOD, Script};
use crate::match_command::games;
use crate::shell::{self, ENGINE, stdout};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

/// Knight moves. White expects the reply that Black plays; Black expects a wrong one.
const PONDERING: Script = Script {
    go: "case $# in \
    2) echo bestmove g1f3 ponder g8f6;; 4) echo bestmove g8f6 ponder e2e4;; \
    5) echo bestmove f3g1 ponder f6g8;; *) echo bestmove f6g8 ponder e2e4;; esac",
    ..GOOD
};

/// The line with `#` for every number.
fn without_numbers(line: &str) -> String {
    let mut text = String::new();
    for word in line.split(' ') {
        let word = if word.parse::<u64>().is_ok() { "#" } else { word };
        text = text + word + " ";
    }
    text.trim_end().to_owned()
}

fn number_after(line: &str, name: &str) -> u64 {
    let mut words = line.split(' ');
    words.find(|&word| word == name).unwrap();
    words.next().unwrap().parse().unwrap()
}

/// Both engines play both colours, each with its own clock: one with 100 s, the other with 50 s and an increment of 1
/// s.
#[test]
fn engines_receive_position_clocks_and_pondering() {
    let engines = FakeEngines::new();
    let [one, other] = ["one", "other"].map(|name| engines.add(name, PONDERING));
    let arguments =
        ["match", "--engine", &one, "tc=100", "--engine", &other, "tc=50+1", "--ponder", "--max-plies", "4"];
    stdout(&shell::run(&arguments));
    const CLOCKS: &str = "wtime # btime # winc # binc #";
    let white = [
        "position startpos".to_owned(),
        format!("go {CLOCKS}"),
        "position startpos moves g1f3 g8f6".to_owned(),
        format!("go ponder {CLOCKS}"),
        "ponderhit".to_owned(),
        "position startpos moves g1f3 g8f6 f3g1 f6g8".to_owned(),
        format!("go ponder {CLOCKS}"),
        "stop".to_owned(),
    ];
    let black = [
        "position startpos moves g1f3".to_owned(),
        format!("go {CLOCKS}"),
        "position startpos moves g1f3 g8f6 e2e4".to_owned(),
        format!("go ponder {CLOCKS}"),
        "stop".to_owned(),
        "position startpos moves g1f3 g8f6 f3g1".to_owned(),
        format!("go {CLOCKS}"),
        "position startpos moves g1f3 g8f6 f3g1 f6g8 e2e4".to_owned(),
        format!("go ponder {CLOCKS}"),
        "stop".to_owned(),
    ];
    // The first engine starts with White, the other with Black.
    for (name, expected) in [("one", [&white[..], &black[..]]), ("other", [&black, &white])] {
        let log = engines.log(name);
        let shapes: Vec<String> = log.lines().map(without_numbers).collect();
        assert_eq!(shapes, expected.concat(), "{name}");
        let first_game = expected[0].len();
        for (number, line) in log.lines().enumerate().filter(|(_, line)| line.contains("wtime")) {
            // The first engine is White in the first game.
            let [long, short] = if number < first_game { ["w", "b"] } else { ["b", "w"] };
            let of = |colour: &str, what: &str| number_after(line, &format!("{colour}{what}"));
            assert!((70_001..=100_000).contains(&of(long, "time")), "{name}: {line}");
            assert!((20_001..=52_000).contains(&of(short, "time")), "{name}: {line}");
            assert_eq!((of(long, "inc"), of(short, "inc")), (0, 1_000), "{name}: {line}");
        }
    }
}

/// Reports a lost score.
const RESIGNING: &str = "echo info depth 1 score cp -900; \
    case $# in 2) echo bestmove e2e4;; *) echo bestmove e7e5;; esac";

/// Whether it is the first or the second engine of the command line.
#[test]
fn the_engine_that_resigns_loses() {
    for (first, points) in [(true, [0, 0, 2]), (false, [2, 0, 0])] {
        let engines = FakeEngines::new();
        let pgn = engines.path("games.pgn");
        let bad = engines.add("bad", Script { go: RESIGNING, ..GOOD });
        let good = format!("cmd={ENGINE}");
        let [one, other] = if first { [&bad, &good] } else { [&good, &bad] };
        let told = stdout(&shell::run(&[
            "match",
            "--json",
            "--engine",
            one,
            "--engine",
            other,
            "--each",
            "nodes=50",
            "--resign",
            "count=1",
            "score=800",
            "--pgn",
            pgn.to_str().unwrap(),
        ]));
        let summary: Value = serde_json::from_str(&told).unwrap();
        assert_eq!(summary["engines"][0]["results"], Value::from(points.to_vec()));
        let endings = serde_json::json!({
            "Black wins by adjudication: resignation": 1,
            "White wins by adjudication: resignation": 1,
        });
        assert_eq!(summary["endings"], endings);
        let games = games(&pgn);
        // Colours change within the pair.
        let whites = [0, 1].map(|game| games[game].tag("White").unwrap());
        assert_ne!(whites[0], whites[1]);
        for game in &games {
            assert_eq!(game.tag("Termination"), Some("adjudication"));
            let lost = if game.tag("White") == Some("bad") { "0-1" } else { "1-0" };
            assert_eq!(game.result.to_string(), lost);
        }
    }
}

#[test]
fn an_illegal_move_loses() {
    let engines = FakeEngines::new();
    let good = engines.add("good", GOOD);
    let illegal = Script { go: "echo bestmove a1a1", ..GOOD };
    let bad = engines.add("bad", illegal);
    let arguments = ["match", "--json", "--engine", &good, "--engine", &bad, "--each", "nodes=1"];
    let told = stdout(&shell::run(&arguments));
    let summary: Value = serde_json::from_str(&told).unwrap();
    let [good, bad] = [0, 1].map(|engine| &summary["engines"][engine]);
    assert_eq!(good["results"], serde_json::json!([2, 0, 0]));
    assert_eq!(bad["results"], serde_json::json!([0, 0, 2]));
    assert_eq!(bad["faults"], serde_json::json!([["illegal move", 2]]));
    assert_eq!(good["faults"], serde_json::json!([]));
}

/// The output, the records and the results name the reason, also in a resumed match.
#[test]
fn reasons_for_the_end_are_named() {
    let folder = TempDir::new().unwrap();
    let [openings, pgn] = ["openings.txt", "games.pgn"].map(|name| folder.path().join(name));
    // A mate in one; the hundredth ply; a capture that leaves two bare kings.
    let positions =
        ["7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/K6R w - - 99 80", "8/8/8/8/8/k7/8/1Kr5 w - - 0 1"];
    fs::write(&openings, positions.join("\n")).unwrap();
    let [openings, pgn_path] = [&openings, &pgn].map(|path| path.to_str().unwrap());
    let cmd = format!("cmd={ENGINE}");
    let run = |more: &[&str]| {
        let arguments = [
            "match",
            "--engine",
            &cmd,
            "name=a",
            "--engine",
            &cmd,
            "name=b",
            "--each",
            "depth=4",
            "--openings",
            openings,
            "--pgn",
            pgn_path,
        ];
        stdout(&shell::run(&[&arguments[..], more].concat()))
    };
    let told = run(&["--rounds", "2"]);
    for line in ["1-0  (White wins: checkmate)", "1/2-1/2  (Draw by fifty-move rule)"] {
        assert!(told.contains(line), "{told}");
    }
    assert!(told.contains("endings: Draw by fifty-move rule 2, White wins: checkmate 2"), "{told}");
    let resumed = run(&["--rounds", "3", "--resume", "--json"]);
    let summary: Value = serde_json::from_str(&resumed).unwrap();
    assert_eq!(summary["endings"]["White wins: checkmate"], 2);
    assert_eq!(summary["endings"]["Draw by fifty-move rule"], 2);
    for game in games(&pgn) {
        assert_eq!(game.tag("Termination"), Some("normal"));
        let last = &game.moves[game.moves.len() - 1].comment;
        let reason = last.rsplit(", ").next().unwrap();
        assert!(reason.starts_with("White ") || reason.starts_with("Draw by "), "{game}");
    }
}

#[test]
fn a_late_move_within_the_margin_does_not_lose() {
    let late = |more: &[&str]| {
        let engines = FakeEngines::new();
        let late = Script { go: "sleep 0.06; echo bestmove $move", ..GOOD };
        let [one, other] = ["one", "other"].map(|name| engines.add(name, late));
        let arguments = ["match", "--engine", &one, "--engine", &other, "--each", "st=0.01", "--max-plies", "3"];
        stdout(&shell::run(&[&arguments[..], more].concat()))
    };
    let accepted = late(&["--margin", "20000"]);
    assert!(accepted.contains("endings: Draw by adjudication: maximum length 2"), "{accepted}");
    let strict = late(&["--margin", "0"]);
    assert!(strict.contains("(White loses on time: "), "{strict}");
    assert!(strict.contains(" ms too late, with --margin 0)"), "{strict}");
    assert!(strict.contains("\n--margin 0: "), "{strict}");
}

/// Engines that use all of `movetime` answer slightly late; the default margin accepts that.
#[test]
fn a_fixed_time_per_move_is_no_time_forfeit() {
    let cmd = format!("cmd={ENGINE}");
    let told = stdout(&shell::run(&[
        "match",
        "--engine",
        &cmd,
        "name=a",
        "--engine",
        &cmd,
        "name=b",
        "--each",
        "st=0.02",
        "--max-plies",
        "10",
    ]));
    assert!(told.contains("endings: Draw by adjudication: maximum length 2"), "{told}");
}
