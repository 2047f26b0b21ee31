//! Engines that a match must refuse, disqualify or let lose: wrong options, games and protocols, ignored limits,
//! faults.

use crate::fake_engine::{FakeEngines, GOOD, Script};
use crate::match_command::games;
use crate::shell::{ENGINE, complaint, run, side_by_side, stdout};
use kempelen::notation::record::GameResult;
use std::process::Output;
use std::time::{Duration, Instant};

/// A match of two engines.
fn two(first: &str, second: &str, more: &[&str]) -> Output {
    let engines = ["match", "--engine", first, "--engine", second];
    run(&[&engines[..], more].concat())
}

#[test]
fn an_engine_that_refuses_an_option_is_named() {
    let engines = FakeEngines::new();
    let good = engines.add("good", GOOD);
    let itself = format!("cmd={ENGINE}");
    for (option, expected) in [
        ("option.Hsh=16", "has no option 'Hsh'; did you mean 'Hash'?"),
        ("option.Nonsense=16", "has no option 'Nonsense'\n"),
        ("option.Hash=0", "does not take '0' for option 'Hash'; expected a whole number from 1 to 1048576"),
        ("option.Ponder=maybe", "expected one of true, false"),
        ("option.Eval File=/nowhere", "refused option 'Eval File'; it said: cannot read '/nowhere'"),
    ] {
        let pgn = engines.path("games.pgn");
        let file = pgn.to_str().unwrap();
        let output = two(&good, &itself, &["name=k", option, "--each", "nodes=1", "--pgn", file]);
        let told = complaint(&output) + "\n";
        assert!(told.contains("engine 'k'") && told.contains(expected), "{told}");
        assert!(!pgn.exists(), "{option}: the file would prevent another attempt");
    }
}

#[test]
fn refusals_are_distinguished_from_other_messages() {
    let engines = FakeEngines::new();
    let good = engines.add("good", GOOD);
    for (said, refused) in [
        ("No such option: Hash", true),
        ("info string ERROR: no memory", true),
        ("info string Failed to set Hash to 8", true),
        ("info string option Hash: found 8, expected a power of two", true),
        ("info string NNUE evaluation using nn-hash.nnue", false),
        ("info string set Hash to 8 MB", false),
        ("info string Failed to lock 8 MB of large pages", false),
    ] {
        let setoption = &format!("echo '{said}'");
        let other = engines.add("other", Script { setoption, ..GOOD });
        let output = two(&good, &other, &["option.Hash=8", "--each", "st=5"]);
        if refused {
            let told = complaint(&output);
            let text = said.trim_start_matches("info string ");
            assert!(told.contains("'other' refused") && told.contains(text), "{told}");
        } else {
            assert!(stdout(&output).contains("2 of 2"), "{output:?}");
        }
    }
}

#[test]
fn an_engine_that_cannot_play_the_game_is_named() {
    let engines = FakeEngines::new();
    let good = engines.add("good", GOOD);
    let itself = format!("cmd={ENGINE}");
    for (game, engine, protocol, expected) in [
        ("tictactoe", &itself, "hub", "does not play tictactoe: option 'variant' takes one of english, pongor"),
        ("english", &itself, "uci", "does not play english: option 'UCI_Variant' takes one of chess, breakthrough"),
        ("pongor", &good, "uci", "does not play pongor"),
    ] {
        let protocol = format!("proto={protocol}");
        let each = ["--game", game, "--each", "nodes=1", &protocol];
        let told = complaint(&two(engine, engine, &[&["name=other"], &each[..]].concat()));
        assert!(told.contains(expected), "{told}");
        let output = engines.path("tuned.json");
        let output = output.to_str().unwrap();
        let tune = ["tune", "options", "--game", game, "--engine", engine, "nodes=1"];
        let rest = [protocol.as_str(), "--option", "Hash=4,1..8", "--output", output];
        let told = complaint(&run(&[&tune[..], &rest].concat()));
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn an_engine_of_another_protocol_is_named() {
    let engines = FakeEngines::new();
    let good = engines.add("good", GOOD);
    let xboard = Script { uci: "echo 'Error (unknown command): uci'; continue", ..GOOD };
    let xboard = engines.add("old", xboard);
    let began = Instant::now();
    let told = complaint(&two(&good, &xboard, &["--each", "st=5"]));
    assert!(told.contains("engine 'old' does not answer 'uci'; it seems to speak xboard"), "{told}");
    assert!(began.elapsed() < Duration::from_secs(15));
}

#[test]
fn an_engine_that_does_not_stop_at_its_limit_is_named() {
    let engines = FakeEngines::new();
    let good = engines.add("good", GOOD);
    let search = "n=0; while :; do n=$((n + 1000)); echo info depth $n score cp 0 nodes $n pv; sleep 0.1; done";
    let deep = engines.add("deep", Script { go: search, ..GOOD });
    let cases = [("nodes=50", "at nodes=50: it"), ("depth=5", "at depth=5: it")];
    side_by_side(cases, |(limit, expected)| {
        let began = Instant::now();
        let output = two(&good, &deep, &["--each", limit]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{output:?}");
        assert!(told.contains("engine 'deep' does not stop") && told.contains(expected), "{told}");
        assert!(told.contains("2 of its games were not played"), "{told}");
        assert!(began.elapsed() < Duration::from_secs(15));
    });
}

#[test]
fn an_engine_that_cannot_be_restarted_is_disqualified() {
    let engines = FakeEngines::new();
    let [one, two] = ["one", "two"].map(|name| engines.add(name, GOOD));
    let mark = engines.path("mark");
    let once = format!("[ -e {0} ] && exit 1; touch {0}", mark.display());
    let bad = Script { start: &once, go: "exit 1", ..GOOD };
    let bad = engines.add("bad", bad);
    let output = run(&[
        "match", "--engine", &one, "--engine", &two, "--engine", &bad, "--each", "st=5", "--rounds", "2", "--json",
    ]);
    assert!(!output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("engine 'bad' has ended; 7 of its games were not played"), "{told}");
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["games"], 5, "the others play on");
    assert_eq!(summary["engines"][2]["results"], serde_json::json!([0, 0, 1]));
}

#[test]
fn a_second_best_move_is_ignored() {
    let engines = FakeEngines::new();
    let good = engines.add("good", GOOD);
    let twice = Script { go: "echo bestmove $move; sleep 0.02; echo bestmove $move", ..GOOD };
    let twice = engines.add("twice", twice);
    let pgn = engines.path("games.pgn");
    let each = ["--each", "st=5", "--pgn", pgn.to_str().unwrap()];
    stdout(&two(&good, &twice, &each));
    for game in games(&pgn) {
        assert_eq!(game.tag("Termination"), Some("normal"));
    }
}

/// Both games against a good engine.
#[test]
fn every_fault_loses_with_its_name() {
    let cases = [
        ("echo bestmove e2e5", "tc=9", "illegal move"),
        ("echo bestmove 0000", "tc=9", "illegal move"),
        ("echo bestmove", "tc=9", "illegal move"),
        ("echo bestmove garbage", "tc=9", "illegal move"),
        ("exit 1", "tc=9", "crashed"),
        ("sleep 1; echo bestmove e2e4", "tc=0.3", "time forfeit"),
        ("sleep 1000", "tc=0.3", "stalled"),
    ];
    side_by_side(cases, |(go, time, expected)| {
        let engines = FakeEngines::new();
        let bad = engines.add("bad", Script { go, ..GOOD });
        let good = format!("cmd={ENGINE}");
        let pgn = engines.path("games.pgn");
        let file = pgn.to_str().unwrap();
        let started = Instant::now();
        stdout(&run(&[
            "match",
            "--engine",
            &good,
            "nodes=50",
            "--engine",
            &bad,
            time,
            "--pgn",
            file,
            "--concurrency",
            "2",
        ]));
        assert!(started.elapsed() < Duration::from_secs(60));
        let games = games(&pgn);
        assert_eq!(games.len(), 2);
        for game in games {
            let bad_is_white = game.tag("White") == Some("bad");
            let won = if bad_is_white { GameResult::Black } else { GameResult::White };
            assert_eq!(game.result, won, "{go}");
            assert_eq!(game.tag("Termination"), Some(expected), "{go}");
        }
    });
}
