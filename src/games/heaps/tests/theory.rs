//! Games in which counters are taken from heaps, and games with one heap, a number, a board, a ring or a sum: theory and search
//! agree, also with what is published.

use super::{PlainSearch, all_heaps, parse, sorted_heaps};
use crate::game::{Game, Outcome, Theory, TheorySource};
use crate::games::entry::GameEntry;
use crate::games::heaps::text::list;
use crate::games::heaps::{HeapKnowledge, HeapMove, HeapPosition, circular};
use crate::random::Random;
use std::ops::RangeInclusive;

/// To five heaps of this size.
const LARGEST: u64 = 7;

fn agrees(games: &[&str]) {
    for game in games {
        let mut search = PlainSearch::default();
        for heaps in sorted_heaps(5, LARGEST) {
            let (name, parameters) = game.split_once(' ').unwrap_or((game, ""));
            search.agrees_both_ways(&format!("{name} {} {parameters}", list(&heaps)));
        }
    }
}

#[test]
fn heaps_in_any_order() {
    agrees(&["nim", "moore k=1", "moore k=2", "lasker", "greedy", "subtraction k=1", "subtraction k=3"]);
    agrees(&["subtraction take=1,3,4", "subtraction take=2,5", "subtraction take=3", "subtraction take=2,3,7"]);
}

#[test]
#[ignore = "takes some seconds"]
fn moore_with_more_heaps() {
    agrees(&["moore k=3", "moore k=4", "moore k=5"]);
}

/// To five heaps of five, to four of three, and two of 60.
#[test]
fn heaps_in_a_row() {
    for (game, counts, largest) in [("end", 1..=5, 5), ("endwythoff", 1..=4, 3), ("wythoff", 2..=2, 60)] {
        let mut search = PlainSearch::default();
        for heaps in counts.flat_map(|count| all_heaps(count, largest)) {
            search.agrees_both_ways(&format!("{game} {}", list(&heaps)));
        }
    }
}

/// The counters that are put back change nothing, also if they are put back only a few times. To eight counters on the table
/// and in the bags.
#[test]
fn poker() {
    let mut search = PlainSearch::default();
    for heaps in sorted_heaps(3, 4) {
        let left = 8u64.saturating_sub(heaps.iter().sum());
        for bags in all_heaps(2, left).iter().filter(|bags| bags.iter().sum::<u64>() <= left) {
            search.agrees_both_ways(&format!("poker {} bag={} put=2", list(&heaps), list(bags)));
        }
    }
}

#[test]
fn circles() {
    circles_agree(&[(2, 6, 1..=3), (3, 6, 1..=4), (4, 3, 1..=4), (5, 3, 1..=3), (6, 2, 1..=4)]);
}

/// A theorem needs no search.
#[test]
fn a_search_for_the_theory_can_be_stopped() {
    let sources = ["circular 2,2,2,2 k=2 misere p1", "endwythoff 9,8,7 p1", "nim 3,4,5 p1"].map(|text| {
        let position = parse(text);
        (position.theory().unwrap().source, position.theory_until(&|| true).is_some())
    });
    let searched = (TheorySource::Search, false);
    assert_eq!(sources, [searched, searched, (TheorySource::Theorem, true)]);
}

/// 7 * 8^6 positions can follow. The second circle is the largest that is searched.
#[test]
fn a_circle_of_seven_heaps() {
    let large = parse("circular 6,7,7,7,7,7,7 k=2 p1");
    let answer = large.theory().unwrap();
    assert!(answer.reason.starts_with("search of 1835008 positions, "), "{}", answer.reason);
    let winning = large.winning_moves().unwrap();
    assert_eq!(answer.best, winning.first().copied());
    let is_lost = |&mv: &HeapMove| large.play(mv).theory().unwrap().outcome == Outcome::Loss;
    assert!(winning.iter().all(is_lost) && !large.moves().iter().take(5).any(is_lost));
    for (size, is_known) in [(63, true), (64, false)] {
        let position = parse(&format!("circular {size},63,63,63 k=2 misere p1"));
        assert_eq!(position.theory().is_some(), is_known);
    }
}

#[test]
#[ignore = "takes some seconds"]
fn larger_circles() {
    circles_agree(&[(4, 5, 2..=3), (5, 5, 2..=3), (6, 3, 2..=5), (7, 2, 6..=6), (8, 2, 6..=6)]);
}

/// The theory of all circles with this many heaps, up to this size, for these `k`.
fn circles_agree(circles: &[(usize, u64, RangeInclusive<u64>)]) {
    for (heaps, largest, ks) in circles.iter().cloned() {
        for k in ks {
            let mut search = PlainSearch::default();
            for heaps in all_heaps(heaps, largest) {
                let text = format!("circular {} k={k}", list(&heaps));
                let position = parse(&format!("{text} p1"));
                if let Some(theorem) = circular::theorem(&position) {
                    assert_eq!((theorem.is_lost)(position.heaps()), !search.wins(&position), "{text}");
                }
                search.agrees(&position);
                if heaps.len() < 5 {
                    search.agrees(&parse(&format!("{text} misere p1")));
                }
            }
        }
    }
}

/// In every position that is won there is a move that leaves a lost one, at once and for heaps of any size.
#[test]
fn no_mistake_in_large_positions() {
    for (game, count) in [
        ("nim", 5_000),
        ("moore k=3", 500),
        ("lasker", 500),
        ("greedy", 500),
        ("end", 500),
        ("subtraction k=1000000007", 500),
        ("subtraction take=1,5,12", 500),
        ("poker", 500),
        ("kayles", 100),
    ] {
        let (name, parameters) = game.split_once(' ').unwrap_or((game, ""));
        let mut random = Random::new(1);
        for round in 0..2 * count {
            let heaps = 1 + random.below(8);
            let size = |_| random.next_u64() >> (2 + random.below(if round % 4 == 0 { 61 } else { 4 }));
            let heaps: Vec<u64> = (0..heaps).map(size).collect();
            let text = format!("{name} {} {parameters} {} p1", list(&heaps), ["", "misere"][round % 2]);
            // Poker Nim has no more than 2^63 - 1 counters.
            let Ok(position) = HeapPosition::parse(&text) else {
                assert!(name == "poker", "{text}");
                continue;
            };
            let answer = position.theory().unwrap();
            let Some(best) = answer.best else {
                assert!(!position.has_moves());
                continue;
            };
            assert!(position.is_legal(best), "{position:?}: {best:?}");
            let reply = position.play(best).theory().unwrap().outcome;
            let expected = if answer.outcome == Outcome::Win { Outcome::Loss } else { Outcome::Win };
            assert_eq!(reply, expected, "{position:?}");
        }
    }
}

#[test]
fn reasons() {
    for (text, expected) in [
        ("nim 3,4,5 p1", "theorem (Bouton 1901): nim-sum 2, take 2 from heap 1"),
        ("nim 1,1 p1", "theorem (Bouton 1901): nim-sum 0; every move loses, such as: take 1 from heap 2"),
        ("nim 0 p1", "the game is over: no legal move"),
        (
            "moore 1,2,3 k=2 p2",
            "theorem (Moore 1910): 2 binary columns are not divisible by 3, take 1 from heap 2 and take 2 from heap 3",
        ),
    ] {
        assert_eq!(parse(text).theory().unwrap().reason, expected, "{text}");
    }
    let over = parse("nim 0 misere p1").theory().unwrap();
    assert_eq!((over.outcome, over.best), (Outcome::Win, None));
}

#[test]
fn huge_positions_list_one_move() {
    let position = parse("nim 9223372036854775807,9223372036854775807,5 p1");
    assert_eq!(position.count_moves(), u64::MAX);
    assert_eq!(position.moves(), Vec::from_iter(position.theory().unwrap().best));
    let other = position.read_move("1:9223372036854775807-12").unwrap();
    assert!(position.is_legal(other) && position.has_moves());
    assert_eq!(position.play(other).heaps()[0], 12);
}

/// The numbers for which the position with this text is lost for the side to move.
fn lost(text: impl Fn(u64) -> String, numbers: RangeInclusive<u64>) -> Vec<u64> {
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
