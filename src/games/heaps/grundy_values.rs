//! Tables of Sprague-Grundy values, and their periods.

use super::nimber::Mex;
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

impl GrundyValues {
    /// The values of the game in which a number of the set `taken` is taken from a heap, for the heaps up to
    /// `limit` or until a period is proved. The numbers must be greater than 0.
    ///
    /// A value depends on the last `max` values, where `max` is the greatest number: when so many are repeated, all
    /// that follow are.
    pub fn of_subtraction(taken: &[u64], limit: u64) -> GrundyValues {
        let longest = taken.iter().copied().max().unwrap_or(0);
        let mut mex = Mex::default();
        let next = |values: &[u32]| {
            let size = values.len() as u64;
            let options = taken.iter().filter(|&&taken| taken <= size);
            mex.of(options.map(|taken| values[(size - taken) as usize]))
        };
        fill(limit, next, |period, checked| {
            checked >= period.start + longest
        })
    }

    /// The values of an octal game for the heaps up to `limit` or until a period is proved.
    ///
    /// The values have the period `p` from `n0 > 0` on if `G(n + p) = G(n)` for all `n` from `n0` to below
    /// `2 * n0 + p + t`, where a move takes at most `t` counters (Guy and Smith 1956).
    pub fn of_octal(code: &OctalCode, limit: u64) -> GrundyValues {
        let longest = code.longest();
        let mut space = SparseSpace::default();
        fill(
            limit,
            |values| octal_value(code, values, &mut space),
            |period, checked| checked >= 2 * period.start.max(1) + period.length + longest,
        )
    }

    /// As [`of_octal`](GrundyValues::of_octal), but every value up to `limit` is computed by the rules.
    pub fn of_octal_without_period(code: &OctalCode, limit: u64) -> GrundyValues {
        let mut space = SparseSpace::default();
        fill(
            limit,
            |values| octal_value(code, values, &mut space),
            |_, _| false,
        )
    }

    /// The values of Grundy's game, in which a heap is split into two unequal heaps, for the heaps up to `limit`.
    /// No period is known.
    pub fn of_unequal_splits(limit: u64) -> GrundyValues {
        let mut space = SparseSpace::default();
        let next = |values: &[u32]| {
            let size = values.len();
            let pairs = 1..size.div_ceil(2);
            space.mex(values, &[], &[(pairs, size)])
        };
        fill(limit, next, |_, _| false)
    }

    /// The value of a heap; `None` beyond the table if no period is proved.
    pub fn value(&self, size: u64) -> Option<u64> {
        let size = match self.period {
            Some(GrundyPeriod { start, length }) if size >= start => {
                start + (size - start) % length
            }
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

/// Computes values until the limit, or until a period is proved. `proves` is told a period and up to which `n` it was
/// checked that `G(n + p) = G(n)`.
fn fill(
    limit: u64,
    mut next: impl FnMut(&[u32]) -> u32,
    proves: impl Fn(GrundyPeriod, u64) -> bool,
) -> GrundyValues {
    let mut values = Vec::new();
    let mut next_check = 32;
    while values.len() as u64 <= limit {
        values.push(next(&values));
        if values.len() == next_check {
            next_check += next_check / 2;
            let period = periods(&values)
                .find(|&period| proves(period, values.len() as u64 - period.length));
            if period.is_some() {
                return GrundyValues { values, period };
            }
        }
    }
    let period = periods(&values).find(|&it| proves(it, values.len() as u64 - it.length));
    GrundyValues { values, period }
}

/// The periods of the last values, each with the first heap from which on it holds in the table.
fn periods(values: &[u32]) -> impl Iterator<Item = GrundyPeriod> {
    (1..=values.len() / 2).map(|length| {
        let mut pairs = values.iter().zip(&values[length..]);
        let start = pairs.rposition(|(one, other)| one != other);
        GrundyPeriod {
            start: start.map_or(0, |last| last as u64 + 1),
            length: length as u64,
        }
    })
}
