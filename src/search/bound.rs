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
pub struct Known {
    /// It is at least this.
    pub least: Score,
    /// It is at most this.
    pub most: Score,
}

impl Known {
    /// Nothing.
    pub const NOTHING: Known = Known {
        least: Score::INFINITE_LOSS,
        most: Score::INFINITE,
    };

    /// What a bound tells.
    pub fn by(score: Score, bound: Bound) -> Known {
        let mut known = Known::NOTHING;
        if matches!(bound, Bound::Lower | Bound::Exact) {
            known.least = score;
        }
        if matches!(bound, Bound::Upper | Bound::Exact) {
            known.most = score;
        }
        known
    }

    /// The result, if there is no doubt about it.
    pub fn outcome(self) -> Option<Outcome> {
        (self.least == self.most).then_some(match self.least {
            it if it.is_win() => Outcome::Win,
            it if it.is_loss() => Outcome::Loss,
            _ => Outcome::Draw,
        })
    }

    /// `score`, brought in accord with what is known.
    pub fn correct(self, score: Score) -> Score {
        score.clamp(self.least, self.most)
    }
}
