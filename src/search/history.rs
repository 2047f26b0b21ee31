//! The history heuristic: moves that cut elsewhere are tried first here (Schaeffer, 1983).

/// A value for each of `N` slots that bounds itself: the farther from zero, the less another
/// bonus moves it ("gravity").
#[derive(Clone)]
pub struct History<const N: usize>(Box<[i16; N]>);

impl<const N: usize> History<N> {
    /// No value goes beyond this, either way.
    pub const LIMIT: i32 = 16_384;

    /// The value of a slot, between `-LIMIT` and `LIMIT`.
    #[inline]
    pub fn value(&self, slot: usize) -> i32 {
        i32::from(self.0[slot])
    }

    /// Moves the value of `slot` towards the sign of `bonus`, a number within the limits.
    pub fn learn(&mut self, slot: usize, bonus: i32) {
        debug_assert!(bonus.abs() <= Self::LIMIT);
        let value = self.value(slot);
        self.0[slot] = (value + bonus - value * bonus.abs() / Self::LIMIT) as i16;
    }
}

impl<const N: usize> Default for History<N> {
    fn default() -> Self {
        let zeros = vec![0; N].into_boxed_slice();
        History(zeros.try_into().expect("the length is N"))
    }
}

/// Two quiet moves a ply that cut a sibling (Akl and Newborn, 1977).
#[derive(Clone)]
pub struct Killers<M>(Vec<[Option<M>; 2]>);

impl<M: Copy + PartialEq> Killers<M> {
    /// Which of the two killers of `ply` the move is, if it is one.
    #[inline]
    pub fn rank(&self, ply: usize, mv: M) -> Option<usize> {
        self.0[ply].iter().position(|&killer| killer == Some(mv))
    }

    /// `mv` cut at `ply`.
    pub fn learn(&mut self, ply: usize, mv: M) {
        let pair = &mut self.0[ply];
        if pair[0] != Some(mv) {
            *pair = [Some(mv), pair[0]];
        }
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
        let mut history = History::<2>::default();
        for _ in 0..1000 {
            history.learn(0, 2000);
            history.learn(1, -2000);
        }
        let limit = History::<2>::LIMIT;
        assert!((limit * 9 / 10..=limit).contains(&history.value(0)));
        assert!((-limit..=-limit * 9 / 10).contains(&history.value(1)));
    }
}
