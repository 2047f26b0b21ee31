//! What the engine tells about its searches keeps to the rules of those who referee games.

use crate::client::any;
use crate::prelude::*;

/// No line of a search tells of a fault.
fn check(engine: &mut Engine, position: &str, go: &str) {
    let thought = engine.ask(&format!("{position}\n{go}"), "bestmove");
    let faults: Vec<_> = thought.iter().filter(|line| line.contains("info string")).collect();
    assert!(faults.is_empty(), "{position}, {go}: {faults:?}");
    assert!(any(&thought, " score "), "{position}");
    assert_eq!(last(&thought) == "bestmove (none)", !thought[0].contains(" pv "));
}

fn check_all(options: &[&str], go: &str) {
    let mut engine = Engine::after("debug on");
    options.iter().for_each(|option| engine.tell(option));
    let positions = fs::read_to_string("tests/data/self_check.epd").unwrap();
    for fen in positions.lines().filter(|line| !line.starts_with('#')) {
        check(&mut engine, &format!("position fen {fen}"), go);
    }
    // Knights come and go: the third time ends the game, and is near.
    let mut moves = "position startpos moves".to_owned();
    for mv in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1".split(' ') {
        moves += &format!(" {mv}");
        check(&mut engine, &moves, go);
    }
    // Kings and rooks, in a game that went to and fro.
    let mut moves = "position fen 7k/8/8/8/8/8/R7/K6r w - - 20 60 moves a1b2".to_owned();
    for mv in "h1h2 b2b1 h2h1 b1b2 h1h2 b2b1".split(' ') {
        moves += &format!(" {mv}");
        check(&mut engine, &moves, go);
    }
    assert!(engine.end().is_empty());
}

#[test]
fn principal_variations_are_legal() {
    check_all(&[], "go nodes 15000");
}

#[test]
fn several_lines_are_sound() {
    check_all(&["setoption name MultiPV value 3"], "go nodes 15000");
}

#[test]
fn lines_of_two_threads_are_sound() {
    check_all(&["setoption name Threads value 2"], "go depth 9 nodes 60000");
}

#[test]
fn lines_of_a_weak_player_are_sound() {
    let weak = ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 800"];
    check_all(&weak, "go movetime 100");
}
