//! What is known of a score.

use super::score::Score;
use crate::game::Outcome;

/// What a score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Nothing: only the evaluation was stored.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the true score.
    Exact,
}

impl Bound {
    /// All of them, each where its number says.
    pub const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
}

/// What is known of a score before any search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreBounds {
    /// It is at least this.
    pub lower: Score,
    /// It is at most this.
    pub upper: Score,
}

impl ScoreBounds {
    /// Nothing.
    pub const UNKNOWN: ScoreBounds = ScoreBounds {
        lower: Score::INFINITE_LOSS,
        upper: Score::INFINITE,
    };

    /// What a bound tells.
    pub fn from_bound(score: Score, bound: Bound) -> ScoreBounds {
        let mut known = ScoreBounds::UNKNOWN;
        if matches!(bound, Bound::Lower | Bound::Exact) {
            known.lower = score;
        }
        if matches!(bound, Bound::Upper | Bound::Exact) {
            known.upper = score;
        }
        known
    }

    /// The result, if there is no doubt about it.
    pub fn outcome(self) -> Option<Outcome> {
        (self.lower == self.upper).then_some(match self.lower {
            it if it.is_win() => Outcome::Win,
            it if it.is_loss() => Outcome::Loss,
            _ => Outcome::Draw,
        })
    }

    /// `score`, brought in accord with what is known.
    pub fn clamp(self, score: Score) -> Score {
        score.clamp(self.lower, self.upper)
    }
}
