//! What the engine tells about its searches keeps to the rules of those who referee games.

use super::client::{Engine, any, last};

/// Positions of every phase: openings, tactics, castling by either side, promotions, endings,
/// mates and draws that are near, few moves.
const POSITIONS: [&str; 30] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r1bqk2r/pp2bppp/2n2n2/2pp4/3P4/2N2NP1/PP2PPBP/R1BQ1RK1 w kq - 4 9",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/8/8 w - - 0 40",
    // Mates.
    "7k/8/8/8/8/1R6/R7/4K3 w - - 0 1",
    "7k/8/8/8/8/1R6/R7/4K3 b - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
    "8/8/8/8/8/2k5/2q5/K7 w - - 0 1",
    "k7/8/1K6/8/8/8/8/7R b - - 0 1",
    // Fifty moves are nearly over.
    "7k/8/8/8/8/8/R7/K7 w - - 96 90",
    "7k/8/8/8/8/8/R7/K7 w - - 99 90",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 99 90",
    "4k3/8/8/3n4/8/8/4P3/4K3 b - - 98 80",
    // Little material, soon less.
    "8/8/4k3/8/3n4/8/4P3/4K3 b - - 0 1",
    "7k/8/8/8/8/8/1b6/K7 w - - 0 1",
    "8/8/8/4k3/8/8/3NN3/4K3 w - - 0 1",
    "8/k7/8/8/8/8/P7/K7 w - - 0 1",
    // Perpetual checks, locked pawns, stalemates.
    "6k1/5ppp/8/8/8/8/q4PPP/3Q2K1 b - - 0 1",
    "7k/7P/8/8/8/8/q7/1R5K w - - 0 1",
    "4k3/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/8/4K3 w - - 0 1",
    "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
    "7k/8/6Q1/8/8/8/8/K7 b - - 0 1",
    "5rk1/5ppp/8/8/8/8/1Q3PPP/qR4K1 w - - 0 1",
];

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
    for fen in POSITIONS {
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
