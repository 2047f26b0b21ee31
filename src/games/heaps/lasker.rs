//! Lasker's Nim: take any number of counters from one heap, or split a heap in two.
//!
//! The values are by E. Lasker, "Brettspiele der Völker" (1931): those of Nim, but 4k - 1 for a heap of 4k, and 4k + 4 for one
//! of 4k + 3. The game is tame, so misere play follows from them as in Nim.

use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict};
use super::{HeapMove, HeapRule, nim, sum};
use std::ops::ControlFlow;

pub(super) struct Lasker;

impl HeapRules for Lasker {
    fn facts(&self) -> HeapFacts {
        HeapFacts::named("lasker")
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        for (heap, size) in position.filled() {
            nim::take_any(heap, size, listener)?;
            for part in 1..=size / 2 {
                listener(HeapMove::Split { heap: heap as u32, parts: [part, size - part] })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        Some(position.heaps.iter().map(|size| size / 2).fold(position.total(), u64::saturating_add))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        let HeapMove::Split { heap, parts } = mv else { return position.broken_by_taking(mv, 1) };
        let Some(&size) = position.heaps.get(heap as usize) else { return Some(HeapRule::NamesHeaps) };
        let splits = parts[0] > 0 && parts.is_sorted() && parts[0].checked_add(parts[1]) == Some(size);
        (!splits).then_some(HeapRule::PartsOfHeap)
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let values: Vec<u64> = position.heaps.iter().copied().map(value).collect();
        let option = |heap: usize, target| option(heap, position.heaps[heap], target);
        sum::verdict(position, &values, &option, &|sum| format!("(Lasker 1931): nim-sum {sum} of the values"))
    }
}

/// The Sprague-Grundy value of a heap. Every number is the value of exactly one heap, that whose size is the value of a heap
/// of this number.
fn value(size: u64) -> u64 {
    match size % 4 {
        0 if size > 0 => size - 1,
        3 => size + 1,
        _ => size,
    }
}

/// A move that gives a heap a smaller value, or one of 0 or 1.
fn option(heap: usize, size: u64, target: u64) -> Option<HeapMove> {
    let smaller = value(target);
    if smaller < size {
        Some(HeapMove::change(heap, smaller))
    } else if size % 4 == 3 && target == size {
        // 1 + (4k + 2) has the value 4k + 3, which no smaller heap has.
        Some(HeapMove::Split { heap: heap as u32, parts: [1, size - 1] })
    } else {
        None
    }
}
