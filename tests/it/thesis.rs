//! The numbers of G. Pongor's thesis, "A computer implementation of a two-player game" (Debrecen
//! 2009), table of visited nodes.

use kempelen::draughts::{English, Pongor, Position, Variant};
use kempelen::game::Game;
use kempelen::textbook::minimax;

/// The nodes that minimax visits from the start, at each depth from 1 on.
fn visited<V: Variant>(depths: u32) -> Vec<u64> {
    let start = Position::<V>::start();
    (1..=depths)
        .map(|depth| minimax(&start, depth, &|_| 0).nodes)
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
