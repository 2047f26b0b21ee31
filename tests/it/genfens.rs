//! `genfens`, as OpenBench calls it.

use crate::prelude::*;

/// The openings that the client finds in the output.
fn openings(ran: &Ran) -> Vec<String> {
    let text = ran.text();
    let fens = text.lines().map(|line| line.strip_prefix("info string genfens ").expect(line).to_owned());
    fens.collect()
}

/// The client gives all words as one argument, and `quit` as another.
#[test]
fn openings_depend_on_the_seed_alone() {
    let first = openings(&run(["genfens 20 seed 1 book None ", "quit"]));
    assert_eq!(first.len(), 20);
    assert_eq!(first.iter().collect::<HashSet<_>>().len(), 20);
    assert_eq!(openings(&run("genfens 20 seed 1 book none")), first);
    assert_eq!(openings(&run("genfens 5 seed 1 book None")), first[..5]);
    let other = openings(&run(["genfens 20 seed 2 book None ", "quit"]));
    assert!(other.iter().all(|fen| !first.contains(fen)));
    let start = find_game("chess").unwrap().start();
    for fen in first.iter().chain(&other) {
        let position = start.parse_position(fen).unwrap();
        assert!(position.show() == *fen && position.count_moves() > 0, "{fen}");
        // The client needs both counters.
        assert_eq!(fen.split(' ').count(), 6);
    }
    // Eight to twelve plies: both sides are to move.
    for side in [" w ", " b "] {
        assert!(first.iter().any(|fen| fen.contains(side)));
    }
}
