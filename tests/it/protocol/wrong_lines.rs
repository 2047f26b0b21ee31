//! Wrong lines, and commands during perft.

use crate::client::{Engine, last};
use std::time::{Duration, Instant};

#[test]
fn bad_input_is_named_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.tell("position startpos moves e2e4");
    for (bad, word) in [
        ("setoption name Hash value 0", "from 1 to"),
        ("setoption name Hash value many", "whole number"),
        ("setoption name Nothing value 1", "Nothing"),
        ("setoption name Book File value /no/such/file", "/no/such/file"),
        ("setoption name Eval File value /no/such/file", "/no/such/file"),
    ] {
        let answer = engine.ask(bad, "info string");
        assert!(last(&answer).contains(word), "{bad}: {answer:?}");
    }
    engine.tell_bytes(&[0xff, 0xfe, b'\n', b'\r', b'\n', 0, b'\n']);
    engine.tell(&"x".repeat(1_000_000));
    let replies = engine.ask("go perft 1", "nodes");
    assert_eq!(last(&replies), "nodes searched: 20");
    assert!(replies.iter().any(|line| line.starts_with("e7e5")));
    engine.end();
}

/// Nobody gets a move of another position than the one that was meant.
#[test]
fn a_refused_position_has_no_move() {
    let mut engine = Engine::start();
    for (bad, reason) in [
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("position fen rubbish", "rubbish"),
        ("position startpos moves e2e4 e2e4", "move 2"),
        ("position startpos moves e2e4 e7e9", "move 2"),
        ("position fen", "nothing after 'fen'"),
        ("position start", "'start' after 'position'"),
        ("position", "nothing after 'position'"),
    ] {
        engine.tell("position startpos moves e2e4");
        let answer = engine.ask(bad, "info string position: ");
        assert!(last(&answer).contains(reason), "{bad}: {answer:?}");
        // A new game brings the former position back as little.
        engine.tell("ucinewgame");
        for (go, release) in [
            ("go depth 3", ""),
            ("go movetime 10", ""),
            ("go infinite", "stop"),
            ("go ponder wtime 9 btime 9", "ponderhit"),
            ("go ponder wtime 9 btime 9", "stop"),
            ("go infinite", "position startpos"),
        ] {
            engine.tell(go);
            let mut heard = engine.ask("isready", "readyok");
            if !release.is_empty() {
                let early = heard.iter().any(|line| line.starts_with("bestmove"));
                assert!(!early, "{bad}, {go}: {heard:?}");
                heard.extend(engine.ask(release, "bestmove"));
            }
            let told = "info string there is no position to think about: position: ";
            assert!(heard[0].starts_with(told) && heard[0].contains(reason), "{heard:?}");
            assert!(heard.contains(&"bestmove (none)".to_owned()), "{heard:?}");
            assert!(!heard.iter().any(|line| line.contains(" score ")), "{heard:?}");
        }
        engine.tell(bad);
        for line in ["go perft 2", "d", "eval"] {
            engine.tell(line);
            let heard = engine.ask("isready", "readyok");
            let told = heard[heard.len() - 2].starts_with("info string there is no position");
            assert!(told, "{line}: {heard:?}");
        }
        engine.tell("position startpos moves e2e4");
        let thought = engine.ask("go depth 3", "bestmove");
        assert_ne!(last(&thought), "bestmove (none)");
    }
    engine.tell("position fen rubbish");
    engine.tell("go infinite");
    let heard = engine.end();
    assert_eq!(last(&heard), "bestmove (none)");
}

#[test]
fn a_search_that_is_not_understood_ends_with_a_move() {
    let mut engine = Engine::start();
    for (go, found) in [
        ("go depth x", "'x' after 'depth'"),
        ("go depth", "nothing after 'depth'"),
        ("go nodes many", "'many' after 'nodes'"),
        ("go wtime soon btime later", "'soon' after 'wtime'"),
        ("go deep 8", "'deep'"),
        ("go searchmoves e2e9", "'e2e9' as move 1"),
        ("go perft 21", "'21' after 'perft'"),
    ] {
        let thought = engine.ask(go, "bestmove");
        let told = format!("info string go: found {found}, expected ");
        assert!(thought[0].starts_with(&told), "{go}: {thought:?}");
        assert_ne!(last(&thought), "bestmove (none)", "{go}");
        assert!(thought.iter().any(|line| line.contains(" score ")), "{go}");
    }
    // What was understood counts.
    let thought = engine.ask("go depth x nodes 5000 wtime", "bestmove");
    assert!(thought[thought.len() - 2].contains(" nodes 5000 "), "{thought:?}");
    engine.end();
}

#[test]
fn perft_reacts_to_commands() {
    for next in ["stop", "position startpos", "setoption name Hash value 1", "quit", ""] {
        let mut engine = Engine::start();
        engine.tell("go perft 12");
        engine.ask("isready", "readyok");
        let asked = Instant::now();
        let heard = match next {
            "quit" | "" => {
                engine.tell(next);
                engine.end()
            }
            _ => engine.ask(next, "info string perft: stopped"),
        };
        assert!(asked.elapsed() < Duration::from_secs(8), "{next}");
        assert!(!heard.iter().any(|line| line.starts_with("nodes searched")), "{heard:?}");
        if !["quit", ""].contains(&next) {
            assert_eq!(engine.ask("go perft 0", "nodes searched").last().unwrap(), "nodes searched: 1");
            let counted = engine.ask("go perft 3", "nodes searched");
            assert_eq!(last(&counted), "nodes searched: 8902");
            engine.end();
        }
    }
}
