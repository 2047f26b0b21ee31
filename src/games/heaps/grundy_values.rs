//! Tables of Sprague-Grundy values, and their periods.

use super::octal::{OctalCode, OctalRest};
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
    /// The values of the game in which a number of the set `taken` is taken from a heap. The numbers must be greater than 0.
    ///
    /// A value depends on the last `max` values, where `max` is the greatest number: when `max` values in a row are
    /// repeated, all that follow are.
    pub fn of_subtraction(taken: &[u64], limit: &GrundyLimit) -> GrundyValues {
        let longest = taken.iter().copied().max().unwrap_or(0);
        let mut space = SparseSpace::default();
        let next = |values: &[u32]| {
            let size = values.len() as u64;
            let single = taken.iter().filter(|&&taken| taken <= size).map(|taken| values[(size - taken) as usize]);
            space.mex(values, &single.collect::<Vec<_>>(), &[])
        };
        fill(limit, next, |period, checked| checked >= period.start + longest)
    }

    /// The values of an octal game.
    ///
    /// The values have the period `p` from `n0 > 0` on if `G(n + p) = G(n)` for all `n` from `n0` to below
    /// `2 * n0 + p + t`, where a move takes at most `t` counters (Guy and Smith 1956).
    pub fn of_octal(code: &OctalCode, limit: &GrundyLimit) -> GrundyValues {
        let longest = code.longest();
        let mut space = SparseSpace::default();
        fill(
            limit,
            |values| octal_value(code, values, &mut space),
            |period, checked| checked >= 2 * period.start.max(1) + period.length + longest,
        )
    }

    /// The values of Grundy's game, in which a heap is split into two unequal heaps. No period is known.
    pub fn of_unequal_splits(limit: &GrundyLimit) -> GrundyValues {
        let mut space = SparseSpace::default();
        let next = |values: &[u32]| {
            let size = values.len();
            space.mex(values, &[], &[(1..size.div_ceil(2), size)])
        };
        fill(limit, next, |_, _| false)
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
fn octal_value(code: &OctalCode, values: &[u32], space: &mut SparseSpace) -> u32 {
    let size = values.len();
    let taken = 0..=size.min(code.longest() as usize);
    let mut single = Vec::new();
    let mut splits = Vec::new();
    for taken in taken {
        let rest = size - taken;
        let allows = |left| code.allows(taken as u64, left);
        if rest == 0 && allows(OctalRest::Nothing) {
            single.push(0);
        }
        if rest > 0 && allows(OctalRest::OneHeap) {
            single.push(values[rest]);
        }
        if rest > 1 && allows(OctalRest::TwoHeaps) {
            splits.push((1..rest / 2 + 1, rest));
        }
    }
    space.mex(values, &single, &splits)
}

/// Computes values until the limit. `proves` gets a period, and the `n` up to which `G(n + p) = G(n)` was checked.
fn fill(
    limit: &GrundyLimit,
    mut next: impl FnMut(&[u32]) -> u32,
    proves: impl Fn(GrundyPeriod, u64) -> bool,
) -> GrundyValues {
    let mut values = Vec::new();
    let mut next_check = 32;
    let proved = |values: &[u32]| {
        let checked = |period: &GrundyPeriod| values.len() as u64 - period.length;
        periods(values).find(|period| proves(*period, checked(period)))
    };
    while values.len() as u64 <= limit.largest {
        values.push(next(&values));
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

/// The periods of the last values, each with the first heap from which on it holds in the table.
fn periods(values: &[u32]) -> impl Iterator<Item = GrundyPeriod> {
    (1..=values.len() / 2).map(|length| {
        let start = values.iter().zip(&values[length..]).rposition(|(one, other)| one != other);
        GrundyPeriod { start: start.map_or(0, |last| last as u64 + 1), length: length as u64 }
    })
}
