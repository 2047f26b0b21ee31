//! The edges of single commands: what `go` may ask for, and what comes in the middle of a search.

use super::client::{Engine, last};

/// How often a word begins a line.
fn count(lines: &[String], word: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(word)).count()
}

/// Everything up to the answer to `isready`.
fn settled(engine: &mut Engine) -> Vec<String> {
    engine.ask("isready", "readyok")
}

#[test]
fn go_mate_ends_with_the_first_mate_that_is_short_enough() {
    let mut engine = Engine::start();
    // Two moves: a check that drives the king to the edge, then the other rook.
    engine.tell("position fen 7k/8/8/8/8/1R6/R7/4K3 w - - 0 1");
    let thought = engine.ask("go mate 2", "bestmove");
    assert!(thought[thought.len() - 2].contains(" score mate 2 "), "{thought:?}");
    // Against a side that is being mated it ends too.
    engine.tell("position fen 7k/8/8/8/8/1R6/R7/4K3 w - - 0 1 moves b3b7");
    let thought = engine.ask("go mate 1", "bestmove");
    assert!(thought[thought.len() - 2].contains(" score mate -1 "), "{thought:?}");
    // One move is too few: another limit ends the search, with the mate that there is.
    engine.tell("position fen 7k/8/8/8/8/1R6/R7/4K3 w - - 0 1");
    let thought = engine.ask("go mate 1 depth 6", "bestmove");
    assert!(thought[thought.len() - 2].contains(" depth 6 "), "{thought:?}");
    assert!(thought[thought.len() - 2].contains(" score mate 2 "), "{thought:?}");
    engine.end();
}

#[test]
fn searchmoves_without_a_legal_move_is_ignored() {
    let mut engine = Engine::start();
    let free = engine.ask("go depth 4", "bestmove");
    for moves in ["0000", "a1a8", "e2e5 e7e5", "0000 e7e5"] {
        engine.tell("ucinewgame");
        let thought = engine.ask(&format!("go depth 4 searchmoves {moves}"), "bestmove");
        assert_eq!(last(&thought), last(&free), "{moves}");
    }
    let thought = engine.ask("go depth 4 searchmoves a2a3 e7e5", "bestmove");
    assert!(last(&thought).starts_with("bestmove a2a3"), "{thought:?}");
    engine.end();
}

#[test]
fn no_more_lines_than_moves() {
    let mut engine = Engine::start();
    engine.tell("setoption name MultiPV value 256");
    // A king in the corner, beside one square that is free.
    engine.tell("position fen 7k/8/8/8/8/8/1r6/K7 w - - 0 1");
    let thought = engine.ask("go depth 4", "bestmove");
    assert_eq!(count(&thought, "info depth 4"), 1, "{thought:?}");
    engine.tell("position startpos");
    let thought = engine.ask("go depth 2", "bestmove");
    assert_eq!(count(&thought, "info depth 2"), 20, "{thought:?}");
    let thought = engine.ask("go depth 2 searchmoves e2e4 d2d4 c2c4", "bestmove");
    assert_eq!(count(&thought, "info depth 2"), 3, "{thought:?}");
    engine.end();
}

#[test]
fn one_best_move_for_every_go() {
    let mut engine = Engine::start();
    // What ends a search, and what leaves it going on until it is stopped.
    for (interruption, ends) in [
        ("stop", true),
        ("position startpos moves e2e4", true),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", true),
        ("setoption name Hash value 4", true),
        ("setoption name Nothing value 4", true),
        ("setoption name Clear Hash", true),
        ("ucinewgame", true),
        ("go perft 1", true),
        ("isready", false),
        ("position", true),
        ("setoption", false),
        ("ponderhit", false),
    ] {
        engine.tell("go infinite");
        engine.tell(interruption);
        let heard = match interruption {
            "isready" => [engine.hear("readyok"), settled(&mut engine)].concat(),
            _ => settled(&mut engine),
        };
        // A stop is answered by the searching thread, which may come after the answer.
        let ended = count(&heard, "bestmove") == 1;
        assert!(ended == ends || interruption == "stop", "{interruption}: {heard:?}");
        if !ended {
            engine.ask("stop", "bestmove");
        }
        engine.tell("stop");
        assert_eq!(count(&settled(&mut engine), "bestmove"), 0, "{interruption}");
    }
    engine.tell("go infinite");
    engine.tell("go depth 1");
    engine.hear("bestmove");
    engine.hear("bestmove");
    assert_eq!(count(&settled(&mut engine), "bestmove"), 0);
    engine.end();
}

#[test]
fn a_depth_beyond_all_depths_ends_by_a_stop() {
    let mut engine = Engine::start();
    engine.tell("go depth 1000");
    engine.hear("info depth 3 ");
    assert_eq!(count(&settled(&mut engine), "bestmove"), 0);
    engine.ask("stop", "bestmove");
    engine.end();
}

#[test]
fn ucinewgame_clears_the_table_and_position_does_not() {
    let mut engine = Engine::start();
    let mut nodes = |before: &str| {
        engine.tell(before);
        let thought = engine.ask("go depth 8", "bestmove");
        let nodes = thought[thought.len() - 2].split(" nodes ").nth(1).unwrap();
        nodes.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let fresh = nodes("position startpos");
    assert_ne!(nodes("position startpos"), fresh);
    assert_eq!(nodes("ucinewgame"), fresh);
    // Moves that were good before are no longer tried first, either.
    assert_eq!(nodes("setoption name Clear Hash"), fresh);
    engine.end();
}
