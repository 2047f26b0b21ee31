//! Winning moves in sums of heaps whose Sprague-Grundy values are known.

use super::position::HeapVerdict;
use super::{HeapMove, HeapPosition};

/// The sum (xor) of values.
pub(super) fn nim_sum_of(values: &[u64]) -> u64 {
    values.iter().fold(0, |sum, value| sum ^ value)
}

/// The verdict on a sum of heaps with these Sprague-Grundy values. `option` returns a move that changes the value of a heap to
/// the given one, if there is such a move. `basis` returns the theorem for a nim-sum, as text.
pub(super) fn verdict(
    position: &HeapPosition,
    values: &[u64],
    option: &dyn Fn(usize, u64) -> Option<HeapMove>,
    basis: &dyn Fn(u64) -> String,
) -> Option<HeapVerdict> {
    let nim_sum = nim_sum_of(values);
    let verdict = HeapVerdict::theorem(winning_moves(position, values, option).next(), basis(nim_sum))?;
    Some(HeapVerdict { nim_sum: Some(nim_sum), ..verdict })
}

/// The winning moves in a sum of heaps with these values: one for every heap that has a winning move. There is none if the side
/// to move has lost.
/// `option` is as in [`verdict`].
///
/// In normal play the mover loses if the sum is 0 (Sprague 1935, Grundy 1939). In misere play this holds for
/// the games that are tame: as in Nim, the mover loses if some value is at least 2 and the sum is 0, or if all are less
/// and the sum is 1.
pub(super) fn winning_moves(
    position: &HeapPosition,
    values: &[u64],
    option: &dyn Fn(usize, u64) -> Option<HeapMove>,
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
