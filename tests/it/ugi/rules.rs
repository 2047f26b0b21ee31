//! Sessions that break the rules of the protocol: one line says what is wrong, and nothing is left unanswered.

use super::{response, search, start};
use crate::client::count;
use crate::prelude::*;

#[test]
fn wrong_lines_are_answered_by_one_line() {
    let mut engine = start();
    engine.tell("position startpos");
    for [line, expected] in cases("ugi", "wrong_lines") {
        engine.tell(line);
        let heard = engine.settle();
        assert_eq!(heard.len(), 1, "{line}: {heard:?}");
        let remark = heard[0].strip_prefix("info string ");
        assert!(remark.is_some_and(|remark| remark.contains(expected)), "{line}: {heard:?}");
        if line.starts_with("position") {
            engine.tell("position startpos");
        }
        // All else is as it was.
        assert_eq!(response(&mut engine, "p1turn"), "true", "{line}");
    }
    engine.tell("\n  \r");
    assert_eq!(engine.settle(), [""; 0]);
}

/// A refused position leaves none: a move of the position before would be wrong in the one that was meant.
#[test]
fn a_position_comes_before_every_search() {
    let mut engine = Engine::greeted("ugi", "ugiok");
    let check = |engine: &mut Engine, reason: &str| {
        let heard = engine.ask("go depth 2", "bestmove ");
        let remark = format!("info string there is no position to think about: {reason}");
        assert!(heard[0].starts_with(&remark), "{heard:?}");
        let [_, info, best] = &heard[..] else { panic!("{heard:?}") };
        assert!(info.starts_with("info nodes 0 time "), "{info}");
        assert_eq!(best, "bestmove (none)");
        let heard = engine.ask("query result", "response ");
        assert!(heard[0].starts_with("info string query: there is no position"), "{heard:?}");
        assert_eq!(heard[1..], ["response none"]);
    };
    check(&mut engine, "expected 'position' first");
    engine.tell("setoption name Game value tictactoe");
    check(&mut engine, "expected 'position' after the choice of the game");
    engine.tell("position startpos\nuginewgame");
    check(&mut engine, "expected 'position' after 'uginewgame'");
    for refused in ["position fen x", "position", "position startpos moves z9"] {
        engine.tell(&format!("position startpos\n{refused}"));
        engine.hear("info string position: ");
        check(&mut engine, "position: ");
    }
    engine.tell("position startpos");
    assert_ne!(search(&mut engine, "go depth 2").1, "(none)");
}

#[test]
fn a_search_without_legal_moves_says_why() {
    let mut engine = start();
    for [position, reason] in cases("ugi", "ends") {
        engine.tell(&format!("position fen {position}"));
        for go in ["go depth 3", "go movetime 10", "go p1time 9 p2time 9 p1inc 0 p2inc 0"] {
            let heard = engine.ask(go, "bestmove (none)");
            assert!(heard.contains(&format!("info string go: the game is over: {reason}")), "{position}: {heard:?}");
        }
        engine.ask("go infinite\nstop", "bestmove (none)");
    }
}

/// The client waits for a best move, so the search that it asks for in wrong words is short.
#[test]
fn wrong_limits_are_named_and_end_the_search() {
    let mut engine = start();
    engine.tell("position startpos");
    for [go, expected] in cases("ugi", "wrong_searches") {
        let heard = engine.ask(go, "bestmove ");
        assert!(heard[0].starts_with(&format!("info string {expected}")), "{go}: {heard:?}");
        assert!(!heard[1].starts_with("info string"), "{go}: {heard:?}");
        assert_ne!(heard[heard.len() - 1], "bestmove (none)", "{go}");
    }
}

#[test]
fn every_query_has_a_response() {
    let mut engine = start();
    engine.tell("position startpos");
    for query in ["query", "query moves", "query p1turnx"] {
        let heard = engine.ask(query, "info string query: found ");
        assert_eq!(heard[..heard.len() - 1], ["response none"], "{query}");
        assert!(heard[1].ends_with("expected p1turn, gameover or result"), "{heard:?}");
    }
    assert_eq!(response(&mut engine, "GameOver"), "false");
}

/// Only `isready`, `stop` and `quit` may come during a search. Of the others, those that need the engine end the
/// search, so that its best move comes first.
#[test]
fn commands_during_a_search_are_named() {
    let mut engine = start();
    for [line, ends_search] in cases("ugi", "interruptions") {
        engine.ask("position startpos\ngo infinite", "info depth 1 ");
        engine.tell(line);
        let word = line.split(' ').next().unwrap();
        let remark =
            format!("info string found '{word}' during a search, expected isready, stop or quit before bestmove");
        engine.hear(&remark);
        let ends_search = ends_search == "true";
        if ends_search {
            engine.hear("bestmove ");
        }
        let heard = engine.settle();
        let second = count(&heard, "bestmove ");
        assert!(second <= usize::from(word == "go"), "{line}: {heard:?}");
        if !ends_search {
            engine.ask("stop", "bestmove ");
        } else if word == "go" && second == 0 {
            engine.hear("bestmove ");
        }
    }
}
