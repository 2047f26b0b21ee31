//! The alpha-beta window.

use super::{Bound, Score, ScoreBounds};
use std::ops::Neg;

/// The interval of scores that still matter: scores between `alpha` and `beta` are exact, others are bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The score that the side to move already has elsewhere.
    pub alpha: Score,
    /// The score that the opponent already has elsewhere.
    pub beta: Score,
}

impl Window {
    /// The full window: every score matters.
    pub const OPEN: Window = Window { alpha: Score::INFINITE_LOSS, beta: Score::INFINITE };

    /// The null window that asks whether the score reaches `beta`.
    pub fn reaches(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// The null window that asks whether the score exceeds `alpha`.
    pub fn exceeds(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The window without the scores outside `bounds`; one score is always left.
    pub fn narrowed_to(self, bounds: ScoreBounds) -> Window {
        let alpha = self.alpha.max(bounds.lower).min(self.beta - 1);
        Window { alpha, beta: self.beta.min(bounds.upper).max(alpha + 1) }
    }

    /// Whether a score with this bound decides the question of the window, so that no search is needed.
    pub fn decided_by(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::None => false,
            Bound::Upper => score <= self.alpha,
            Bound::Lower => score >= self.beta,
            Bound::Exact => true,
        }
    }

    /// Whether this is a null window: no score lies between alpha and beta.
    pub fn is_null(self) -> bool {
        self.alpha + 1 == self.beta
    }
}

impl Neg for Window {
    type Output = Window;

    /// The window from the opponent's view.
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_narrow_a_window_but_never_close_it() {
        let window = Window { alpha: Score::estimate(-50), beta: Score::estimate(50) };
        let within = |value, bound| window.narrowed_to(ScoreBounds::from_bound(Score::estimate(value), bound));
        assert_eq!(window.narrowed_to(ScoreBounds::UNKNOWN), window);
        assert_eq!(within(20, Bound::Lower).alpha, Score::estimate(20));
        assert_eq!(within(20, Bound::Upper).beta, Score::estimate(20));
        for (value, bound) in [(99, Bound::Lower), (-99, Bound::Upper), (0, Bound::Exact)] {
            assert!(within(value, bound).is_null(), "{value} {bound:?}");
        }
    }
}
