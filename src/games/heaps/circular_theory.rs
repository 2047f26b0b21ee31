//! The lost positions of Circular Nim that are known in normal play.

use super::moves::{HeapChanges, HeapMove};
use super::{HeapPosition, nim};

/// A theorem on a circle.
pub(super) struct CircleTheorem {
    /// By whom, and when.
    pub source: &'static str,
    /// Whether the side to move has lost.
    pub is_lost: fn(&[u64]) -> bool,
    /// A winning move, if it can be constructed: `Some(None)` in a lost position.
    pub winning_move: Option<Option<HeapMove>>,
}

const DUFOUR_HEUBACH: &str = "Dufour and Heubach 2013";
const EHRENBORG_STEINGRIMSSON: &str = "Ehrenborg and Steingrimsson 1996";

/// The theorem on the circle of a position, if there is one.
pub(super) fn theorem(position: &HeapPosition) -> Option<CircleTheorem> {
    let count = position.heaps.len() as u64;
    if position.k() == 1 {
        return Some(CircleTheorem {
            source: "Bouton 1901",
            is_lost: |heaps| heaps.iter().fold(0, |sum, size| sum ^ size) == 0,
            winning_move: Some(nim::winning_move(position)),
        });
    }
    if position.misere {
        return None;
    }
    if position.k() >= count {
        return Some(CircleTheorem {
            source: "all heaps may be taken",
            is_lost: |heaps| heaps.iter().all(|&size| size == 0),
            winning_move: Some(reduce(position, &vec![0; position.heaps.len()])),
        });
    }
    if position.k() + 1 == count {
        let least = position.heaps.iter().copied().min().unwrap_or(0);
        return Some(CircleTheorem {
            source: EHRENBORG_STEINGRIMSSON,
            is_lost: |heaps| heaps.iter().all(|&size| size == heaps[0]),
            winning_move: Some(reduce(position, &vec![least; position.heaps.len()])),
        });
    }
    let (source, is_lost): (_, fn(&[u64]) -> bool) = match (count, position.k()) {
        (4, 2) => (EHRENBORG_STEINGRIMSSON, |heaps| heaps[0] == heaps[2] && heaps[1] == heaps[3]),
        (5, 2) => (EHRENBORG_STEINGRIMSSON, |heaps| {
            turned(heaps, |it| it.iter().all(|&size| size <= it[0]) && it[1] == it[4] && sum(it, 0, 1) == sum(it, 2, 3))
        }),
        (5, 3) => (EHRENBORG_STEINGRIMSSON, |heaps| {
            turned(heaps, |it| it[0] == 0 && it[1] == it[4] && sum(it, 2, 3) == it[1].into())
        }),
        (6, 3) => (EHRENBORG_STEINGRIMSSON, opposite_sums),
        (6, 4) => (DUFOUR_HEUBACH, |heaps| {
            opposite_sums(heaps)
                && turned(heaps, |it| it[0] ^ it[2] ^ it[4] == 0 && it.iter().all(|&size| it[0] <= size))
        }),
        (8, 6) => (DUFOUR_HEUBACH, |heaps| {
            turned(heaps, |it| {
                let x = u128::from(it[1]);
                let sums = it[0] == 0 && it[7] == it[1] && sum(it, 2, 3) == x && sum(it, 5, 6) == x;
                sums && u128::from(it[4]) == x.min(sum(it, 2, 6))
            })
        }),
        _ => return None,
    };
    let winning_move = ((count, position.k()) == (4, 2)).then(|| {
        let [a, b] = [0, 1].map(|heap| position.heaps[heap].min(position.heaps[heap + 2]));
        reduce(position, &[a, b, a, b])
    });
    Some(CircleTheorem { source, is_lost, winning_move })
}

/// The move that gives the heaps these sizes; `None` if they have them already.
fn reduce(position: &HeapPosition, sizes: &[u64]) -> Option<HeapMove> {
    HeapChanges::between(&position.heaps, sizes).map(HeapMove::Change)
}

fn sum(heaps: &[u64], one: usize, other: usize) -> u128 {
    u128::from(heaps[one]) + u128::from(heaps[other])
}

/// Whether two neighbours of six have the same sum as the two opposite ones.
fn opposite_sums(heaps: &[u64]) -> bool {
    sum(heaps, 0, 1) == sum(heaps, 3, 4) && sum(heaps, 1, 2) == sum(heaps, 4, 5)
}

/// Whether `is_lost` is true of the circle, from some heap on, in one direction or the other.
fn turned(heaps: &[u64], is_lost: impl Fn(&[u64]) -> bool) -> bool {
    let mut heaps = heaps.to_vec();
    (0..2).any(|_| {
        heaps.reverse();
        (0..heaps.len()).any(|_| {
            heaps.rotate_left(1);
            is_lost(&heaps)
        })
    })
}
