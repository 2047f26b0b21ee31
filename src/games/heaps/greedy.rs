//! Greedy Nim: take any number of counters from a largest heap.
//!
//! The side to move has lost if the number of largest heaps is even (M. H. Albert and R. J. Nowakowski, "Nim restrictions",
//! 2004). In misere play this changes only if all heaps are of one counter: then it has lost if their number is odd.

use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict};
use super::{HeapMove, HeapRule, nim};
use std::ops::ControlFlow;

pub(super) struct Greedy;

impl HeapRules for Greedy {
    fn facts(&self) -> HeapFacts {
        HeapFacts::named("greedy")
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        let (largest, _) = largest(&position.heaps);
        let mut heaps = position.filled().filter(|&(_, size)| size == largest);
        heaps.try_for_each(|(heap, size)| nim::take_any(heap, size, listener))
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        let (largest, count) = largest(&position.heaps);
        Some(largest.saturating_mul(count))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        position.broken_by_taking(mv, 1).or_else(|| {
            let (heap, _) = mv.single_change()?;
            (position.heaps[heap] < largest(&position.heaps).0).then_some(HeapRule::LargestHeap)
        })
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let (_, count) = largest(&position.heaps);
        let basis = format!("(Albert and Nowakowski 2004): number of largest heaps {count}");
        HeapVerdict::theorem(winning_move(position), basis)
    }
}

/// The size of the largest heaps, and their number.
fn largest(heaps: &[u64]) -> (u64, u64) {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    (largest, heaps.iter().filter(|&&size| size == largest).count() as u64)
}

/// To take all of a largest heap, or all that makes it greater than the next one, or all but one counter.
fn winning_move(position: &HeapPosition) -> Option<HeapMove> {
    let (size, _) = largest(&position.heaps);
    let (heap, _) = position.filled().find(|&(_, it)| it == size)?;
    let mut heaps = position.heaps.clone();
    heaps.swap_remove(heap);
    let sizes = [0, largest(&heaps).0, 1].into_iter().filter(|&less| less < size);
    let mut moves = sizes.map(|size| [heaps.as_slice(), &[size]].concat());
    moves.find(|heaps| is_lost(heaps, position.misere))?.last().map(|&size| HeapMove::change(heap, size))
}

/// Whether the side to move has lost.
fn is_lost(heaps: &[u64], misere: bool) -> bool {
    let (largest, count) = largest(heaps);
    match (largest, misere) {
        (0, _) => !misere,
        (1, true) => !count.is_multiple_of(2),
        _ => count.is_multiple_of(2),
    }
}
