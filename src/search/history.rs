//! The history heuristic: moves that cut elsewhere are tried first here (Schaeffer, 1983).

use crate::system;

/// What can be as it was before anything was learnt.
pub trait Clear {
    /// Forgets everything.
    fn clear(&mut self);
}

impl Clear for () {
    fn clear(&mut self) {}
}

/// A value for each of `N` slots that bounds itself: the farther from zero, the less another
/// bonus moves it ("gravity").
#[derive(Clone)]
pub struct HistoryTable<const N: usize> {
    values: Box<[i16; N]>,
    /// The slots that may differ from zero, as long as there are few.
    touched: Vec<u32>,
}

/// After more lessons than this all slots are cleared, else those that were touched: many short
/// searches, each from the beginning, do not spend their time with clearing.
const MAX_TOUCHED: usize = 1024;

impl<const N: usize> HistoryTable<N> {
    /// No value goes beyond this, either way.
    pub const LIMIT: i32 = 16_384;

    /// The value of a slot, between `-LIMIT` and `LIMIT`.
    #[inline]
    pub fn value(&self, slot: usize) -> i32 {
        i32::from(self.values[slot])
    }

    /// Asks the processor to bring a slot near.
    #[inline]
    pub fn prefetch(&self, slot: usize) {
        system::prefetch(&self.values[slot]);
    }

    /// The values of the slots from `first` on, as many as are asked for.
    #[inline]
    pub fn slice<const M: usize>(&self, first: usize) -> &[i16; M] {
        let row = &self.values[first..first + M];
        row.try_into().expect("the length is M")
    }

    /// Moves the value of `slot` towards the sign of `bonus`, a number within the limits.
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
        match self.touched.len() < MAX_TOUCHED {
            true => self
                .touched
                .iter()
                .for_each(|&slot| self.values[slot as usize] = 0),
            false => self.values.fill(0),
        }
        self.touched.clear();
    }
}

impl<const N: usize> Default for HistoryTable<N> {
    fn default() -> Self {
        let zeros = vec![0; N].into_boxed_slice();
        HistoryTable {
            values: zeros.try_into().expect("the length is N"),
            touched: Vec::new(),
        }
    }
}

/// Two quiet moves a ply that cut a sibling (Akl and Newborn, 1977).
#[derive(Clone)]
pub struct Killers<M>(Vec<[Option<M>; 2]>);

impl<M: Copy + PartialEq> Killers<M> {
    /// Which of the two killers of `ply` the move is, if it is one.
    #[inline]
    pub fn index(&self, ply: usize, mv: M) -> Option<usize> {
        self.0[ply].iter().position(|&killer| killer == Some(mv))
    }

    /// `mv` cut at `ply`.
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
    fn nothing_is_left_of_few_lessons_or_of_many() {
        for lessons in [1, MAX_TOUCHED - 1, MAX_TOUCHED, 3 * MAX_TOUCHED] {
            let mut history = HistoryTable::<4096>::default();
            for _ in 0..2 {
                (0..lessons).for_each(|slot| history.update(slot, 1000));
                assert_eq!(history.value(lessons - 1), 1000);
                history.clear();
                assert!((0..4096).all(|slot| history.value(slot) == 0));
            }
        }
    }
}
