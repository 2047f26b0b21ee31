//! What happens inside the games of a match, as the engines, the records and the results tell it.
//! The engines are scripts that say what they are told to.

use crate::shell::{self, ENGINE, stdout};
use kempelen::notation::reader::RecordReader;
use kempelen::notation::record::GameRecord;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// An engine that notes what it is told about games in a file beside it, and answers `go`, or the
/// end of pondering, by running `deed`; `$position` is the position, `$#` the number of its words.
fn script(folder: &Path, name: &str, deed: &str) -> String {
    let path = folder.join(name);
    let log = log(&path);
    let text = format!(
        "#!/bin/sh\nwhile read -r line; do case $line in\n\
         position*|go*|ponderhit|stop) echo \"$line\" >> {};; esac\n\
         case $line in uci) echo uciok;; isready) echo readyok;; quit) exit;;\n\
         position*) position=$line;; 'go ponder'*) ;;\n\
         go*|ponderhit|stop) set -- $position; {deed};; esac; done\n",
        log.display()
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

fn log(engine: &Path) -> PathBuf {
    engine.with_extension("log")
}

/// Knights that go out and back; White expects the reply that comes, Black another one.
const KNIGHTS: &str = "case $# in \
    2) echo bestmove g1f3 ponder g8f6;; 4) echo bestmove g8f6 ponder e2e4;; \
    5) echo bestmove f3g1 ponder f6g8;; *) echo bestmove f6g8 ponder e2e4;; esac";

fn games(path: &Path) -> Vec<GameRecord> {
    let bytes = fs::read(path).unwrap();
    RecordReader::new(&bytes[..]).map(Result::unwrap).collect()
}

/// A number in place of every run of digits.
fn without_numbers(line: &str) -> String {
    let mut text = String::new();
    for word in line.split(' ') {
        let word = if word.parse::<u64>().is_ok() {
            "#"
        } else {
            word
        };
        text = text + word + " ";
    }
    text.trim_end().to_owned()
}

fn number_after(line: &str, name: &str) -> u64 {
    let mut words = line.split(' ');
    words.find(|&word| word == name).unwrap();
    words.next().unwrap().parse().unwrap()
}

/// Both engines play both colours, each with its own clock: one with 100 s, the other with 50 s
/// and an increment of 1 s.
#[test]
fn what_engines_are_told() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    let [one, other] = ["one", "other"].map(|name| format!("cmd={}", script(path, name, KNIGHTS)));
    let arguments = [
        "match",
        "--engine",
        &one,
        "tc=100",
        "--engine",
        &other,
        "tc=50+1",
        "--ponder",
        "--max-plies",
        "4",
    ];
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
    // The one plays White first, the other Black.
    for (name, expected) in [
        ("one", [&white[..], &black[..]]),
        ("other", [&black, &white]),
    ] {
        let told = fs::read_to_string(log(&path.join(name))).unwrap();
        let shapes: Vec<String> = told.lines().map(without_numbers).collect();
        assert_eq!(shapes, expected.concat(), "{name}");
        let first_game = expected[0].len();
        for (number, line) in told
            .lines()
            .enumerate()
            .filter(|(_, line)| line.contains("wtime"))
        {
            // The one is White in the first game.
            let [long, short] = if number < first_game {
                ["w", "b"]
            } else {
                ["b", "w"]
            };
            let of = |colour: &str, what: &str| number_after(line, &format!("{colour}{what}"));
            assert!(
                (70_001..=100_000).contains(&of(long, "time")),
                "{name}: {line}"
            );
            assert!(
                (20_001..=52_000).contains(&of(short, "time")),
                "{name}: {line}"
            );
            assert_eq!(
                (of(long, "inc"), of(short, "inc")),
                (0, 1_000),
                "{name}: {line}"
            );
        }
    }
}

/// One that resigns after its first move, whatever its colour.
const RESIGNING: &str = "echo info depth 1 score cp -900; \
    case $# in 2) echo bestmove e2e4;; *) echo bestmove e7e5;; esac";

/// The point goes to the other engine, with the one that resigns named first or second.
#[test]
fn who_resigns_loses() {
    for (first, points) in [(true, [0, 0, 2]), (false, [2, 0, 0])] {
        let folder = TempDir::new().unwrap();
        let pgn = folder.path().join("games.pgn");
        let bad = format!("cmd={}", script(folder.path(), "bad", RESIGNING));
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
        assert_eq!(
            summary["engines"][0]["results"],
            Value::from(points.to_vec())
        );
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
            let lost = if game.tag("White") == Some("bad") {
                "0-1"
            } else {
                "1-0"
            };
            assert_eq!(game.result.to_string(), lost);
        }
    }
}

/// Faults cost the point of whoever is to blame.
#[test]
fn whoever_breaks_a_rule_loses() {
    let folder = TempDir::new().unwrap();
    let good = format!("cmd={}", script(folder.path(), "good", KNIGHTS));
    let bad = format!("cmd={}", script(folder.path(), "bad", "echo bestmove a1a1"));
    let arguments = [
        "match", "--json", "--engine", &good, "--engine", &bad, "--each", "nodes=1",
    ];
    let told = stdout(&shell::run(&arguments));
    let summary: Value = serde_json::from_str(&told).unwrap();
    let [good, bad] = [0, 1].map(|engine| &summary["engines"][engine]);
    assert_eq!(good["results"], serde_json::json!([2, 0, 0]));
    assert_eq!(bad["results"], serde_json::json!([0, 0, 2]));
    assert_eq!(bad["faults"], serde_json::json!([["illegal move", 2]]));
    assert_eq!(good["faults"], serde_json::json!([]));
}

/// How games end is said in their lines, their records and the results, also of a resumed match.
#[test]
fn endings_have_names() {
    let folder = TempDir::new().unwrap();
    let [openings, pgn] = ["openings.txt", "games.pgn"].map(|name| folder.path().join(name));
    // A mate in one; the hundredth ply; a capture that leaves bare kings.
    let positions = [
        "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
        "k7/8/8/8/8/8/8/K6R w - - 99 80",
        "8/8/8/8/8/k7/8/1Kr5 w - - 0 1",
    ];
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
    for line in [
        "1-0  (White wins: checkmate)",
        "1/2-1/2  (Draw by fifty-move rule)",
    ] {
        assert!(told.contains(line), "{told}");
    }
    assert!(
        told.contains("endings: Draw by fifty-move rule 2, White wins: checkmate 2"),
        "{told}"
    );
    let resumed = run(&["--rounds", "3", "--resume", "--json"]);
    let summary: Value = serde_json::from_str(&resumed).unwrap();
    assert_eq!(summary["endings"]["White wins: checkmate"], 2);
    assert_eq!(summary["endings"]["Draw by fifty-move rule"], 2);
    for game in games(&pgn) {
        assert_eq!(game.tag("Termination"), Some("normal"));
        let last = &game.moves[game.moves.len() - 1].comment;
        let reason = last.rsplit(", ").next().unwrap();
        assert!(
            reason.starts_with("White ") || reason.starts_with("Draw by "),
            "{game}"
        );
    }
}

/// A machine that is late now and then costs nobody the game; a margin of 0 does, and says so.
#[test]
fn a_few_milliseconds_are_forgiven() {
    let late = |more: &[&str]| {
        let folder = TempDir::new().unwrap();
        // A move takes longer than its 10 ms.
        let deed = format!("sleep 0.06; {KNIGHTS}");
        let engines = ["one", "other"].map(|name| script(folder.path(), name, &deed));
        let [one, other] = engines.map(|engine| format!("cmd={engine}"));
        let arguments = [
            "match",
            "--engine",
            &one,
            "--engine",
            &other,
            "--each",
            "st=0.01",
            "--max-plies",
            "3",
        ];
        stdout(&shell::run(&[&arguments[..], more].concat()))
    };
    let forgiven = late(&["--margin", "20000"]);
    assert!(
        forgiven.contains("endings: Draw by adjudication: maximum length 2"),
        "{forgiven}"
    );
    let strict = late(&["--margin", "0"]);
    assert!(strict.contains("(White loses on time: "), "{strict}");
    assert!(
        strict.contains(" ms too late, with --margin 0)"),
        "{strict}"
    );
    assert!(strict.contains("\n--margin 0: "), "{strict}");
}

/// The default margin lets engines that obey `movetime` to the millisecond play.
#[test]
fn a_fixed_time_a_move_is_no_forfeit() {
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
    assert!(
        told.contains("endings: Draw by adjudication: maximum length 2"),
        "{told}"
    );
}
