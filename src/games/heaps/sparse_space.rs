//! The least excluded value of many splits, fast: by the sparse space (Berlekamp, Conway and Guy 1982).
//!
//! The numbers with an even number of bits in a mask form the sparse space: the sum of two numbers of one kind is
//! sparse, of two kinds is not. In many games almost all values are of the second kind, the common ones. Then
//! almost all splits have sparse values, and the common values that occur come from the few splits with a sparse
//! part. Whether the smaller sparse values all occur is found out by a few of the other splits. The result is exact
//! whatever the mask is; only the speed depends on it.

use std::ops::Range;

/// The places of the sparse values of a table, and a scratch area.
#[derive(Default)]
pub(super) struct SparseSpace {
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
pub(super) type Splits = (Range<usize>, usize);

impl SparseSpace {
    /// The least number that is neither in `single` nor the sum (xor) of the values of two parts.
    ///
    /// In every split the first part must be at most the second, and must take all of the range.
    pub fn mex(&mut self, values: &[u32], single: &[u32], splits: &[Splits]) -> u32 {
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
