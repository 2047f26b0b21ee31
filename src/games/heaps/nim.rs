//! Nim: take any number of counters from one heap.
//!
//! The theory of normal and misere play is by C. L. Bouton, "Nim, a game with a complete mathematical theory" (1901).

use super::broken_rule::HeapRule;
use super::moves::HeapMove;
use super::position::{HeapListener, HeapPosition, HeapRules, HeapVerdict};
use super::sum;
use std::ops::ControlFlow;

pub(super) struct Nim;

impl HeapRules for Nim {
    fn name(&self) -> &'static str {
        "nim"
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        let mut heaps = position.filled();
        heaps.try_for_each(|(heap, size)| take_any(heap, size, listener))
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        Some(position.total())
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        position.broken_by_taking(mv, 1)
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let sum = sum::nim_sum_of(&position.heaps);
        let basis = format!("(Bouton 1901): nim-sum {sum}");
        HeapVerdict::of_sum(winning_move(position), sum, basis)
    }

    fn winning_moves(&self, position: &HeapPosition) -> Option<Vec<HeapMove>> {
        Some(winning_moves(position).collect())
    }
}

/// Lists the moves that take from one heap, one counter first.
pub(super) fn take_any(heap: usize, size: u64, listener: &mut HeapListener) -> ControlFlow<()> {
    let mut sizes = (0..size).rev();
    sizes.try_for_each(|left| listener(HeapMove::change(heap, left)))
}

/// A winning move of Nim on the heaps of a position.
pub(super) fn winning_move(position: &HeapPosition) -> Option<HeapMove> {
    winning_moves(position).next()
}

/// All winning moves of Nim: at most one on each heap, since its size is its value.
fn winning_moves(position: &HeapPosition) -> impl Iterator<Item = HeapMove> {
    sum::winning_moves(position, &position.heaps, |heap, size| {
        (size < position.heaps[heap]).then(|| HeapMove::change(heap, size))
    })
}
