//! Perft of draughts, compared with published and independently computed numbers.

use crate::data::data;
use kempelen::game::{StartPosition, perft, perft_paths};
use kempelen::games::draughts::{DraughtsPosition, DraughtsVariant, English, Pongor, fen};

/// Perft of the starting position at the depths 1, 2, ...
const ENGLISH: [u64; 12] = [
    7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388617999,
];
const PONGOR: [u64; 10] = [
    7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875, 17762771,
];

fn check<V: DraughtsVariant>(position: &DraughtsPosition<V>, expected: &[u64]) {
    for (depth, &nodes) in (1..).zip(expected) {
        let text = fen::show(position);
        assert_eq!(
            perft(position, depth),
            nodes,
            "{} {text} depth {depth}",
            V::NAME
        );
    }
}

#[test]
fn english_from_the_start() {
    check(&DraughtsPosition::<English>::start(), &ENGLISH[..10]);
}

#[test]
fn pongor_from_the_start() {
    check(&DraughtsPosition::<Pongor>::start(), &PONGOR);
}

#[test]
#[ignore = "takes several seconds"]
fn english_from_the_start_deeper() {
    let start = DraughtsPosition::<English>::start();
    assert_eq!(perft(&start, 11), ENGLISH[10]);
    assert_eq!(perft(&start, 12), ENGLISH[11]);
}

#[test]
fn english_in_an_endgame() {
    let position = fen::parse::<English>("W:W19,27:B3,4,5,7,8,21,K25,K30").unwrap();
    check(&position, &[4, 32, 100, 622, 1923, 12748]);
}

#[test]
fn captures_around_a_square_count_once_for_each_path() {
    let position = fen::parse::<English>("B:W23,22,15,14:B11,10").unwrap();
    assert_eq!(perft(&position, 1), perft_paths(&position, 1));
}

/// Lines of the form `variant | FEN | nodes | nodes with each path counted`, for the depths 1 to 6.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn random_positions_of_the_data() {
    let text = std::fs::read_to_string(data("perft/draughts.txt")).unwrap();
    let (mut checked, mut skipped) = (0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [variant, position, nodes, paths] = fields[..] else {
            panic!("'{line}' does not have four fields");
        };
        let numbers = |text: &str| {
            text.split_whitespace()
                .map(|n| n.parse().unwrap())
                .collect()
        };
        let (nodes, paths): (Vec<u64>, Vec<u64>) = (numbers(nodes), numbers(paths));
        match variant {
            "english" => check_line::<English>(position, &nodes, &paths),
            "pongor" => check_line::<Pongor>(position, &nodes, &paths),
            _ => {
                skipped += 1;
                continue;
            }
        }
        checked += 1;
    }
    eprintln!("{checked} lines checked, {skipped} of other variants skipped");
    assert!(checked > 0);
}

fn check_line<V: DraughtsVariant>(text: &str, nodes: &[u64], paths: &[u64]) {
    let position = fen::parse::<V>(text).unwrap();
    assert_eq!(fen::show(&position), text);
    check(&position, nodes);
    for (depth, &expected) in (1..).zip(paths) {
        assert_eq!(
            perft_paths(&position, depth),
            expected,
            "{text} depth {depth}"
        );
    }
}
