//! The edges of single commands: what `go` may ask for, and what comes in the middle of a search.

use crate::client::{count, report};
use crate::prelude::*;

#[test]
fn go_mate_ends_with_the_first_mate_that_is_short_enough() {
    let mut engine = Engine::start();
    // Two moves: a check that drives the king to the edge, then the other rook.
    engine.reports("position fen 7k/8/8/8/8/1R6/R7/4K3 w - - 0 1\ngo mate 2", " score mate 2 ");
    // Against a side that is being mated it ends too.
    engine.reports("position fen 7k/8/8/8/8/1R6/R7/4K3 w - - 0 1 moves b3b7\ngo mate 1", " score mate -1 ");
    // One move is too few: another limit ends the search, with the mate that there is.
    let thought = engine.ask("position fen 7k/8/8/8/8/1R6/R7/4K3 w - - 0 1\ngo mate 1 depth 6", "bestmove");
    assert!(report(&thought).contains(" depth 6 "), "{thought:?}");
    assert!(report(&thought).contains(" score mate 2 "), "{thought:?}");
}

#[test]
fn searchmoves_without_a_legal_move_is_ignored() {
    let mut engine = Engine::start();
    let free = engine.ask("go depth 4", "bestmove");
    for moves in ["0000", "a1a8", "e2e5 e7e5", "0000 e7e5"] {
        engine.tell("ucinewgame");
        let thought = engine.ask(&format!("go depth 4 searchmoves {moves}"), "bestmove");
        assert_eq!(last(&thought), last(&free), "{moves}");
        let told = count(&thought, "info string go: ");
        assert_eq!(told, moves.split_whitespace().count(), "{thought:?}");
    }
    let thought = engine.ask("go depth 4 searchmoves a2a3 e7e5", "bestmove");
    assert!(last(&thought).starts_with("bestmove a2a3"), "{thought:?}");
}

#[test]
fn no_more_lines_than_moves() {
    let mut engine = Engine::after("setoption name MultiPV value 256");
    // A king in the corner, beside one square that is free.
    let thought = engine.ask("position fen 7k/8/8/8/8/8/1r6/K7 w - - 0 1\ngo depth 4", "bestmove");
    assert_eq!(count(&thought, "info depth 4"), 1, "{thought:?}");
    let thought = engine.ask("position startpos\ngo depth 2", "bestmove");
    assert_eq!(count(&thought, "info depth 2"), 20, "{thought:?}");
    let thought = engine.ask("go depth 2 searchmoves e2e4 d2d4 c2c4", "bestmove");
    assert_eq!(count(&thought, "info depth 2"), 3, "{thought:?}");
}

#[test]
fn one_best_move_for_every_go() {
    let mut engine = Engine::start();
    // What ends a search, and what leaves it going on until it is stopped.
    for [interruption, ends] in cases("uci", "interruptions") {
        engine.tell(&format!("go infinite\n{interruption}"));
        let heard = match interruption {
            "isready" => [engine.hear("readyok"), engine.settle()].concat(),
            _ => engine.settle(),
        };
        // A stop is answered by the searching thread, which may come after the answer.
        let ended = count(&heard, "bestmove") == 1;
        assert!(ended == (ends == "true") || interruption == "stop", "{interruption}: {heard:?}");
        if !ended {
            engine.ask("stop", "bestmove");
        }
        engine.tell("stop");
        assert_eq!(count(&engine.settle(), "bestmove"), 0, "{interruption}");
    }
    engine.tell("go infinite\ngo depth 1");
    engine.hear("bestmove");
    engine.hear("bestmove");
    assert_eq!(count(&engine.settle(), "bestmove"), 0);
}

#[test]
fn a_depth_beyond_all_depths_ends_by_a_stop() {
    let mut engine = Engine::after("go depth 1000");
    engine.hear("info depth 3 ");
    assert_eq!(count(&engine.settle(), "bestmove"), 0);
    engine.ask("stop", "bestmove");
}

#[test]
fn ucinewgame_clears_the_table_and_position_does_not() {
    let mut engine = Engine::start();
    let mut nodes = |before: &str| {
        engine.tell(before);
        number(report(&engine.ask("go depth 8", "bestmove")), "nodes")
    };
    let fresh = nodes("position startpos");
    assert_ne!(nodes("position startpos"), fresh);
    assert_eq!(nodes("ucinewgame"), fresh);
    // Moves that were good before are no longer tried first, either.
    assert_eq!(nodes("setoption name Clear Hash"), fresh);
}
