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
        let basis = format!("(Albert and Nowakowski 2001) for a row of {} heaps", position.filled().count());
        HeapVerdict::theorem(winning_moves(position).first().copied(), basis)
    }

    fn winning_moves(&self, position: &HeapPosition) -> Option<Vec<HeapMove>> {
        Some(winning_moves(position))
    }
}

/// The greatest number of heaps in a row: the theory takes time by the square of it.
const MAX_ROW: usize = 1_000;

/// The first and the last heap that is not empty: two heaps, one, or none.
pub(super) fn ends(position: &HeapPosition) -> Vec<usize> {
    let mut filled = position.filled().map(|(heap, _)| heap);
    filled.next().into_iter().chain(filled.next_back()).collect()
}

/// At most one move on each end: to the size that makes the row lost, if the end is greater.
fn winning_moves(position: &HeapPosition) -> Vec<HeapMove> {
    let row: Vec<u64> = position.filled().map(|(_, size)| size).collect();
    let rests = row.split_first().zip(row.split_last());
    let Some(((_, but_first), (_, but_last))) = rests else { return Vec::new() };
    let size = |rest: &[u64], found: u64| {
        if position.misere && rest.iter().all(|&size| size == 1) { 1 - rest.len() as u64 % 2 } else { found }
    };
    let [(_, right), (left, _)] = balancing_heaps(&row);
    let sizes = [size(but_first, left), size(but_last, right)];
    let moves = ends(position).into_iter().zip(sizes).filter(|&(heap, size)| size < position.heaps[heap]);
    moves.map(|(heap, size)| HeapMove::change(heap, size)).collect()
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
