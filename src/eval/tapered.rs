//! Tapered evaluation: every weight has a value for the middlegame and one for the endgame.
//!
//! The evaluation is a sum of counts times weights. Weights have indices, so that the same counts serve the
//! evaluation, its breakdown and its tuning.

use super::Term;
use std::iter::repeat_n;
use std::ops::{Add, Mul, Neg, Sub};

/// A score for the middlegame and one for the endgame, packed into one number so that both are added at once: the
/// middlegame in the upper half, the endgame added to it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TaperedScore(i64);

impl TaperedScore {
    /// Packs both scores.
    pub const fn new(middle: i32, end: i32) -> TaperedScore {
        TaperedScore(((middle as i64) << 32) + end as i64)
    }

    /// The score in the middlegame.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        // A negative endgame score has borrowed 1 from the upper half.
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    /// The score in the endgame.
    #[inline]
    pub const fn endgame(self) -> i32 {
        self.0 as i32
    }
}

impl Add for TaperedScore {
    type Output = TaperedScore;
    #[inline]
    fn add(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0 + other.0)
    }
}

impl Sub for TaperedScore {
    type Output = TaperedScore;
    #[inline]
    fn sub(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0 - other.0)
    }
}

impl Neg for TaperedScore {
    type Output = TaperedScore;
    fn neg(self) -> TaperedScore {
        TaperedScore(-self.0)
    }
}

impl Mul<i32> for TaperedScore {
    type Output = TaperedScore;
    #[inline]
    fn mul(self, count: i32) -> TaperedScore {
        TaperedScore(self.0 * i64::from(count))
    }
}

/// The terms in the order of their indices: the name in the weights file, and the number of weights.
pub type TermLayout = [(&'static str, usize)];

/// The index of the first weight of a term; for the empty name, the number of all weights.
pub const fn first_index(layout: &TermLayout, name: &str) -> usize {
    let mut start = 0;
    let mut index = 0;
    while index < layout.len() && !same(layout[index].0, name) {
        start += layout[index].1;
        index += 1;
    }
    assert!(index < layout.len() || name.is_empty());
    start
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// The name of a term, and its sums for what the first and the second side have, as seen by the first side.
pub type TermSums = (&'static str, [TaperedScore; 2]);

/// The sums of all terms of a layout. `visit` shows the index of each weight, and how often it counts for the first
/// side minus how often it counts for the second.
pub fn sum_terms(
    layout: &TermLayout,
    weights: &[TaperedScore],
    visit: impl FnOnce(&mut dyn FnMut(usize, i32)),
) -> Vec<TermSums> {
    let mut sums: Vec<TermSums> = (layout.iter()).map(|&(name, _)| (name, [TaperedScore::default(); 2])).collect();
    let owners: Vec<usize> = (0..).zip(layout).flat_map(|(term, &(_, count))| repeat_n(term, count)).collect();
    visit(&mut |index, count| {
        let (_, of_sides) = &mut sums[owners[index]];
        let side = usize::from(count < 0);
        of_sides[side] = of_sides[side] + weights[index] * count;
    });
    sums
}

/// The value of every term to each side, where `interpolate` makes one number of a sum.
///
/// The value of a term is the difference that it makes to the interpolated sum of the terms before it. So the values
/// add up to the score exactly, rounding included.
pub fn interpolate_terms(terms: Vec<TermSums>, interpolate: impl Fn(TaperedScore) -> i32) -> Vec<Term> {
    let mut sum = TaperedScore::default();
    let mut value = |term: TaperedScore| {
        let before = interpolate(sum);
        sum = sum + term;
        interpolate(sum) - before
    };
    let term = |(name, [first, second]): TermSums| Term { name, values: [value(first), -value(second)] };
    terms.into_iter().map(term).collect()
}

#[cfg(test)]
mod tests {
    use super::TaperedScore;

    #[test]
    fn both_halves_of_a_pair_are_summed_up() {
        for (middle, end) in [(0, 0), (-3, 5), (4, -7), (-30_000, -1), (30_000, 29_999)] {
            let sum = (TaperedScore::new(100, -50) - TaperedScore::new(middle, end)) * -2 + -TaperedScore::new(1, 1);
            assert_eq!(sum.middlegame(), -201 + 2 * middle);
            assert_eq!(sum.endgame(), 99 + 2 * end);
        }
    }
}
