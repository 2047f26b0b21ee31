//! Tables of Sprague-Grundy values, and their periods.

use super::octal::TakingDigit;
use std::ops::Range;

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

/// Finds the least excluded value of many splits, fast: by the sparse space (Berlekamp, Conway and Guy 1982). It holds the
/// places of the sparse values of a table, and a scratch area.
///
/// The numbers with an even number of bits in a mask form the sparse space: the sum of two numbers of one kind is
/// sparse, of two kinds is not. In many games almost all values are of the second kind, the common ones. Then
/// almost all splits have sparse values, and the common values that occur come from the few splits with a sparse
/// part. Whether the smaller sparse values all occur is found out by a few of the other splits. The result is exact
/// whatever the mask is; only the speed depends on it.
#[derive(Default)]
struct SparseSpace {
    mask: u32,
    /// The heaps with sparse values, smallest first.
    sparse: Vec<usize>,
    /// How many values have been sorted into sparse and common ones.
    sorted: usize,
    /// The size at which to choose a mask again.
    next_choice: usize,
    /// The round in which a value was last seen.
    seen: Vec<u32>,
    round: u32,
}

/// The splits of a heap: the first parts, and the sum of both parts.
type Splits = (Range<usize>, usize);

impl SparseSpace {
    /// The least number that is neither in `single` nor the sum (xor) of the values of two parts.
    ///
    /// In every split the first part must be at most the second, and must take all of the range.
    fn mex(&mut self, values: &[u32], single: &[u32], splits: &[Splits]) -> u32 {
        self.sort(values);
        self.round += 1;
        single.iter().for_each(|&value| self.see(value));
        for (firsts, sum) in splits {
            self.see_with_sparse_part(values, firsts, *sum);
        }
        let common = (0..).find(|&value| !self.is_sparse(value) && !self.is_seen(value)).unwrap_or(u32::MAX);
        let mut missing = (0..common).filter(|&value| self.is_sparse(value) && !self.is_seen(value)).count();
        if missing == 0 {
            return common;
        }
        let most = splits.iter().map(|(firsts, _)| firsts.len()).max();
        // A value that is missing in the splits of one sum may be common in those of another, so they take turns.
        for place in 0..most.unwrap_or(0) {
            for (firsts, sum) in splits.iter().filter(|(firsts, _)| place < firsts.len()) {
                let first = firsts.start + place;
                let value = values[first] ^ values[sum - first];
                if value < common && !self.is_seen(value) {
                    self.see(value);
                    missing -= 1;
                }
            }
            if missing == 0 {
                return common;
            }
        }
        (0..common).find(|&value| !self.is_seen(value)).unwrap_or(common)
    }

    /// Sees the values of all splits with a sparse part, and so all common values.
    fn see_with_sparse_part(&mut self, values: &[u32], firsts: &Range<usize>, sum: usize) {
        for index in 0..self.sparse.len() {
            let part = self.sparse[index];
            if part > sum {
                break;
            }
            if firsts.contains(&part) || firsts.contains(&(sum - part)) {
                self.see(values[part] ^ values[sum - part]);
            }
        }
    }

    fn is_sparse(&self, value: u32) -> bool {
        (value & self.mask).count_ones().is_multiple_of(2)
    }

    fn see(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.seen.len() {
            self.seen.resize((value + 1).next_power_of_two(), 0);
        }
        self.seen[value] = self.round;
    }

    fn is_seen(&self, value: u32) -> bool {
        self.seen.get(value as usize) == Some(&self.round)
    }

    /// Sorts new values into sparse and common ones; when the table has doubled, by the mask that leaves the
    /// fewest values sparse.
    fn sort(&mut self, values: &[u32]) {
        if values.len() >= self.next_choice {
            self.next_choice = 2 * values.len() + 16;
            let sample = &values[values.len() / 4..];
            let sparse = |mask: u32| {
                let even = |value: &&u32| (**value & mask).count_ones().is_multiple_of(2);
                sample.iter().filter(even).count()
            };
            let masks = (0..4).map(|low| u32::MAX << low).chain([0b1, 0b10, 0b100, 0b1000]);
            self.mask = masks.min_by_key(|&mask| sparse(mask)).unwrap_or(u32::MAX);
            self.sparse.clear();
            self.sorted = 0;
        }
        for (size, &value) in values.iter().enumerate().skip(self.sorted) {
            if self.is_sparse(value) {
                self.sparse.push(size);
            }
        }
        self.sorted = values.len();
    }
}
