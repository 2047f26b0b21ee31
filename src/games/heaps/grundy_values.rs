//! Tables of Sprague-Grundy values, and their periods.

use super::octal::TakingDigit;
use super::sparse_space::SparseSpace;

/// The Sprague-Grundy values of single heaps, from the empty heap up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrundyValues {
    values: Vec<u32>,
    period: Option<GrundyPeriod>,
}

/// A period that is proved to last for ever: `G(n + length) = G(n)` for all `n` from `start` on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GrundyPeriod {
    /// The first heap of the period.
    pub start: u64,
    /// Its length.
    pub length: u64,
}

/// When to stop the computation of a table.
#[derive(Clone, Copy)]
pub struct GrundyLimit<'a> {
    /// The greatest heap.
    pub largest: u64,
    /// Whether to stop when a period is proved.
    pub until_period: bool,
    /// Asked from time to time, with the number of values computed so far.
    pub interrupted: &'a dyn Fn(u64) -> bool,
}

impl GrundyLimit<'_> {
    /// Until a period is proved, or up to this heap.
    pub const fn up_to(largest: u64) -> GrundyLimit<'static> {
        GrundyLimit { largest, until_period: true, interrupted: &|_| false }
    }
}

/// The number of values between two questions whether to go on.
const VALUES_AT_ONCE: usize = 256;

impl GrundyValues {
    /// The values of the heaps of a game with these digits. `proves` decides whether a period `p` is proved when
    /// `G(n + p) = G(n)` holds up to the given `n`.
    pub(super) fn new(
        digits: &[TakingDigit],
        limit: &GrundyLimit,
        proves: &dyn Fn(GrundyPeriod, u64) -> bool,
    ) -> GrundyValues {
        let mut space = SparseSpace::default();
        let mut values = Vec::new();
        let mut next_check = 32;
        let proved = |values: &[u32]| {
            let checked = |period: &GrundyPeriod| values.len() as u64 - period.length;
            periods(values).find(|period| proves(*period, checked(period)))
        };
        while values.len() as u64 <= limit.largest {
            values.push(next_value(digits, &values, &mut space));
            let count = values.len();
            if count.is_multiple_of(VALUES_AT_ONCE) && (limit.interrupted)(count as u64) {
                break;
            }
            if limit.until_period && count == next_check {
                next_check += next_check / 2;
                let period = proved(&values);
                if period.is_some() {
                    return GrundyValues { values, period };
                }
            }
        }
        GrundyValues { period: proved(&values), values }
    }

    /// The value of a heap; `None` beyond the table if no period is proved.
    pub fn value(&self, size: u64) -> Option<u64> {
        let size = match self.period {
            Some(GrundyPeriod { start, length }) if size >= start => start + (size - start) % length,
            _ => size,
        };
        let value = self.values.get(usize::try_from(size).ok()?);
        value.map(|&value| value.into())
    }

    /// The values that were computed.
    pub fn computed(&self) -> &[u32] {
        &self.values
    }

    /// The period, if one is proved.
    pub fn period(&self) -> Option<GrundyPeriod> {
        self.period
    }
}

/// The value of the heap that comes next in the table.
fn next_value(digits: &[TakingDigit], values: &[u32], space: &mut SparseSpace) -> u32 {
    let size = values.len() as u64;
    let (mut single, mut splits) = (Vec::new(), Vec::new());
    for digit in digits.iter().filter(|digit| digit.taken <= size) {
        let rest = size - digit.taken;
        if digit.allows_one(rest) {
            single.push(values[rest as usize]);
        }
        let greatest = digit.greatest_part(rest) as usize;
        if greatest > 0 {
            splits.push((1..greatest + 1, rest as usize));
        }
    }
    space.mex(values, &single, &splits)
}

/// The periods of the last values, each with the first heap from which on it holds in the table.
fn periods(values: &[u32]) -> impl Iterator<Item = GrundyPeriod> {
    (1..=values.len() / 2).map(|length| {
        let start = values.iter().zip(&values[length..]).rposition(|(one, other)| one != other);
        GrundyPeriod { start: start.map_or(0, |last| last as u64 + 1), length: length as u64 }
    })
}
