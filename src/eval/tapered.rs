//! Evaluations whose weights fade from those of the middle game into those of the endgame.
//!
//! Such an evaluation is a sum of terms times their weights. Terms are numbered, so that the same
//! count serves the evaluation, its explanation and its tuning.

use super::Term;
use std::iter::repeat_n;
use std::ops::{Add, Mul, Neg, Sub};

/// A weight in the middle game and in the endgame, in hundredths: the one in the upper
/// half of a number, the other added to it, so that both are summed up at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TaperedScore(i64);

impl TaperedScore {
    /// From both weights.
    pub const fn new(middle: i32, end: i32) -> TaperedScore {
        TaperedScore(((middle as i64) << 32) + end as i64)
    }

    /// The weight in the middle game.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        // An end below nothing has borrowed one.
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    /// The weight in the endgame.
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

/// The terms in the order of their numbers: what the weights file calls each, and how many weights
/// it has.
pub type TermLayout = [(&'static str, usize)];

/// The number of the first weight of a term; of no term: their count.
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

/// A part of an evaluation by its name, and its sums over what each side has, for the first side.
pub type TermSums = (&'static str, [TaperedScore; 2]);

/// The terms of a layout as parts; `visit` shows the number of each and how often it counts for the
/// first side less for the second.
pub fn sum_terms(
    layout: &TermLayout,
    weights: &[TaperedScore],
    visit: impl FnOnce(&mut dyn FnMut(usize, i32)),
) -> Vec<TermSums> {
    let mut parts: Vec<TermSums> = (layout.iter())
        .map(|&(name, _)| (name, [TaperedScore::default(); 2]))
        .collect();
    let owners: Vec<usize> = (0..)
        .zip(layout)
        .flat_map(|(part, &(_, count))| repeat_n(part, count))
        .collect();
    visit(&mut |index, count| {
        let (_, sums) = &mut parts[owners[index]];
        let side = usize::from(count < 0);
        sums[side] = sums[side] + weights[index] * count;
    });
    parts
}

/// What every part is worth to each side, where `mix` makes one number of a sum.
///
/// The parts are mixed and rounded one after the other, each as the difference that it makes to
/// those before it: so they add up to the score exactly.
pub fn interpolate_terms(parts: Vec<TermSums>, mix: impl Fn(TaperedScore) -> i32) -> Vec<Term> {
    let mut sum = TaperedScore::default();
    let mut worth = |part: TaperedScore| {
        let before = mix(sum);
        sum = sum + part;
        mix(sum) - before
    };
    let term = |(name, [first, second]): TermSums| Term {
        name,
        worth: [worth(first), -worth(second)],
    };
    parts.into_iter().map(term).collect()
}

#[cfg(test)]
mod tests {
    use super::TaperedScore;

    #[test]
    fn both_halves_of_a_pair_are_summed_up() {
        for (middle, end) in [(0, 0), (-3, 5), (4, -7), (-30_000, -1), (30_000, 29_999)] {
            let sum = (TaperedScore::new(100, -50) - TaperedScore::new(middle, end)) * -2
                + -TaperedScore::new(1, 1);
            assert_eq!(sum.middlegame(), -201 + 2 * middle);
            assert_eq!(sum.endgame(), 99 + 2 * end);
        }
    }
}
