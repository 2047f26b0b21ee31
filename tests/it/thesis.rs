//! The numbers of G. Pongor's thesis, "A computer implementation of a two-player game" (Debrecen
//! 2009), table of visited nodes.

use crate::random::Random;
use kempelen::eval::Model;
use kempelen::game::{Game, StartPosition};
use kempelen::games::GameEntry;
use kempelen::games::draughts::eval::pongor::PongorWeights;
use kempelen::games::draughts::{
    Draughts, DraughtsMove, DraughtsPosition, DraughtsVariant, English, Pongor,
};
use kempelen::search::listener::Silent;
use kempelen::search::{Search, SearchLimits, TranspositionTable};
use kempelen::search::{SearchResult, task::SearchTask};
use kempelen::textbook::{History, HistoryOrder, TextbookResult, iterative_deepening, minimax};
use std::sync::Arc;

/// The nodes that minimax visits from the start, at each depth from 1 on.
fn visited<V: DraughtsVariant + Default>(depths: u32) -> Vec<u64> {
    let start = DraughtsPosition::<V>::start();
    (1..=depths)
        .map(|depth| minimax(&start, depth, &|_| 0).counts.nodes)
        .collect()
}

#[test]
fn minimax_visits_the_nodes_of_the_thesis() {
    let nodes = visited::<Pongor>(8);
    assert_eq!(
        nodes,
        [8, 57, 359, 1_828, 9_189, 45_662, 223_194, 1_051_977]
    );
}

#[test]
fn minimax_visits_more_where_any_capture_may_be_chosen() {
    let nodes = visited::<English>(8);
    let even: Vec<u64> = nodes.into_iter().skip(1).step_by(2).collect();
    assert_eq!(even, [57, 1_828, 45_957, 1_071_628]);
}

/// What a position is worth to the side to move, by the weights of the thesis.
fn worth(position: &DraughtsPosition<Pongor>) -> i32 {
    let weights = PongorWeights::embedded().unwrap();
    let us = position.side_to_move();
    weights.of_side(position, us) - weights.of_side(position, !us)
}

type ThesisOrder<'a> = HistoryOrder<'a, DraughtsPosition<Pongor>>;

/// A chain of jumps counts as its first jump.
fn by_first_jump(history: &mut History) -> ThesisOrder<'_> {
    ThesisOrder {
        history,
        slot: &|position, mv| Draughts::<Pongor>::first_step(position, mv),
    }
}

/// A capture is known by its start square and the captured pieces.
fn by_captured_pieces(history: &mut History) -> ThesisOrder<'_> {
    ThesisOrder {
        history,
        slot: &|_, mv| DraughtsPosition::<Pongor>::code(mv).into(),
    }
}

#[test]
fn alpha_beta_with_history_visits_no_more_than_in_the_thesis() {
    let start = DraughtsPosition::<Pongor>::start();
    for order in [by_first_jump, by_captured_pieces] {
        let found = iterative_deepening(&start, 10, 2, &worth, &mut order(&mut History::default()));
        let nodes: Vec<u64> = found.iter().map(|found| found.counts.nodes).collect();
        for (&nodes, most) in nodes[2..].iter().zip([2_756, 22_414, 170_406]) {
            assert!(nodes <= most, "{nodes} > {most}");
        }
    }
}

/// What the real search thinks at `depth`, from a fresh table.
fn think(position: &DraughtsPosition<Pongor>, depth: i32) -> SearchResult<DraughtsMove> {
    let table = Arc::new(TranspositionTable::new(1).unwrap());
    let model = PongorWeights::embedded().unwrap();
    let limits = SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    };
    Search::<Draughts<Pongor>>::new(table, &model)
        .think(SearchTask::new(position, limits), &mut Silent)
}

#[test]
fn the_real_search_needs_far_fewer() {
    let nodes = think(&DraughtsPosition::start(), 10).nodes;
    assert!(nodes <= 35_000, "{nodes}");
}

/// What a position is worth when nothing is left to be taken: like the real search, the full-width
/// one is not to stop in the middle of an exchange.
fn settled(position: &DraughtsPosition<Pongor>) -> i32 {
    if !position.has_capture(position.side_to_move()) {
        return worth(position);
    }
    (position.moves().into_iter())
        .map(|mv| -settled(&position.play(mv)))
        .max()
        .expect("there is a capture")
}

/// The value of every move kept by full width: what the quick search leaves out seldom matters.
#[test]
#[ignore = "takes half a minute"]
fn the_real_search_keeps_the_value_of_full_width() {
    const POSITIONS: usize = 100;
    let full = |position: &DraughtsPosition<Pongor>, depth| -> TextbookResult<DraughtsMove> {
        let mut history = History::default();
        *iterative_deepening(
            position,
            depth,
            1,
            &settled,
            &mut by_first_jump(&mut history),
        )
        .last()
        .unwrap()
    };
    let mut kept = 0;
    let positions = game_positions(POSITIONS);
    for position in &positions {
        let mv = think(position, 10).pv[0];
        let chosen = -full(&position.play(mv), 9).value;
        kept += usize::from(chosen >= full(position, 10).value - 20);
    }
    assert!(kept * 100 >= POSITIONS * 97, "{kept} of {POSITIONS}");
}

/// Positions with a choice of moves, one from each game that begins with some random moves.
fn game_positions(count: usize) -> Vec<DraughtsPosition<Pongor>> {
    let mut random = Random(2009);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = DraughtsPosition::<Pongor>::start();
        let (opening, length) = (4 + random.below(6), 10 + random.below(50));
        for ply in 0..length {
            if position.outcome().is_some() {
                break;
            }
            let mv = if ply < opening {
                random.choose(&position.moves())
            } else {
                think(&position, 3).pv[0]
            };
            position = position.play(mv);
        }
        if position.outcome().is_none() && position.count_moves() > 1 {
            positions.push(position);
        }
    }
    positions
}
