//! Circular Nim by a table of all positions with heaps of at most the same sizes. A lost position marks the positions with a
//! move to it as won; what no smaller position has marked is lost.

use super::HeapMove;
use super::position::{HeapPosition, HeapVerdict};
use crate::game::{Game, TheorySource};
use crate::system::StopSignal;

/// The greatest number of positions of a table.
const MAX_POSITIONS: usize = 1 << 24;

/// The greatest number of marks, so that a table takes seconds.
const MAX_MARKS: u64 = 1 << 30;

/// The verdict on a circle; `None` as in [`winning_moves`].
pub(super) fn verdict(position: &HeapPosition, stop: StopSignal) -> Option<HeapVerdict> {
    let (moves, count) = winning_moves(position, stop)?;
    let basis = format!("search of {count} positions");
    Some(HeapVerdict { winning_move: moves.first().copied(), nim_sum: None, source: TheorySource::Search, basis })
}

/// All winning moves on a circle, and the number of positions in its table. `None` in other games, if the table would be too large, and
/// if `stop` interrupts the work.
pub(super) fn winning_moves(position: &HeapPosition, stop: StopSignal) -> Option<(Vec<HeapMove>, usize)> {
    if position.game() != "circular" || !position.is_listed() {
        return None;
    }
    // The number of a position is that of its heaps as digits: the weight and the greatest value of each.
    let mut digits = Vec::new();
    let mut count = 1usize;
    for &size in &position.heaps {
        let size = usize::try_from(size).ok()?;
        digits.push((count, size));
        count = count.checked_mul(size + 1).filter(|&count| count <= MAX_POSITIONS)?;
    }
    let circle = digits.len();
    let k = circle.min(position.k() as usize);
    let neighbours = |first| (first..first + k).map(|heap| digits[heap % circle]).collect();
    let neighbours: Vec<Vec<_>> = (0..circle).map(neighbours).collect();
    let (mut is_won, mut marks) = (vec![false; count], 0);
    // In misere play the side to move wins if there are no counters.
    is_won[0] = position.misere;
    for number in 0..count {
        if !is_won[number] {
            if stop() {
                return None;
            }
            marks += neighbours.iter().map(|heaps| mark(&mut is_won, number, number, heaps)).sum::<u64>();
            is_won[number] = false;
        }
        if marks > MAX_MARKS {
            return None;
        }
    }
    let number =
        |heaps: &[u64]| heaps.iter().zip(&digits).map(|(&size, (weight, _))| size as usize * weight).sum::<usize>();
    let mut moves = position.moves();
    moves.retain(|&mv| !is_won[number(&position.play(mv).heaps)]);
    Some((moves, count))
}

/// Marks a position, and those with more counters than `lost` on these heaps. Returns the number of marks.
fn mark(is_won: &mut [bool], number: usize, lost: usize, heaps: &[(usize, usize)]) -> u64 {
    let Some((&(weight, size), others)) = heaps.split_first() else {
        is_won[number] = true;
        return 1;
    };
    let left = size - lost / weight % (size + 1);
    (0..=left).map(|more| mark(is_won, number + more * weight, lost, others)).sum()
}
