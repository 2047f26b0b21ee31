//! `genfens` and `bench`, as OpenBench calls them.

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

#[test]
fn openings_come_from_a_book() {
    let lines = [
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - hmvc 3; fmvn 3;",
        "4k3/8/8/8/8/8/4P3/4K3 w - -",
    ];
    let folder = Folder::with(&[("book.epd", &lines.join("\n"))]);
    let found = openings(&folder.run("genfens 2 seed 3 book book.epd plies 0"));
    let expected =
        ["r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"];
    assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<_>>(), BTreeSet::from(expected));
    folder
        .run("genfens 3 seed 3 book book.epd plies 0")
        .exits_with(2)
        .remarks("found 2 openings that are balanced, expected 3");
    assert_eq!(openings(&folder.run("genfens 9 seed 3 book book.epd")).len(), 9);
    folder.run("genfens 3 book none.epd").fails_with("cannot read 'none.epd'");
    folder.run("genfens 3 seed x").fails_with("genfens: found seed=x, expected a number");
    folder.run("genfens 3 depth 4").fails_with("genfens: found 'depth=4', expected seed=, book=, plies=");
    folder.run(["genfens many seed 1 book None ", "quit"]).exits_with(2).remarks("invalid value 'many'");
}

/// The client searches every line for the two numbers.
#[test]
fn a_benchmark_ends_with_nodes_and_speed() {
    let text = run("bench --depth 4").text();
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    assert!(
        matches!(words[..], [nodes, "nodes", speed, "nps"] if [nodes, speed].iter().all(|it| it.parse::<u64>().is_ok()))
    );
}
