//! Misere Kayles: the positions in which the side to move has lost.
//!
//! They are those of nim-sum 0, as in normal play, but for the families of exceptions that W. L. Sibert and J. H. Conway found
//! in "Mathematical Kayles" (1992). The rows of all exceptions are among those of 1, 4, 5, 9, 12, 17, 20 and 25 pins.

use super::HeapMove;
use super::position::{HeapPosition, HeapVerdict};

/// The rows that exceptions consist of.
const EXCEPTIONAL: [u64; 8] = [1, 4, 5, 9, 12, 17, 20, 25];

/// What decides a position.
#[derive(Clone, Copy, Default)]
struct RowCounts {
    /// How many rows there are of each size of [`EXCEPTIONAL`].
    exceptional: [usize; 8],
    /// How many other rows there are.
    others: usize,
    nim_sum: u64,
}

impl RowCounts {
    /// Adds a row, or removes it if `by` is -1.
    fn change(&mut self, size: u64, value: u64, by: isize) {
        if size > 0 {
            let place = EXCEPTIONAL.iter().position(|&it| it == size);
            let count = place.map_or(&mut self.others, |place| &mut self.exceptional[place]);
            *count = count.wrapping_add_signed(by);
            self.nim_sum ^= value;
        }
    }

    /// Whether the side to move has lost.
    fn is_lost(&self) -> bool {
        let [ones, fours, fives, nines, twelves, seventeens, twenties, twenty_fives] = self.exceptional;
        let is_odd = |count: usize| count % 2 == 1;
        let small = ones + fours;
        let great = nines + twelves + seventeens;
        let is_regular = self.nim_sum == 0;
        match (self.others, fives, great + twenties + twenty_fives) {
            (0, _, 0) => is_odd(small),
            (0, 0, _) if is_odd(great) => match (nines, twelves, seventeens + twenties, twenty_fives) {
                (_, 0, 0, 0) | (0, 1, 0, 0) => !is_odd(small),
                (_, 0, 0, 1) => is_odd(small),
                _ => is_regular,
            },
            (0, 0, _) if twenty_fives == 0 => is_odd(small + twenties),
            (0, 0, _) if twenty_fives == 1 => false,
            _ => is_regular,
        }
    }
}

/// Who wins misère Kayles from these rows of pins; `None` if the value of a row is not known.
pub(super) fn verdict(position: &HeapPosition) -> Option<HeapVerdict> {
    let taking = position.taking.as_deref()?;
    let values = taking.values();
    let mut counts = RowCounts::default();
    for &size in &position.heaps {
        counts.change(size, values.value(size)?, 1);
    }
    let is_lost = counts.is_lost();
    let kind = if is_lost == (counts.nim_sum == 0) { "as in normal play" } else { "an exception of misere play" };
    let basis = format!("(Sibert and Conway 1992): nim-sum {}, {kind}", counts.nim_sum);
    // Exceptions have short rows only, so that here too longer first parts change nothing.
    let mut rows: Vec<_> = position.filled().filter(|_| !is_lost).collect();
    rows.sort_by_key(|&(_, size)| size);
    rows.dedup_by_key(|&mut (_, size)| size);
    let winning_move = rows.into_iter().find_map(|(heap, size)| {
        let mut rest = counts;
        rest.change(size, values.value(size)?, -1);
        let wins = |parts: [u64; 2]| {
            let mut after = rest;
            for part in parts {
                after.change(part, values.value(part).unwrap_or(0), 1);
            }
            after.is_lost()
        };
        taking.find_option(size, wins).map(|parts| HeapMove::leaving(heap, parts))
    });
    HeapVerdict::theorem(winning_move, basis)
}
