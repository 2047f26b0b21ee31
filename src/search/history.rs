//! The history heuristic: moves that caused cutoffs elsewhere are tried first (Schaeffer, 1983).

use crate::system;

/// What can be reset to its state before anything was learnt.
pub trait Clear {
    /// Forgets everything that was learnt.
    fn clear(&mut self);
}

impl Clear for () {
    fn clear(&mut self) {}
}

/// A history table: a value for each of `N` slots. The farther a value is from zero, the less another bonus in the same
/// direction changes it ("gravity"), so that it stays within [`LIMIT`](HistoryTable::LIMIT).
#[derive(Clone)]
pub struct HistoryTable<const N: usize> {
    values: Box<[i16; N]>,
    /// The slots that may differ from zero; complete only while it is shorter than [`MAX_TOUCHED`].
    touched: Vec<u32>,
}

/// After fewer updates than this only the touched slots are cleared, else all. Thus short searches that each begin with
/// cleared histories do not spend their time on clearing.
const MAX_TOUCHED: usize = 1024;

impl<const N: usize> HistoryTable<N> {
    /// All values lie between `-LIMIT` and `LIMIT`.
    pub const LIMIT: i32 = 16_384;

    /// The value of a slot, between `-LIMIT` and `LIMIT`.
    #[inline]
    pub fn value(&self, slot: usize) -> i32 {
        i32::from(self.values[slot])
    }

    /// Prefetches a slot into the processor's cache.
    #[inline]
    pub fn prefetch(&self, slot: usize) {
        system::prefetch(&self.values[slot]);
    }

    /// The values of `M` slots from `first` on.
    #[inline]
    pub fn slice<const M: usize>(&self, first: usize) -> &[i16; M] {
        let row = &self.values[first..first + M];
        row.try_into().expect("the length is M")
    }

    /// Adds a bonus (a malus if it is negative) to the value of `slot`: at most `LIMIT` in size, and less
    /// the farther the value is from zero.
    pub fn update(&mut self, slot: usize, bonus: i32) {
        debug_assert!(bonus.abs() <= Self::LIMIT);
        let value = self.value(slot);
        self.values[slot] = (value + bonus - value * bonus.abs() / Self::LIMIT) as i16;
        if self.touched.len() < MAX_TOUCHED {
            self.touched.push(slot as u32);
        }
    }
}

impl<const N: usize> Clear for HistoryTable<N> {
    fn clear(&mut self) {
        if self.touched.len() < MAX_TOUCHED {
            for &slot in &self.touched {
                self.values[slot as usize] = 0;
            }
        } else {
            self.values.fill(0);
        }
        self.touched.clear();
    }
}

impl<const N: usize> Default for HistoryTable<N> {
    fn default() -> Self {
        let zeros = vec![0; N].into_boxed_slice();
        HistoryTable { values: zeros.try_into().expect("the length is N"), touched: Vec::new() }
    }
}

/// Killer moves: the last two quiet moves at each ply that caused a cutoff (Akl and Newborn, 1977).
#[derive(Clone)]
pub struct Killers<M>(Vec<[Option<M>; 2]>);

impl<M: Copy + PartialEq> Killers<M> {
    /// The index of the move, 0 or 1, if it is a killer of `ply`; 0 is the later one.
    #[inline]
    pub fn index(&self, ply: usize, mv: M) -> Option<usize> {
        self.0[ply].iter().position(|&killer| killer == Some(mv))
    }

    /// The killers of `ply`, the later one first.
    #[inline]
    pub fn at(&self, ply: usize) -> [Option<M>; 2] {
        self.0[ply]
    }

    /// Makes `mv`, which caused a cutoff at `ply`, the first killer of it.
    pub fn update(&mut self, ply: usize, mv: M) {
        let pair = &mut self.0[ply];
        if pair[0] != Some(mv) {
            *pair = [Some(mv), pair[0]];
        }
    }
}

impl<M: Copy> Clear for Killers<M> {
    fn clear(&mut self) {
        self.0.fill([None; 2]);
    }
}

impl<M: Copy> Default for Killers<M> {
    fn default() -> Self {
        Killers(vec![[None; 2]; super::MAX_PLY + 2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_their_limit() {
        let mut history = HistoryTable::<2>::default();
        for _ in 0..1000 {
            history.update(0, 2000);
            history.update(1, -2000);
        }
        let limit = HistoryTable::<2>::LIMIT;
        assert!((limit * 9 / 10..=limit).contains(&history.value(0)));
        assert!((-limit..=-limit * 9 / 10).contains(&history.value(1)));
    }

    #[test]
    fn nothing_is_left_after_few_updates_or_many() {
        for updates in [1, MAX_TOUCHED - 1, MAX_TOUCHED, 3 * MAX_TOUCHED] {
            let mut history = HistoryTable::<4096>::default();
            for _ in 0..2 {
                (0..updates).for_each(|slot| history.update(slot, 1000));
                assert_eq!(history.value(updates - 1), 1000);
                history.clear();
                assert!((0..4096).all(|slot| history.value(slot) == 0));
            }
        }
    }
}
