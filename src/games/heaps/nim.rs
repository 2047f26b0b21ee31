//! Nim: take any number of counters from one heap.
//!
//! The theory of normal and misere play is by C. L. Bouton, "Nim, a game with a complete mathematical theory" (1901). It holds for
//! all sums of heaps whose Sprague-Grundy values are known.

use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict};
use super::{HeapMove, HeapRule};
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
        sum_verdict(position, &position.heaps, |heap, size| reduce(position, heap, size), basis)
    }

    fn winning_moves(&self, position: &HeapPosition) -> Option<Vec<HeapMove>> {
        Some(winning_moves(position).collect())
    }
}

/// Lists the moves that take from one heap, one counter first.
pub(super) fn take_any(heap: usize, size: u64, listener: &mut HeapListener) -> ControlFlow<()> {
    (0..size).rev().try_for_each(|left| listener(HeapMove::change(heap, left)))
}

/// A winning move of Nim on the heaps of a position.
pub(super) fn winning_move(position: &HeapPosition) -> Option<HeapMove> {
    winning_moves(position).next()
}

/// All winning moves of Nim: at most one on each heap, since its size is its value.
fn winning_moves(position: &HeapPosition) -> impl Iterator<Item = HeapMove> {
    winning_moves_of_sum(position, &position.heaps, |heap, size| reduce(position, heap, size))
}

fn reduce(position: &HeapPosition, heap: usize, size: u64) -> Option<HeapMove> {
    (size < position.heaps[heap]).then(|| HeapMove::change(heap, size))
}

/// The sum (xor) of values.
pub(super) fn nim_sum_of(values: &[u64]) -> u64 {
    values.iter().fold(0, |sum, value| sum ^ value)
}

/// The verdict of a theorem on a sum of heaps with these values. `option` is a move that gives a heap another value, if
/// there is one; `basis` says what the verdict rests on, by the nim-sum.
pub(super) fn sum_verdict(
    position: &HeapPosition,
    values: &[u64],
    option: impl FnMut(usize, u64) -> Option<HeapMove>,
    basis: impl FnOnce(u64) -> String,
) -> Option<HeapVerdict> {
    let nim_sum = nim_sum_of(values);
    let verdict = HeapVerdict::theorem(winning_moves_of_sum(position, values, option).next(), basis(nim_sum))?;
    Some(HeapVerdict { nim_sum: Some(nim_sum), ..verdict })
}

/// For every heap that has one a winning move, in a sum of heaps with these values; none if the side to move has lost.
/// `option` is as in [`sum_verdict`].
///
/// In normal play the mover loses if the sum is 0 (Sprague 1935, Grundy 1939). In misere play this holds for
/// the games that are tame: as in Nim, the mover loses if some value is at least 2 and the sum is 0, or if all are less
/// and the sum is 1.
pub(super) fn winning_moves_of_sum(
    position: &HeapPosition,
    values: &[u64],
    mut option: impl FnMut(usize, u64) -> Option<HeapMove>,
) -> impl Iterator<Item = HeapMove> {
    let sum = nim_sum_of(values);
    let great = values.iter().filter(|&&value| value >= 2).count();
    let misere = position.misere;
    let target = move |value: u64| {
        let others = sum ^ value;
        let great_others = great - usize::from(value >= 2);
        if misere && great_others == 0 { others ^ 1 } else { others }
    };
    let lost = if misere && great == 0 { 1 } else { 0 };
    let count = if sum == lost { 0 } else { values.len() };
    // A smaller value is always among the options, a greater one seldom.
    let targets = values[..count].iter().map(|&value| target(value));
    let (smaller, greater): (Vec<_>, Vec<_>) = targets.enumerate().partition(|&(heap, target)| target < values[heap]);
    smaller.into_iter().chain(greater).filter_map(move |(heap, target)| option(heap, target))
}
