//! Nim: take any number of counters from one heap.
//!
//! The theory of normal and misere play is by C. L. Bouton, "Nim, a game with a complete mathematical theory" (1901).

use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict};
use super::{HeapMove, HeapRule, sum};
use std::ops::ControlFlow;

pub(super) struct Nim;

impl HeapRules for Nim {
    fn facts(&self) -> HeapFacts {
        HeapFacts::named("nim")
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        position.filled().try_for_each(|(heap, size)| take_any(heap, size, listener))
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        Some(position.total())
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        position.broken_by_taking(mv, 1)
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let basis = |sum| format!("(Bouton 1901): nim-sum {sum}");
        sum::verdict(position, &position.heaps, &|heap, size| reduce(position, heap, size), &basis)
    }

    fn winning_moves(&self, position: &HeapPosition) -> Option<Vec<HeapMove>> {
        Some(winning_moves(position))
    }
}

/// Lists the moves that take from one heap, one counter first.
pub(super) fn take_any(heap: usize, size: u64, listener: &mut HeapListener) -> ControlFlow<()> {
    (0..size).rev().try_for_each(|left| listener(HeapMove::change(heap, left)))
}

/// All winning moves of Nim on the heaps of a position: at most one on each heap, since its size is its value.
pub(super) fn winning_moves(position: &HeapPosition) -> Vec<HeapMove> {
    sum::winning_moves(position, &position.heaps, &|heap, size| reduce(position, heap, size)).collect()
}

fn reduce(position: &HeapPosition, heap: usize, size: u64) -> Option<HeapMove> {
    (size < position.heaps[heap]).then(|| HeapMove::change(heap, size))
}
