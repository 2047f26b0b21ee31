//! The interval of scores that still matter.

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
