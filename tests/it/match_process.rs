//! Engines that do what they should not: a match names them, goes on without them, and leaves
//! nothing behind.

use crate::shell::{ENGINE, complaint, kempelen, run, stdout};
use kempelen::notation::reader::RecordReader;
use kempelen::system;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// An engine that moves its knights to and fro, so that every game of two of them is a draw. It
/// finds the move of its turn in `$move`; `$go` is what it does with it.
const SHUFFLER: &str = r#"#!/bin/sh
$start
while read -r line; do case $line in
uci) $uci
    echo uciok;;
isready) echo readyok;;
quit) exit;;
setoption*) $set;;
position*) set -- $line
    case $(($# < 3 ? 0 : ($# - 3) % 4)) in
    0) move=g1f3;; 1) move=g8f6;; 2) move=f3g1;; 3) move=f6g8;; esac;;
go*) $go;;
*) $other;;
esac; done
"#;

/// A folder of engines.
struct Engines(TempDir);

/// What an engine does otherwise than a good one.
#[derive(Clone, Copy)]
struct Deeds<'a> {
    start: &'a str,
    uci: &'a str,
    set: &'a str,
    go: &'a str,
    other: &'a str,
}

const GOOD: Deeds = Deeds {
    start: ":",
    uci: "echo option name Hash type spin default 16 min 1 max 64",
    set: ":",
    go: "echo bestmove $move",
    other: ":",
};

impl Engines {
    fn new() -> Engines {
        Engines(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Makes an engine; the word that names it to a match.
    fn add(&self, name: &str, deeds: Deeds) -> String {
        let path = self.path(name);
        let script = SHUFFLER
            .replace("$start", deeds.start)
            .replace("$uci", deeds.uci)
            .replace("$set", deeds.set)
            .replace("$go", deeds.go)
            .replace("$other", deeds.other);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        format!("cmd={}", path.display())
    }

    /// A match that can be told from all that runs beside it.
    fn start(&self, arguments: &[&str]) -> Child {
        let mut command = kempelen(arguments);
        command.env(MARK, self.0.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// The processes of such matches that are still there after a while: one that is killed does not
    /// go at once.
    fn left(&self) -> Vec<String> {
        let deadline = Instant::now() + Duration::from_secs(10);
        loop {
            let left = self.running();
            if left.is_empty() || Instant::now() > deadline {
                return left;
            }
            sleep(Duration::from_millis(10));
        }
    }

    /// The processes of such matches.
    fn running(&self) -> Vec<String> {
        let mark = format!("{MARK}={}", self.0.path().display());
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let marked = processes.filter(|process| {
            let environment = fs::read(process.path().join("environ")).unwrap_or_default();
            let mut variables = environment.split(|&byte| byte == 0);
            variables.any(|variable| variable == mark.as_bytes())
        });
        let shown = marked.map(|process| fs::read_to_string(process.path().join("cmdline")));
        shown.map(Result::unwrap_or_default).collect()
    }
}

/// On every Unix.
const SIGHUP: i32 = 1;

const MARK: &str = "KEMPELEN_TEST_MATCH";

/// The most memory that a process has used so far, in MiB.
fn peak(process: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes >> 10)
}

/// Waits for the end; the most memory that was used until then.
fn wait_for_peak(process: &mut Child) -> u64 {
    let mut most = 0;
    while process.try_wait().unwrap().is_none() {
        most = most.max(peak(process).unwrap_or(0));
        sleep(Duration::from_millis(20));
    }
    most
}

fn signal(process: &Child, name: &str) {
    let id = process.id().to_string();
    let sent = Command::new("kill").args(["-s", name, &id]).status();
    assert!(sent.unwrap().success());
}

fn endings(pgn: &Path) -> Vec<String> {
    let bytes = fs::read(pgn).unwrap();
    let games = RecordReader::new(&bytes[..]).map(Result::unwrap);
    let ending = games.map(|game| game.tag("Termination").unwrap().to_owned());
    ending.collect()
}

/// A match of two engines by scripts with a fixed time for each move.
fn two(first: &str, second: &str, more: &[&str]) -> Output {
    let engines = ["match", "--engine", first, "--engine", second];
    run(&[&engines[..], more].concat())
}

#[test]
fn an_engine_that_refuses_an_option_plays_no_match() {
    let engines = Engines::new();
    let good = engines.add("good", GOOD);
    let itself = format!("cmd={ENGINE}");
    for (option, expected) in [
        ("option.Hsh=16", "has no option 'Hsh'; did you mean 'Hash'?"),
        ("option.Nonsense=16", "has no option 'Nonsense'\n"),
        (
            "option.Hash=0",
            "does not take '0' for option 'Hash'; expected a whole number from 1 to 1048576",
        ),
        ("option.Ponder=maybe", "expected one of true, false"),
        (
            "option.Eval File=/nowhere",
            "refused option 'Eval File'; it said: cannot read '/nowhere'",
        ),
    ] {
        let pgn = engines.path("games.pgn");
        let file = pgn.to_str().unwrap();
        let output = two(
            &good,
            &itself,
            &["name=k", option, "--each", "nodes=1", "--pgn", file],
        );
        let told = complaint(&output) + "\n";
        assert!(
            told.contains("engine 'k'") && told.contains(expected),
            "{told}"
        );
        assert!(
            !pgn.exists(),
            "{option}: the file stands in the way of the next try"
        );
    }
}

#[test]
fn refusals_are_told_from_chatter() {
    let engines = Engines::new();
    let good = engines.add("good", GOOD);
    for (said, refused) in [
        ("No such option: Hash", true),
        ("info string ERROR: no memory", true),
        ("info string Failed to set Hash to 8", true),
        (
            "info string option Hash: found 8, expected a power of two",
            true,
        ),
        ("info string NNUE evaluation using nn-hash.nnue", false),
        ("info string set Hash to 8 MB", false),
        ("info string Failed to lock 8 MB of large pages", false),
    ] {
        let set = format!("echo '{said}'");
        let other = engines.add("other", Deeds { set: &set, ..GOOD });
        let output = two(&good, &other, &["option.Hash=8", "--each", "st=5"]);
        if refused {
            let told = complaint(&output);
            let text = said.trim_start_matches("info string ");
            assert!(
                told.contains("'other' refused") && told.contains(text),
                "{told}"
            );
        } else {
            assert!(stdout(&output).contains("2 of 2"), "{output:?}");
        }
    }
}

#[test]
fn an_engine_that_cannot_play_the_game_is_named() {
    let engines = Engines::new();
    let good = engines.add("good", GOOD);
    let itself = format!("cmd={ENGINE}");
    for (game, engine, protocol, expected) in [
        (
            "tictactoe",
            &itself,
            "hub",
            "does not play tictactoe: option 'variant' takes one of english, pongor",
        ),
        (
            "english",
            &itself,
            "uci",
            "does not play english: option 'UCI_Variant' takes one of chess, breakthrough",
        ),
        ("pongor", &good, "uci", "does not play pongor"),
    ] {
        let protocol = format!("proto={protocol}");
        let each = ["--game", game, "--each", "nodes=1", &protocol];
        let told = complaint(&two(engine, engine, &[&["name=other"], &each[..]].concat()));
        assert!(told.contains(expected), "{told}");
        let output = engines.path("tuned.json");
        let output = output.to_str().unwrap();
        let tune = [
            "tune", "options", "--game", game, "--engine", engine, "nodes=1",
        ];
        let rest = [
            protocol.as_str(),
            "--option",
            "Hash=4,1..8",
            "--output",
            output,
        ];
        let told = complaint(&run(&[&tune[..], &rest].concat()));
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn an_engine_of_another_protocol_is_named() {
    let engines = Engines::new();
    let good = engines.add("good", GOOD);
    let xboard = Deeds {
        uci: "echo 'Error (unknown command): uci'; continue",
        ..GOOD
    };
    let xboard = engines.add("old", xboard);
    let began = Instant::now();
    let told = complaint(&two(&good, &xboard, &["--each", "st=5"]));
    assert!(
        told.contains("engine 'old' does not answer 'uci'; it seems to speak xboard"),
        "{told}"
    );
    assert!(began.elapsed() < Duration::from_secs(15));
}

#[test]
fn an_engine_that_does_not_stop_at_its_limit_is_named() {
    let engines = Engines::new();
    let good = engines.add("good", GOOD);
    let search = "n=0; while :; do n=$((n + 1000)); echo info depth $n score cp 0 nodes $n pv; sleep 0.1; done";
    let deep = engines.add("deep", Deeds { go: search, ..GOOD });
    for (limit, expected) in [
        ("nodes=50", "at nodes=50: it"),
        ("depth=5", "at depth=5: it"),
    ] {
        let began = Instant::now();
        let output = two(&good, &deep, &["--each", limit]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{output:?}");
        assert!(
            told.contains("engine 'deep' does not stop") && told.contains(expected),
            "{told}"
        );
        assert!(told.contains("2 of its games were not played"), "{told}");
        assert!(began.elapsed() < Duration::from_secs(15));
    }
}

#[test]
fn an_engine_that_cannot_be_started_again_is_left_out() {
    let engines = Engines::new();
    let [one, two] = ["one", "two"].map(|name| engines.add(name, GOOD));
    let mark = engines.path("mark");
    let once = format!("[ -e {0} ] && exit 1; touch {0}", mark.display());
    let bad = Deeds {
        start: &once,
        go: "exit 1",
        ..GOOD
    };
    let bad = engines.add("bad", bad);
    let output = run(&[
        "match", "--engine", &one, "--engine", &two, "--engine", &bad, "--each", "st=5",
        "--rounds", "2", "--json",
    ]);
    assert!(!output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains("engine 'bad' has ended; 7 of its games were not played"),
        "{told}"
    );
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["games"], 5, "the others play on");
    assert_eq!(
        summary["engines"][2]["results"],
        serde_json::json!([0, 0, 1])
    );
}

#[test]
fn a_second_decision_is_none_of_the_next_move() {
    let engines = Engines::new();
    let good = engines.add("good", GOOD);
    let twice = Deeds {
        go: "echo bestmove $move; sleep 0.02; echo bestmove $move",
        ..GOOD
    };
    let twice = engines.add("twice", twice);
    let pgn = engines.path("games.pgn");
    let each = ["--each", "st=5", "--pgn", pgn.to_str().unwrap()];
    stdout(&two(&good, &twice, &each));
    assert_eq!(endings(&pgn), ["normal", "normal"]);
}

/// A process that an engine has started may outlive it, and keep its pipes open.
#[test]
fn nothing_is_left_of_an_engine() {
    let engines = Engines::new();
    let good = engines.add("good", GOOD);
    for (deed, ending) in [
        ("sleep 1000 & exit 1", "crashed"),
        ("sleep 1000 & echo bestmove $move", "normal"),
    ] {
        let bad = engines.add("bad", Deeds { go: deed, ..GOOD });
        let pgn = engines.path("games.pgn");
        let file = pgn.to_str().unwrap();
        let mut process = engines.start(&[
            "match", "--engine", &good, "--engine", &bad, "--each", "st=5", "--pgn", file,
        ]);
        assert!(process.wait().unwrap().success());
        assert_eq!(endings(&pgn), [ending, ending]);
        assert_eq!(engines.left(), [""; 0], "{deed}");
        fs::remove_file(pgn).unwrap();
    }
}

#[test]
fn a_flood_of_words_fills_no_memory() {
    let engines = Engines::new();
    let good = engines.add(
        "good",
        Deeds {
            go: "sleep 1; echo bestmove $move",
            ..GOOD
        },
    );
    let flood = engines.add(
        "flood",
        Deeds {
            go: "echo bestmove $move; yes 'bestmove a1a1' &",
            ..GOOD
        },
    );
    let mut process = engines.start(&[
        "match", "--engine", &flood, "--engine", &good, "--each", "st=5",
    ]);
    let peak = wait_for_peak(&mut process);
    assert!(peak < 64, "{peak} MiB");
    assert_eq!(engines.left(), [""; 0]);
}

/// A match or tuning with an engine that never moves, under way.
fn hanging(engines: &Engines, command: &str) -> Child {
    let began = engines.path("began");
    let _ = fs::remove_file(&began);
    let go = format!("touch {}; sleep 1000", began.display());
    let hung = engines.add("hung", Deeds { go: &go, ..GOOD });
    let output = engines.path("tuned.json");
    let output = output.to_str().unwrap();
    let process = if command == "match" {
        let each = [
            "match",
            "--engine",
            &hung,
            "--engine",
            &hung,
            "name=other",
            "--each",
            "tc=1000",
        ];
        engines.start(&each)
    } else {
        let tune = [
            "tune",
            "options",
            "--engine",
            &hung,
            "tc=1000",
            "--option",
            "Hash=4,1..8",
        ];
        engines.start(&[&tune[..], &["--output", output]].concat())
    };
    let patience = Instant::now();
    while !began.exists() {
        assert!(
            patience.elapsed() < Duration::from_secs(30),
            "it does not begin"
        );
        sleep(Duration::from_millis(10));
    }
    process
}

#[test]
fn signals_end_a_match_at_once() {
    let engines = Engines::new();
    for command in ["match", "tune"] {
        for signals in [&["INT", "INT"][..], &["TERM"], &["HUP"]] {
            // A program that is started to ignore it does, and so do those that it starts.
            if signals == ["HUP"] && system::ignores(SIGHUP) {
                continue;
            }
            let mut process = hanging(&engines, command);
            for (nth, name) in signals.iter().enumerate() {
                if nth > 0 {
                    // The first only asks to finish what has begun.
                    sleep(Duration::from_millis(300));
                    assert!(process.try_wait().unwrap().is_none());
                }
                signal(&process, name);
            }
            let asked = Instant::now();
            let output = process.wait_with_output().unwrap();
            // A second, and some for a busy machine.
            assert!(
                asked.elapsed() < Duration::from_secs(4),
                "{:?}",
                asked.elapsed()
            );
            assert_eq!(
                output.status.code(),
                Some(130),
                "{command} {signals:?}: {output:?}"
            );
            assert_eq!(engines.left(), [""; 0]);
            let told = String::from_utf8(output.stderr).unwrap();
            let announced = told.contains("in progress; Ctrl-C again ends at once");
            assert_eq!(announced, signals.len() > 1, "{told}");
        }
    }
}

#[test]
fn one_signal_lets_games_end() {
    let engines = Engines::new();
    let slow = Deeds {
        go: "sleep 0.1; echo bestmove $move",
        ..GOOD
    };
    let [one, two] = ["one", "two"].map(|name| engines.add(name, slow));
    let pgn = engines.path("games.pgn");
    let file = pgn.to_str().unwrap();
    let process = engines.start(&[
        "match", "--engine", &one, "--engine", &two, "--each", "st=5", "--rounds", "500", "--pgn",
        file,
    ]);
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::metadata(&pgn).map_or(0, |file| file.len()) == 0 && Instant::now() < deadline {
        sleep(Duration::from_millis(10));
    }
    signal(&process, "INT");
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let endings = endings(&pgn);
    assert!((1..10).contains(&endings.len()), "{endings:?}");
    assert!(
        endings.iter().all(|ending| ending == "normal"),
        "{endings:?}"
    );
}

/// A tournament of engines that are good, that play illegal moves, that crash and that talk too
/// much: every game has its winner, and nothing is left.
#[test]
fn a_tournament_of_hostile_engines() {
    tournament(2);
}

/// As many games as it takes to see what grows.
#[test]
#[ignore = "takes minutes; run it by its name"]
fn a_long_tournament_of_hostile_engines() {
    tournament(167);
}

fn tournament(rounds: u32) {
    let engines = Engines::new();
    let talker = "echo bestmove $move; yes 'bestmove h8h1' | head -n 5000; sleep 0.001";
    let deeds = [
        ("good", GOOD.go),
        ("talker", talker),
        (
            "illegal",
            "echo bestmove e2e5; yes info string more | head -n 500",
        ),
        ("crash", "sleep 1000 & exit 1"),
    ];
    let cmds = deeds.map(|(name, go)| engines.add(name, Deeds { go, ..GOOD }));
    let rounds_word = rounds.to_string();
    let mut arguments = vec![
        "match",
        "--rounds",
        &rounds_word,
        "--json",
        "--concurrency",
        "2",
    ];
    for cmd in &cmds {
        arguments.extend(["--engine", cmd]);
    }
    arguments.extend(["--each", "st=20"]);
    let mut process = engines.start(&arguments);
    let peak = wait_for_peak(&mut process);
    let output = process.wait_with_output().unwrap();
    let summary: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    println!("{} games, {peak} MiB", summary["games"]);
    // Who plays 'illegal' or 'crash' wins, and these lose to one another with White.
    let expected = [[4, 2, 0], [4, 2, 0], [1, 0, 5], [1, 0, 5]];
    for (engine, counts) in expected.iter().enumerate() {
        let counts = counts.map(|count| count * rounds);
        let results = &summary["engines"][engine]["results"];
        assert_eq!(*results, serde_json::json!(counts), "{summary}");
    }
    assert!(peak < 64, "{peak} MiB");
    assert_eq!(engines.left(), [""; 0]);
}
