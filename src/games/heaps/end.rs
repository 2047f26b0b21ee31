//! End-Nim: heaps in a row; take any number of counters from a heap at an end of the row.
//!
//! The theory is by M. H. Albert and R. J. Nowakowski, "The game of End-Nim" (2001). In misere play only the empty row and rows
//! of single counters are different.

use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict};
use super::{HeapMove, HeapRule, HeapSymmetry, nim};
use std::ops::ControlFlow;

pub(super) struct End;

impl HeapRules for End {
    fn facts(&self) -> HeapFacts {
        HeapFacts { max_heaps: MAX_ROW, symmetry: HeapSymmetry::Row, ..HeapFacts::named("end") }
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        let mut heaps = ends(position).into_iter().map(|heap| (heap, position.heaps[heap]));
        heaps.try_for_each(|(heap, size)| nim::take_any(heap, size, listener))
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        Some(ends(position).into_iter().map(|heap| position.heaps[heap]).sum())
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        position.broken_by_taking(mv, 1).or_else(|| {
            let (heap, _) = mv.single_change()?;
            (!ends(position).contains(&heap)).then_some(HeapRule::EndHeap)
        })
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let row: Vec<u64> = position.filled().map(|(_, size)| size).collect();
        let basis = format!("(Albert and Nowakowski 2001) for a row of {} heaps", row.len());
        HeapVerdict::theorem(winning_move(position, &row), basis)
    }
}

/// The greatest number of heaps in a row: the theory takes time by the square of it.
const MAX_ROW: usize = 1_000;

/// The first and the last heap that is not empty: two heaps, one, or none.
pub(super) fn ends(position: &HeapPosition) -> Vec<usize> {
    let mut filled = position.filled().map(|(heap, _)| heap);
    filled.next().into_iter().chain(filled.next_back()).collect()
}

fn winning_move(position: &HeapPosition, row: &[u64]) -> Option<HeapMove> {
    let ends = ends(position);
    let (first, last) = (*ends.first()?, *ends.last()?);
    let size = |rest: &[u64], found: u64| {
        if position.misere && rest.iter().all(|&size| size == 1) { 1 - rest.len() as u64 % 2 } else { found }
    };
    let [(_, right), (left, _)] = balancing_heaps(row);
    let left = size(&row[1..], left);
    let right = size(&row[..row.len() - 1], right);
    if left < position.heaps[first] {
        // If the balancing heap is greater than the end itself, the row is lost or the other end wins.
        Some(HeapMove::change(first, left))
    } else if right < position.heaps[last] {
        Some(HeapMove::change(last, right))
    } else {
        None
    }
}

/// For the row without its last heap, and for the row without its first one: the size of the heap which, added on the
/// left, makes it lost for the side to move, and the same on the right. The size is 0 if it is lost without it.
///
/// If the row `w` needs `l` on the left and `r` on the right, the row `wy` needs on its left the heap that has
/// the same place among all heaps but `l` as `y` has among all heaps but `r`, and nothing if `y = r`.
fn balancing_heaps(row: &[u64]) -> [(u64, u64); 2] {
    let match_heap = |own: u64, other: u64, added: u64| {
        if added == other {
            return 0;
        }
        let place = added - u64::from(0 < other && other < added);
        place + u64::from(0 < own && own <= place)
    };
    // The balancing heaps of all rows of one length, by their first heap.
    let mut rows = vec![(0, 0); row.len() + 1];
    for length in 1..row.len() {
        for start in 0..=row.len() - length {
            let (left, right) = rows[start];
            let (next_left, next_right) = rows[start + 1];
            let (first, last) = (row[start], row[start + length - 1]);
            rows[start] = (match_heap(left, right, last), match_heap(next_right, next_left, first));
        }
    }
    [rows[0], rows[1]]
}
