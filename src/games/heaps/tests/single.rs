//! Games with one heap, a number, a board, a ring or a sum: theory and search agree, and with what is published.

use super::oracle::{PlainSearch, parse};
use crate::game::{Game, Outcome, Theory};
use crate::games::entry::GameEntry;
use crate::games::heaps::HeapKnowledge;

/// The numbers for which the position with this text is lost for the side to move.
fn lost(text: impl Fn(u64) -> String, numbers: std::ops::RangeInclusive<u64>) -> Vec<u64> {
    let mut search = PlainSearch::default();
    let lost = numbers.filter(|&number| {
        let position = parse(&text(number));
        search.agrees(&position);
        !search.wins(&position)
    });
    lost.collect()
}

#[test]
fn fibonacci() {
    assert_eq!(lost(|number| format!("fibonacci {number} p1"), 2..=60), [2, 3, 5, 8, 13, 21, 34, 55]);
    for misere in ["", "misere"] {
        for prev in 1..12 {
            let _ = lost(|number| format!("fibonacci {number} prev={prev} {misere} p1"), 0..=89);
        }
    }
    assert_eq!(lost(|number| format!("fibonacci {number} misere p1"), 2..=89), Vec::<u64>::new());
}

#[test]
fn divisor() {
    for misere in ["", "misere"] {
        let _ = lost(|number| format!("divisor {number} {misere} p1"), 1..=400);
    }
    assert_eq!(
        lost(|number| format!("divisor {number} p1"), 1..=40),
        [1, 6, 10, 14, 15, 21, 22, 26, 33, 34, 35, 36, 38, 39]
    );
    assert_eq!(parse("divisor 9223372036854775783 p1").theory().unwrap().outcome, Outcome::Win);
}

#[test]
fn twenty_one() {
    assert_eq!(lost(|total| format!("twentyone {total} p1"), 0..=21), [4, 8, 12, 16, 20]);
    assert_eq!(parse("twentyone 1 p2").moves().len(), 3);
    let start = parse("twentyone 0 p1");
    let named: Vec<String> = start
        .moves()
        .into_iter()
        .filter(|&mv| start.play(mv).theory().unwrap().outcome == Outcome::Loss)
        .map(|mv| start.move_to_text(mv))
        .collect();
    assert_eq!(named, ["4", "8", "12", "16"]);
}

#[test]
fn hundred() {
    assert_eq!(lost(|total| format!("hundred {total} p1"), 0..=100), [1, 12, 23, 34, 45, 56, 67, 78, 89, 100]);
    let misere = lost(|total| format!("hundred {total} misere p1"), 0..=100);
    assert!(misere.iter().all(|total| (100 - total) % 11 == 1), "{misere:?}");
    assert_eq!(misere.len(), 10);
    let game = HeapKnowledge::games().iter().find(|it| it.name == "hundred");
    let start = HeapKnowledge::start(game.unwrap());
    assert_eq!(start, parse("hundred 0 p1"));
    assert!(HeapKnowledge::how_to_play(game.unwrap()).contains("Starting from 0"));
    assert_eq!(start.theory().unwrap().best.map(|mv| start.move_to_text(mv)).unwrap(), "+1");
}

#[test]
fn rings() {
    for k in 2..=4 {
        assert_eq!(lost(|coins| format!("ring {coins} k={k} p1"), 1..=12), Vec::from_iter(k + 1..=12));
    }
    assert_eq!(lost(|coins| format!("ring {coins} k=1 p1"), 1..=8), [2, 4, 6, 8]);
    // As far as the lost rings are published.
    for (k, expected) in [
        (2, vec![1, 4, 7, 8, 9, 12]),
        (3, Vec::from_iter([1].into_iter().chain(5..=14))),
        (4, Vec::from_iter([1].into_iter().chain(6..=14))),
    ] {
        assert_eq!(lost(|coins| format!("ring {coins} k={k} misere p1"), 1..=14), expected, "k={k}");
    }
}

#[test]
fn boards_and_sums() {
    let mut search = PlainSearch::default();
    for (game, texts) in [
        ("northcott", &["4x3 1-4,2-4,1-2", "5x2 1-5,1-4", "5x2 1-5,1-5", "3x4 1-3,1-3,1-3,2-3", "2x1 1-2"][..]),
        ("ring", &["11-0 k=2", "5-3-1 k=2", "4-4 k=3", "6-2-2 k=3", "1-2-3 k=1"]),
        ("kayles", &["5,3", "7,4,2"]),
        ("grundy", &["7", "9,6,5"]),
        ("octal", &["9,4 rules=0.77", "6,5 rules=4.13", "8,3,3 rules=0.137"]),
    ] {
        texts.iter().for_each(|text| search.agrees_both_ways(&format!("{game} {text}")));
    }
}

#[test]
fn building() {
    for places in [2, 3, 4, 5] {
        let lost = lost(|tokens| format!("building {tokens} l={places} p1"), 1..=8);
        let expected = if places == 3 { vec![1, 2, 3, 5, 6, 7] } else { Vec::from_iter(1..=8) };
        assert_eq!(lost, expected, "{places} heaps");
        PlainSearch::default().agrees(&parse(&format!("building 6 l={places} misere p1")));
    }
}
