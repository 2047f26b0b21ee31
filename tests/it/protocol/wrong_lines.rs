//! Wrong lines, and commands during perft.

use crate::client::{any, count, report};
use crate::prelude::*;

#[test]
fn bad_input_is_named_and_changes_nothing() {
    let mut engine = Engine::after("position startpos moves e2e4");
    for [bad, word] in cases("uci", "bad_options") {
        engine.answers(bad, "info string", word);
    }
    engine.tell_bytes(&[0xff, 0xfe, b'\n', b'\r', b'\n', 0, b'\n']);
    engine.tell(&"x".repeat(1_000_000));
    let replies = engine.ask("go perft 1", "nodes");
    assert_eq!(last(&replies), "nodes searched: 20");
    assert!(replies.iter().any(|line| line.starts_with("e7e5")));
}

/// Nobody gets a move of another position than the one that was meant.
#[test]
fn a_refused_position_has_no_move() {
    let mut engine = Engine::start();
    for [bad, reason] in cases("uci", "refused_positions") {
        engine.answers(&format!("position startpos moves e2e4\n{bad}"), "info string position: ", reason);
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
            let mut heard = engine.ask(&format!("{go}\nisready"), "readyok");
            if !release.is_empty() {
                assert!(count(&heard, "bestmove") == 0, "{bad}, {go}: {heard:?}");
                heard.extend(engine.ask(release, "bestmove"));
            }
            let beginning = "info string there is no position to think about: position: ";
            assert!(heard[0].starts_with(beginning) && heard[0].contains(reason), "{heard:?}");
            assert!(heard.contains(&"bestmove (none)".to_owned()), "{heard:?}");
            assert!(!any(&heard, " score "), "{heard:?}");
        }
        engine.tell(bad);
        for line in ["go perft 2", "d", "eval"] {
            let heard = engine.ask(&format!("{line}\nisready"), "readyok");
            assert!(report(&heard).starts_with("info string there is no position"), "{line}: {heard:?}");
        }
        engine.tell("position startpos moves e2e4");
        assert_ne!(last(&engine.ask("go depth 3", "bestmove")), "bestmove (none)");
    }
    engine.tell("position fen rubbish\ngo infinite");
    assert_eq!(last(&engine.end()), "bestmove (none)");
}

#[test]
fn a_search_that_is_not_understood_ends_with_a_move() {
    let mut engine = Engine::start();
    for [go, found] in cases("uci", "wrong_searches") {
        let thought = engine.ask(go, "bestmove");
        assert!(thought[0].starts_with(&format!("info string go: found {found}, expected ")), "{go}: {thought:?}");
        assert_ne!(last(&thought), "bestmove (none)", "{go}");
        assert!(any(&thought, " score "), "{go}");
    }
    // What was understood counts.
    engine.reports("go depth x nodes 5000 wtime", " nodes 5000 ");
}

#[test]
fn perft_reacts_to_commands() {
    for next in ["stop", "position startpos", "setoption name Hash value 1", "quit", ""] {
        let mut engine = Engine::after("go perft 12");
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
        assert!(count(&heard, "nodes searched") == 0, "{heard:?}");
        if !["quit", ""].contains(&next) {
            assert_eq!(engine.ask("go perft 0", "nodes searched").last().unwrap(), "nodes searched: 1");
            assert_eq!(last(&engine.ask("go perft 3", "nodes searched")), "nodes searched: 8902");
        }
    }
}
