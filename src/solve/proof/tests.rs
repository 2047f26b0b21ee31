//! Proofs against searching the game out, and against the checker of strategies.

use super::super::tests::{Walk, check, limit};
use super::super::{
    SecuredRegion, SolveError, SolveLimit, StateGraph, StrategyPromise, hyperpath_text,
};
use super::{ForcedWin, ProofLimit, ProofResult, UnknownProof, prove};
use crate::game::{AnyPosition, Game, Side, StartPosition};
use crate::games::chess::ChessPosition;
use crate::games::heaps::HeapPosition;
use crate::games::tictactoe::TicTacToe;
use crate::games::tree::TreePosition;
use crate::notation::{AnyNotation, MoveStyle, Notation};
use crate::random::Random;
use std::sync::atomic::AtomicBool;

fn wins(side: Side) -> StrategyPromise {
    StrategyPromise { side, at_least: 1 }
}

/// A search for a win with a table of so many bytes.
fn search<G: Game>(root: &G, side: Side, positions: usize, table_bytes: usize) -> ProofResult<G> {
    let search = limit(positions);
    let limit = ProofLimit {
        search,
        table_bytes,
    };
    prove(root, wins(side), &limit).unwrap().result
}

fn proof<G: Game>(root: &G, side: Side) -> Option<ForcedWin<G>> {
    match search(root, side, 100_000, 1 << 22) {
        ProofResult::Proved(win) => Some(win),
        ProofResult::Disproved => None,
        ProofResult::Unknown(why) => panic!("{why:?}: {root:?}"),
    }
}

/// Whether the proofs for both sides agree with the state graph; counts the wins.
fn agrees_with_the_graph<G: Game>(root: &G, wins_found: &mut usize) {
    let graph = StateGraph::new(root, &limit(100_000)).unwrap();
    for side in Side::BOTH {
        let region = SecuredRegion::new(&graph, wins(side));
        let found = proof(root, side);
        assert_eq!(found.is_some(), region.contains(0), "{side:?} {root:?}");
        if let Some(win) = found {
            *wins_found += 1;
            let shortest = region.plies(0).unwrap();
            assert!(win.line.len() >= shortest as usize, "{root:?}");
            let end = win.line.iter().fold(root.clone(), |it, &mv| it.play(mv));
            let winner = end.outcome().unwrap().winner(end.side_to_move());
            assert_eq!(winner, Some(side), "{root:?}");
        }
    }
}

fn walks(count: usize, states: usize) {
    let mut random = Random::new(states as u64);
    let mut wins_found = 0;
    for _ in 0..count {
        agrees_with_the_graph(&Walk::random(&mut random, states), &mut wins_found);
    }
    assert!(wins_found > count / 8, "{wins_found}");
}

#[test]
fn games_with_circles_are_solved_as_by_the_state_graph() {
    for states in [3, 6, 12, 24, 48] {
        walks(400, states);
    }
}

#[test]
#[ignore = "20 seconds"]
fn many_games_with_circles_are_solved_as_by_the_state_graph() {
    for states in [5, 9, 17, 33, 65, 120] {
        walks(10_000, states);
    }
}

#[test]
fn a_small_table_makes_no_wrong_proofs() {
    let mut random = Random::new(5);
    let mut counts = [0; 2];
    for _ in 0..300 {
        let walk = Walk::random(&mut random, 60);
        let graph = StateGraph::new(&walk, &limit(1000)).unwrap();
        for side in Side::BOTH {
            let expected = SecuredRegion::new(&graph, wins(side)).contains(0);
            let found = match search(&walk, side, 2000, 1 << 11) {
                ProofResult::Proved(_) => Some(true),
                ProofResult::Disproved => Some(false),
                ProofResult::Unknown(_) => None,
            };
            assert!(found.is_none_or(|it| it == expected), "{walk:?}");
            counts[usize::from(found.is_some())] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn positions_of_tic_tac_toe_are_solved_as_by_the_state_graph() {
    let graph = StateGraph::new(&TicTacToe::start(), &limit(10_000)).unwrap();
    let regions = Side::BOTH.map(|side| SecuredRegion::new(&graph, wins(side)));
    for node in (0..graph.len()).step_by(7) {
        let position = graph.position(node);
        let found = Side::BOTH.map(|side| proof(position, side).is_some());
        assert_eq!(found, [0, 1].map(|it| regions[it].contains(node)));
    }
}

#[test]
fn heap_games_and_trees_are_solved_as_by_the_state_graph() {
    let mut wins_found = 0;
    for text in [
        "nim 1,2,3 p1",
        "nim 2,3,4 p2",
        "nim 1,1,1 misere p1",
        "kayles 5,3 p1",
        "wythoff 3,5 p1",
        "moore 1,2,3 k=2 misere p1",
        "fibonacci 13 p1",
        "grundy 9 p1",
    ] {
        agrees_with_the_graph(&HeapPosition::parse(text).unwrap(), &mut wins_found);
    }
    assert_eq!(wins_found, 8);
    for text in ["((1 -1)(2 0))", "((1 3)(2 0))", "((0 -1)(-2 -3))", "5"] {
        agrees_with_the_graph(&TreePosition::parse(text).unwrap(), &mut wins_found);
    }
    assert_eq!(wins_found, 11);
}

fn chess(fen: &str) -> ChessPosition {
    ChessPosition::start().parse_position(fen).unwrap()
}

/// A mate in so many moves has a proof, which the checker accepts.
fn is_mate(fen: &str, moves: usize) {
    let position = chess(fen);
    let side = position.side();
    let win = proof(&position, side).unwrap_or_else(|| panic!("{fen}"));
    assert!(win.line.len() >= 2 * moves - 1, "{fen}: {}", win.line.len());
    let strategy = win.strategy.of_any_game();
    let text = hyperpath_text("chess", &strategy, AnyNotation::new::<ChessPosition>());
    assert_eq!(check(&position, &text), Ok(()), "{fen}");
    assert!(proof(&position, !side).is_none(), "{fen}");
}
