//! The numbers of G. Pongor's thesis, "A computer implementation of a two-player game" (Debrecen
//! 2009), table of visited nodes.

use crate::prelude::*;
use kempelen::game::WorkLimit;
use kempelen::games::draughts::geometry::{Board8x8, Geometry};
use kempelen::textbook::{AlgorithmResult, TextbookAlgorithm, TextbookKnowledge};
use std::sync::LazyLock;

type ThesisModel = DraughtsModel<ShortKings8x8>;
type ThesisPosition = DraughtsPosition<ShortKings8x8>;

/// The weights of the thesis.
static WEIGHTS: LazyLock<Arc<ThesisModel>> =
    LazyLock::new(|| Arc::new(ThesisModel::read(include_bytes!("../../eval/pongor.toml")).unwrap()));

/// The nodes that minimax visits from the start, at each depth from 1 on.
fn visited(variant: impl DraughtsVariant, depths: u32) -> Vec<u64> {
    let start = DraughtsPosition::initial(variant);
    (1..=depths).map(|depth| minimax(&start, depth, &|_| 0).counts.nodes).collect()
}

#[test]
fn minimax_visits_the_nodes_of_the_thesis() {
    assert_eq!(visited(pongor(), 8), [8, 57, 359, 1_828, 9_189, 45_662, 223_194, 1_051_977]);
}

#[test]
fn minimax_visits_more_where_any_capture_may_be_chosen() {
    let even: Vec<u64> = visited(English, 8).into_iter().skip(1).step_by(2).collect();
    assert_eq!(even, [57, 1_828, 45_957, 1_071_628]);
}

/// What a position is worth to the side to move, by the weights of the thesis.
fn worth(position: &ThesisPosition) -> i32 {
    fresh_score(&mut ThesisModel::evaluator(&WEIGHTS), position)
}

/// What the pieces of a side are worth, as the thesis defines it.
fn worth_of_side(position: &ThesisPosition, side: Side) -> i32 {
    let square = |bit: u8| (i32::from(Board8x8::SIZE.row(bit)), i32::from(Board8x8::SIZE.column(bit)));
    let pieces: Vec<_> = position.pieces(side).into_iter().collect();
    let worth_of = |&bit: &u8| {
        let (row, column) = square(bit);
        let advanced = if position.moves_down(side) { row } else { 7 - row };
        let on_edge = [row, column].map(|it| it == 0 || it == 7);
        let piece = match (position.kings(side).has(bit), on_edge) {
            (false, _) => 100 + advanced * advanced,
            (true, [false, false]) => 170,
            (true, [true, true]) => 170 - 30,
            (true, _) => 170 - 15,
        };
        let adjacent = |&&other: &&u8| {
            let (other_row, other_column) = square(other);
            (row - other_row).abs() == 1 && (column - other_column).abs() == 1
        };
        piece + 20 * pieces.iter().filter(adjacent).count() as i32
    };
    pieces.iter().map(worth_of).sum()
}

#[test]
fn the_weights_are_those_of_the_thesis() {
    for position in game_positions(40) {
        let us = position.side_to_move();
        let expected = worth_of_side(&position, us) - worth_of_side(&position, !us);
        assert_eq!(worth(&position), expected, "{position:?}");
    }
}

/// What an algorithm finds. A chain of jumps counts as its first jump.
fn run(
    algorithm: &str,
    position: &ThesisPosition,
    evaluate: fn(&ThesisPosition) -> i32,
) -> AlgorithmResult<DraughtsMove> {
    let algorithm: TextbookAlgorithm = algorithm.parse().unwrap();
    let first_step = &|position: &_, mv| Draughts::<ShortKings8x8>::first_step(position, mv);
    algorithm.run(position, TextbookKnowledge { evaluate: &evaluate, first_step }, WorkLimit::default())
}

#[test]
fn alpha_beta_with_history_visits_no_more_than_in_the_thesis() {
    let start = DraughtsPosition::initial(pongor());
    for slots in ["first-step", "code"] {
        for (depth, most) in [(6, 2_756), (8, 22_414), (10, 170_406)] {
            let found = run(&format!("history depth={depth} step=2 slots={slots}"), &start, worth);
            let nodes = found.counts.nodes;
            assert!(nodes <= most, "{nodes} > {most}");
        }
    }
}

/// What the real search thinks at `depth`, from a fresh table.
fn think(position: &ThesisPosition, depth: i32) -> SearchResult<DraughtsMove> {
    let mut search = new_search::<Draughts<ShortKings8x8>>(1, &WEIGHTS);
    search_result(&mut search, position, to_depth(depth))
}

#[test]
fn the_real_search_needs_far_fewer() {
    let nodes = think(&DraughtsPosition::initial(pongor()), 10).nodes;
    assert!(nodes <= 35_000, "{nodes}");
}

/// What a position is worth when nothing is left to be taken: like the real search, the full-width
/// one is not to stop in the middle of an exchange.
fn settled(position: &ThesisPosition) -> i32 {
    if !position.has_capture(position.side_to_move()) {
        return worth(position);
    }
    (position.moves().into_iter()).map(|mv| -settled(&position.play(mv))).max().expect("there is a capture")
}

/// The value of every move kept by full width: what the quick search leaves out seldom matters.
#[test]
#[ignore = "takes half a minute"]
fn the_real_search_keeps_the_value_of_full_width() {
    const POSITIONS: usize = 100;
    let full = |position: &ThesisPosition, depth| {
        run(&format!("history depth={depth} step=1"), position, settled).value.unwrap().to_f64()
    };
    let mut kept = 0;
    for position in &game_positions(POSITIONS) {
        let chosen = -full(&position.play(think(position, 10).pv[0]), 9);
        kept += usize::from(chosen >= full(position, 10) - 20.0);
    }
    assert!(kept * 100 >= POSITIONS * 97, "{kept} of {POSITIONS}");
}

/// Positions with a choice of moves, one from each game that begins with some random moves.
fn game_positions(count: usize) -> Vec<ThesisPosition> {
    let mut random = Random::new(2009);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = DraughtsPosition::initial(pongor());
        let (opening, length) = (4 + below(6), 10 + below(50));
        for ply in 0..length {
            if position.outcome().is_some() {
                break;
            }
            let moves = position.moves();
            let mv = if ply < opening { moves[below(moves.len())] } else { think(&position, 3).pv[0] };
            position = position.play(mv);
        }
        if position.outcome().is_none() && position.count_moves() > 1 {
            positions.push(position);
        }
    }
    positions
}
