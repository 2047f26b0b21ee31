//! Engines that a match must refuse, disqualify or let lose: wrong options, games and protocols, ignored limits,
//! faults.

use crate::fake_engine::{FakeEngines, GOOD, Script};
use crate::match_command::games;
use crate::prelude::*;

/// Engines of which one is good.
fn with_good() -> FakeEngines {
    let engines = FakeEngines::new();
    engines.add("good", GOOD);
    engines
}

#[test]
fn an_engine_that_refuses_an_option_is_named() {
    let engines = with_good();
    for [option, expected] in cases("engines", "options") {
        let with_option = format!("--engine cmd=$ENGINE name=k {option} --each nodes=1 --pgn games.pgn");
        engines.run(format!("match --engine cmd=./good {with_option}")).fails_with("engine 'k'").remarks(expected);
        assert!(!engines.has("games.pgn"), "{option}: the file would prevent another attempt");
    }
}

#[test]
fn refusals_are_distinguished_from_other_messages() {
    let engines = with_good();
    for [said, refused] in cases("engines", "remarks") {
        engines.add("other", Script { setoption: &format!("echo '{said}'"), ..GOOD });
        let ran = engines.run("match --engine cmd=./good --engine cmd=./other option.Hash=8 --each st=5");
        if refused == "true" {
            ran.fails_with("'other' refused").remarks(said.trim_start_matches("info string "));
        } else {
            ran.says("2 of 2");
        }
    }
}

#[test]
fn an_engine_that_cannot_play_the_game_is_named() {
    let engines = with_good();
    for [game, engine, expected] in cases("engines", "other_games") {
        let two = format!("--engine {engine} --engine {engine} name=other");
        engines.run(format!("match --game {game} {two} --each nodes=1")).fails_with(expected);
        let tune = format!("tune options --game {game} --engine {engine} nodes=1 --option Hash=4,1..8");
        engines.run(format!("{tune} --output tuned.json")).fails_with(expected);
    }
}

/// With `UCI_Chess960` castling is a move of the king to the rook, for that engine alone, whichever side it plays.
#[test]
fn each_engine_is_told_the_moves_in_its_own_style() {
    let engines = FakeEngines::new();
    let quits = Script { uci: "echo option name UCI_Chess960 type check", go: "exit", ..GOOD };
    ["plain", "960"].into_iter().for_each(|name| engines.add(name, quits));
    engines.write("openings.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *\n");
    let two = "--engine cmd=./plain --engine cmd=./960 option.UCI_Chess960=true";
    engines.run(format!("match {two} --each st=5 --openings openings.pgn --pgn games.pgn")).exits_with(0);
    for (name, castling) in [("plain", "e1g1"), ("960", "e1h1")] {
        let log = engines.log(name);
        let position = log.lines().find(|line| line.starts_with("position")).unwrap();
        assert!(position.ends_with(&format!(" f8c5 {castling}")), "{name}: {log}");
    }
}

#[test]
fn an_engine_of_another_protocol_is_named() {
    let engines = with_good();
    engines.add("old", Script { uci: "echo 'Error (unknown command): uci'; continue", ..GOOD });
    let began = Instant::now();
    let refused = engines.run("match --engine cmd=./good --engine cmd=./old --each st=5");
    refused.fails_with("engine 'old' does not answer 'uci'; it seems to speak xboard");
    assert!(began.elapsed() < Duration::from_secs(15));
}

#[test]
fn an_engine_that_does_not_stop_at_its_limit_is_named() {
    let engines = with_good();
    let search = "n=0; while :; do n=$((n + 1000)); echo info depth $n score cp 0 nodes $n pv; sleep 0.1; done";
    engines.add("deep", Script { go: search, ..GOOD });
    side_by_side(["nodes=50", "depth=5"], |limit| {
        let began = Instant::now();
        let ran = engines.run(format!("match --engine cmd=./good --engine cmd=./deep --each {limit}"));
        assert!(!ran.status.success(), "{ran:?}");
        ran.remarks("engine 'deep' does not stop").remarks(format!("at {limit}: it"));
        ran.remarks("2 of its games were not played");
        assert!(began.elapsed() < Duration::from_secs(15));
    });
}

#[test]
fn an_engine_that_cannot_be_restarted_is_disqualified() {
    let engines = FakeEngines::new();
    ["one", "two"].into_iter().for_each(|name| engines.add(name, GOOD));
    engines.add("bad", Script { start: "[ -e mark ] && exit 1; touch mark", go: "exit 1", ..GOOD });
    let three = "--engine cmd=./one --engine cmd=./two --engine cmd=./bad";
    let ran = engines.run(format!("match {three} --each st=5 --rounds 2 --json"));
    assert!(!ran.status.success(), "{ran:?}");
    ran.remarks("engine 'bad' has ended; 7 of its games were not played");
    let summary: serde_json::Value = serde_json::from_str(&ran.out()).unwrap();
    assert_eq!(summary["games"], 5, "the others play on");
    assert_eq!(summary["engines"][2]["results"], serde_json::json!([0, 0, 1]));
}

#[test]
fn a_second_best_move_is_ignored() {
    let engines = with_good();
    engines.add("twice", Script { go: "echo bestmove $move; sleep 0.02; echo bestmove $move", ..GOOD });
    engines.run("match --engine cmd=./good --engine cmd=./twice --each st=5 --pgn games.pgn").text();
    for game in games(&engines.path("games.pgn")) {
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
        engines.add("bad", Script { go, ..GOOD });
        let started = Instant::now();
        let two = format!("--engine cmd=$ENGINE nodes=50 --engine cmd=./bad {time}");
        engines.run(format!("match {two} --pgn games.pgn --concurrency 2")).text();
        assert!(started.elapsed() < Duration::from_secs(60));
        let games = games(&engines.path("games.pgn"));
        assert_eq!(games.len(), 2);
        for game in games {
            let bad_is_white = game.tag("White") == Some("bad");
            assert_eq!(game.result, if bad_is_white { GameResult::Black } else { GameResult::White }, "{go}");
            assert_eq!(game.tag("Termination"), Some(expected), "{go}");
        }
    });
}
