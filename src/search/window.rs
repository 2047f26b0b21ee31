//! The interval of scores that still matter.

use super::bound::{Bound, ScoreBounds};
use super::score::Score;
use std::ops::Neg;

/// Scores at or below `alpha` and at or above `beta` are only bounds; between them they are exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move has already elsewhere.
    pub alpha: Score,
    /// What the opponent has already elsewhere.
    pub beta: Score,
}

impl Window {
    /// Every score matters.
    pub const OPEN: Window = Window {
        alpha: Score::INFINITE_LOSS,
        beta: Score::INFINITE,
    };

    /// The smallest window: only asks whether the score reaches `beta`.
    pub fn reaches(beta: Score) -> Window {
        Window {
            alpha: beta - 1,
            beta,
        }
    }

    /// The smallest window: only asks whether the score exceeds `alpha`.
    pub fn exceeds(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Without the scores that are known not to be the true one, if any other is left.
    pub fn narrowed_to(self, known: ScoreBounds) -> Window {
        let alpha = self.alpha.max(known.lower).min(self.beta - 1);
        Window {
            alpha,
            beta: self.beta.min(known.upper).max(alpha + 1),
        }
    }

    /// Whether `score` with this bound decides it: no search can bring it inside.
    pub fn decided_by(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::None => false,
            Bound::Upper => score <= self.alpha,
            Bound::Lower => score >= self.beta,
            Bound::Exact => true,
        }
    }

    /// Whether no score lies between the bounds.
    pub fn is_null(self) -> bool {
        self.alpha + 1 == self.beta
    }
}

impl Neg for Window {
    type Output = Window;

    /// The window as the opponent sees it.
    fn neg(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_narrows_a_window_but_never_shuts_it() {
        let window = Window {
            alpha: Score::estimate(-50),
            beta: Score::estimate(50),
        };
        let within = |value, bound| {
            window.narrowed_to(ScoreBounds::from_bound(Score::estimate(value), bound))
        };
        assert_eq!(window.narrowed_to(ScoreBounds::UNKNOWN), window);
        assert_eq!(within(20, Bound::Lower).alpha, Score::estimate(20));
        assert_eq!(within(20, Bound::Upper).beta, Score::estimate(20));
        for (value, bound) in [(99, Bound::Lower), (-99, Bound::Upper), (0, Bound::Exact)] {
            assert!(within(value, bound).is_null(), "{value} {bound:?}");
        }
    }
}
