//! Exact fractions, for means of values.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

/// A fraction in lowest terms. Operations whose result needs more than 128 bits return `None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    numerator: i128,
    /// Greater than 0.
    denominator: i128,
}

impl Fraction {
    /// `numerator` divided by `denominator`, which must be greater than 0.
    pub fn new(numerator: i128, denominator: i128) -> Fraction {
        debug_assert!(denominator > 0 && numerator != i128::MIN);
        let divisor = greatest_common_divisor(numerator.abs(), denominator);
        Fraction { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// The number, if it is a whole one.
    pub fn whole(self) -> Option<i128> {
        (self.denominator == 1).then_some(self.numerator)
    }

    /// The nearest floating-point number, or one next to it.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The sum of two fractions.
    pub fn checked_add(self, other: Fraction) -> Option<Fraction> {
        let divisor = greatest_common_divisor(self.denominator, other.denominator);
        let (left, right) = (other.denominator / divisor, self.denominator / divisor);
        let numerator = (self.numerator.checked_mul(left)?)
            .checked_add(other.numerator.checked_mul(right)?)
            .filter(|&it| it != i128::MIN)?;
        Some(Fraction::new(numerator, self.denominator.checked_mul(left)?))
    }

    /// A multiple.
    pub fn checked_mul(self, factor: u32) -> Option<Fraction> {
        let numerator = self.numerator.checked_mul(factor.into())?;
        (numerator != i128::MIN).then(|| Fraction::new(numerator, self.denominator))
    }

    /// The sum of fractions; 0 if there are none.
    pub fn sum(terms: &[Fraction]) -> Option<Fraction> {
        terms.iter().try_fold(Fraction::from(0), |sum: Fraction, &term: &Fraction| sum.checked_add(term))
    }

    /// The mean of at least one fraction.
    pub fn mean(values: &[Fraction]) -> Option<Fraction> {
        debug_assert!(!values.is_empty());
        if let [value] = values {
            return Some(*value);
        }
        let sum = Fraction::sum(values)?;
        // The numerator may have a factor in common with the count, so that the result fits where the product does not.
        let count = values.len() as i128;
        let divisor = greatest_common_divisor(sum.numerator.abs(), count);
        Some(Fraction::new(sum.numerator / divisor, sum.denominator.checked_mul(count / divisor)?))
    }
}

/// Euclid's algorithm. The second number is greater than 0, the first is not negative.
fn greatest_common_divisor(mut one: i128, mut other: i128) -> i128 {
    if other == 1 {
        return 1;
    }
    while one != 0 {
        (one, other) = (other % one, one);
    }
    other
}

impl From<i32> for Fraction {
    fn from(value: i32) -> Fraction {
        Fraction { numerator: value.into(), denominator: 1 }
    }
}

impl Neg for Fraction {
    type Output = Fraction;

    fn neg(self) -> Fraction {
        Fraction { numerator: -self.numerator, ..self }
    }
}

impl Ord for Fraction {
    /// Compares the whole parts, then the reciprocals of what is left, and so on: unlike a comparison of products,
    /// this cannot overflow.
    fn cmp(&self, other: &Fraction) -> Ordering {
        let (mut left, mut right) = (*self, *other);
        let mut reversed = false;
        loop {
            if left.denominator == right.denominator {
                let order = left.numerator.cmp(&right.numerator);
                return if reversed { order.reverse() } else { order };
            }
            let split = |it: Fraction| {
                let whole = it.numerator.div_euclid(it.denominator);
                (whole, it.numerator.rem_euclid(it.denominator))
            };
            let ((left_whole, left_rest), (right_whole, right_rest)) = (split(left), split(right));
            // A rest of 0 is less than any other rest.
            let order = left_whole.cmp(&right_whole).then((left_rest != 0).cmp(&(right_rest != 0)));
            if order != Ordering::Equal {
                return if reversed { order.reverse() } else { order };
            }
            let reciprocal = |it: Fraction, rest| Fraction { numerator: it.denominator, denominator: rest };
            (left, right) = (reciprocal(left, left_rest), reciprocal(right, right_rest));
            reversed = !reversed;
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `7`, `-15/2`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fraction { numerator, denominator } = self;
        if *denominator == 1 { write!(f, "{numerator}") } else { write!(f, "{numerator}/{denominator}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_mean_of_one_third_and_one_half_is_five_twelfths() {
        let mean = Fraction::mean(&[Fraction::new(1, 3), Fraction::new(1, 2)]);
        assert_eq!(mean, Some(Fraction::new(5, 12)));
        assert_eq!(Fraction::new(-15, 2).to_string(), "-15/2");
        assert_eq!(Fraction::new(-14, 2).to_string(), "-7");
    }

    #[test]
    fn what_does_not_fit_is_none() {
        let huge = Fraction::new(i128::MAX, 1);
        assert_eq!(huge.checked_add(huge), None);
        assert_eq!(huge.checked_mul(2), None);
        assert_eq!(Fraction::mean(&[huge, huge]), None);
        assert_eq!((-huge).checked_add(Fraction::from(-1)), None);
        let small = Fraction::new(1, i128::MAX);
        assert_eq!(small.checked_add(Fraction::new(1, 2)), None);
        assert!(small < Fraction::new(1, i128::MAX - 1) && -huge < small && small < huge);
    }

    proptest! {
        /// Cross products decide, where they fit.
        #[test]
        fn the_order_is_that_of_cross_products(
            a in -1000_i128..1000, b in 1_i128..1000, c in -1000_i128..1000, d in 1_i128..1000,
        ) {
            let (left, right) = (Fraction::new(a, b), Fraction::new(c, d));
            prop_assert_eq!(left.cmp(&right), (a * d).cmp(&(c * b)));
            prop_assert_eq!(left == right, a * d == c * b);
            prop_assert_eq!(left.checked_add(right).unwrap(), Fraction::new(a * d + c * b, b * d));
            let mean = Fraction::mean(&[left, right, left]).unwrap();
            prop_assert_eq!(mean, Fraction::new(2 * a * d + c * b, 3 * b * d));
        }
    }
}
