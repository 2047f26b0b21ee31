//! Bounds of scores.

use super::score::Score;
use crate::game::Outcome;

/// How a score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Not at all: only the evaluation was stored.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the true score.
    Exact,
}

impl Bound {
    /// All of them, in the order of their numbers.
    pub const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
}

/// What is known about a score before the search: it lies within these bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreBounds {
    /// The least that it can be.
    pub lower: Score,
    /// The greatest that it can be.
    pub upper: Score,
}

impl ScoreBounds {
    /// Nothing is known.
    pub const UNKNOWN: ScoreBounds = ScoreBounds { lower: Score::INFINITE_LOSS, upper: Score::INFINITE };

    /// The bounds that follow from a score and its bound.
    pub fn from_bound(score: Score, bound: Bound) -> ScoreBounds {
        let mut bounds = ScoreBounds::UNKNOWN;
        if matches!(bound, Bound::Lower | Bound::Exact) {
            bounds.lower = score;
        }
        if matches!(bound, Bound::Upper | Bound::Exact) {
            bounds.upper = score;
        }
        bounds
    }

    /// The result, if the bounds leave one score.
    pub fn outcome(self) -> Option<Outcome> {
        (self.lower == self.upper).then_some(match self.lower {
            score if score.is_win() => Outcome::Win,
            score if score.is_loss() => Outcome::Loss,
            _ => Outcome::Draw,
        })
    }

    /// `score`, or the nearest score within the bounds.
    pub fn clamp(self, score: Score) -> Score {
        score.clamp(self.lower, self.upper)
    }
}
