//! Winning moves in sums of heaps whose Sprague-Grundy values are known.

use super::moves::HeapMove;
use super::position::HeapPosition;

/// The sum (xor) of values.
pub(super) fn nim_sum_of(values: &[u64]) -> u64 {
    values.iter().fold(0, |sum, value| sum ^ value)
}

/// A winning move in a sum of heaps with these values; `None` if the side to move has lost. `option` is a move that
/// gives a heap another value, if there is one.
///
/// In normal play the mover loses if the sum is 0 (Sprague 1935, Grundy 1939). In misere play this holds for
/// the games that are tame: as in Nim, the mover loses if some value is at least 2 and the sum is 0, or if all are less
/// and the sum is 1.
pub(super) fn winning_move(
    position: &HeapPosition,
    values: &[u64],
    mut option: impl FnMut(usize, u64) -> Option<HeapMove>,
) -> Option<HeapMove> {
    let sum = nim_sum_of(values);
    let great = values.iter().filter(|&&value| value >= 2).count();
    let lost = if position.misere && great == 0 { 1 } else { 0 };
    if sum == lost {
        return None;
    }
    let target = |heap: usize| {
        let others = sum ^ values[heap];
        let great_others = great - usize::from(values[heap] >= 2);
        if position.misere && great_others == 0 {
            others ^ 1
        } else {
            others
        }
    };
    // A smaller value is always among the options, a greater one seldom.
    let (smaller, greater): (Vec<usize>, Vec<usize>) =
        (0..values.len()).partition(|&heap| target(heap) < values[heap]);
    let mut heaps = smaller.into_iter().chain(greater);
    heaps.find_map(|heap| option(heap, target(heap)))
}
