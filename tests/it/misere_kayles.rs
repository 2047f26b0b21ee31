//! The theory of misere Kayles against a plain search of all positions with so many pins.

use crate::prelude::*;
use kempelen::game::Theory;
use kempelen::games::heaps::HeapPosition;

fn parse(text: &str) -> HeapPosition {
    HeapPosition::parse(text).unwrap()
}

/// Adds all sorted lists of rows with this many pins, of which none is shorter than `least`, to `lists`.
fn sorted_rows(pins: u64, least: u64, rows: &mut Vec<u64>, lists: &mut Vec<Vec<u64>>) {
    if pins == 0 {
        lists.push(rows.clone());
    }
    for row in least..=pins {
        rows.push(row);
        sorted_rows(pins - row, row, rows, lists);
        rows.pop();
    }
}

/// The rows that are left after each move, sorted.
fn after_moves(rows: &[u64]) -> Vec<Vec<u64>> {
    let mut after = Vec::new();
    for (place, &row) in rows.iter().enumerate() {
        for rest in (1..=2).filter_map(|taken| row.checked_sub(taken)) {
            for part in 0..=rest / 2 {
                let mut left = [&rows[..place], &rows[place + 1..], &[part, rest - part]].concat();
                left.retain(|&row| row > 0);
                left.sort_unstable();
                after.push(left);
            }
        }
    }
    after
}

/// Compares theory and search up to this number of pins.
fn agrees_to(pins: u64) {
    let mut lost: HashSet<Vec<u64>> = HashSet::new();
    for pins in 1..=pins {
        let mut lists = Vec::new();
        sorted_rows(pins, 1, &mut Vec::new(), &mut lists);
        for rows in lists {
            // Who has no move in misere play wins, so the empty position is not lost.
            let wins = after_moves(&rows).iter().any(|after| lost.contains(after));
            let heaps = rows.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            let position = parse(&format!("kayles {heaps} misere p1"));
            let answer = position.theory().unwrap();
            assert_eq!(answer.outcome == Outcome::Win, wins, "{rows:?}: {}", answer.reason);
            if wins {
                let mut left = position.play(answer.best.unwrap()).heaps().to_vec();
                left.retain(|&row| row > 0);
                left.sort_unstable();
                assert!(lost.contains(&left), "{rows:?}: {}", answer.reason);
            } else {
                lost.insert(rows);
            }
        }
    }
}

#[test]
fn to_26_pins() {
    agrees_to(26);
}

#[test]
#[ignore = "takes half a minute"]
fn to_50_pins() {
    agrees_to(50);
}

#[test]
fn reasons_and_long_rows() {
    let reason = |text: &str| parse(text).theory().unwrap().reason;
    for (text, expected) in [
        ("kayles 60 misere p1", "nim-sum 4, as in normal play, take 2 from heap 1 and split the rest into 5 and 53"),
        (
            "kayles 1,5 misere p1",
            "nim-sum 5, an exception of misere play; every move loses, such as: take 1 from heap 2",
        ),
        (
            "kayles 9,9 misere p1",
            "nim-sum 0, an exception of misere play, take 1 from heap 1 and split the rest into 4 and 4",
        ),
        (
            "octal 7,7 rules=0.77 misere p1",
            "nim-sum 0, as in normal play; every move loses, such as: take 1 from heap 2",
        ),
    ] {
        assert_eq!(reason(text), format!("theorem (Sibert and Conway 1992): {expected}"), "{text}");
    }
    let is_lost = |size: u64| parse(&format!("kayles {size} misere p1")).theory().unwrap().outcome == Outcome::Loss;
    assert_eq!((1..=300).filter(|&size| is_lost(size)).collect::<Vec<_>>(), [1, 4, 9, 12, 20]);
    let long = parse("kayles 30000,30001 misere p1");
    let after = long.play(long.theory().unwrap().best.unwrap());
    assert_eq!(after.theory().unwrap().outcome, Outcome::Loss);
    // Too long to list the moves.
    let endless = parse("kayles 9000000000000000000,7 misere p1");
    let after = endless.play(endless.theory().unwrap().best.unwrap());
    assert_eq!(after.theory().unwrap().outcome, Outcome::Loss);
}
