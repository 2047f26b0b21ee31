//! Scores: estimates, wins known from endgame tables, and wins that the search has found.

use crate::game::Outcome;
use std::ops::{Add, Neg, Sub};

/// A score for the side to move: an estimate in hundredths of the evaluation's pawn or man, or a known
/// win or loss.
///
/// From zero outwards: estimates up to [`Score::MAX_ESTIMATE`]; wins known from an
/// endgame table, at an unknown distance from the end; wins that the search has found, which tell the
/// distance to the end in plies. Losses are the negated wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Score(i32);

/// The greatest distance to the end of the game that a score can tell, in plies from the root.
pub const MAX_DISTANCE: i32 = 2_000;

impl Score {
    /// A draw, or an equal position.
    pub const DRAW: Score = Score(0);
    /// Greater than any score.
    pub const INFINITE: Score = Score(32_700);
    /// Less than any score.
    pub const INFINITE_LOSS: Score = Score(-32_700);
    /// A win at the root.
    const WIN: i32 = 32_000;
    /// The least win with a known distance.
    const MIN_WIN: i32 = Self::WIN - MAX_DISTANCE;
    /// The greatest win by endgame table.
    const TABLEBASE_WIN: i32 = Self::MIN_WIN - 1;
    /// The least win by endgame table.
    const MIN_TABLEBASE_WIN: i32 = Self::TABLEBASE_WIN - MAX_DISTANCE;
    /// The greatest estimate.
    pub const MAX_ESTIMATE: Score = Score(Self::MIN_TABLEBASE_WIN - 1);

    /// An estimate, held within the band of estimates.
    pub fn estimate(value: i32) -> Score {
        Score(value.clamp(-Self::MAX_ESTIMATE.0, Self::MAX_ESTIMATE.0))
    }

    /// The side to move wins, `ply` plies from the root.
    pub const fn win_in(ply: usize) -> Score {
        Score(Self::WIN - ply as i32)
    }

    /// The side to move loses, `ply` plies from the root.
    pub const fn loss_in(ply: usize) -> Score {
        Score(ply as i32 - Self::WIN)
    }

    /// The side to move wins by an endgame table that does not know the distance to the end. `plies` are
    /// from the root to the probed position, or to the next irreversible move; wins with fewer plies are
    /// greater.
    pub const fn tablebase_win_in(plies: usize) -> Score {
        let least = MAX_DISTANCE as usize;
        Score(Self::TABLEBASE_WIN - (if plies < least { plies } else { least }) as i32)
    }

    /// The side to move loses by an endgame table; see [`tablebase_win_in`](Score::tablebase_win_in).
    pub const fn tablebase_loss_in(plies: usize) -> Score {
        Score(-Score::tablebase_win_in(plies).0)
    }

    /// The score of a result for the side to move, `ply` plies from the root.
    pub const fn of(outcome: Outcome, ply: usize) -> Score {
        match outcome {
            Outcome::Win => Score::win_in(ply),
            Outcome::Draw => Score::DRAW,
            Outcome::Loss => Score::loss_in(ply),
        }
    }

    /// The number itself.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Whether this is an estimate or a draw, not a known win or loss.
    pub const fn is_estimate(self) -> bool {
        self.0.abs() <= Self::MAX_ESTIMATE.0
    }

    /// Whether this is a win, by the search or an endgame table.
    pub const fn is_win(self) -> bool {
        self.0 > Self::MAX_ESTIMATE.0
    }

    /// Whether this is a loss, by the search or an endgame table.
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_ESTIMATE.0
    }

    /// Plies from the root to the end of the game, negative for a loss; `None` unless the search has found
    /// it.
    pub const fn distance(self) -> Option<i32> {
        match self.0 {
            Self::MIN_WIN..=Self::WIN => Some(Self::WIN - self.0),
            value if -Self::WIN <= value && value <= -Self::MIN_WIN => Some(-Self::WIN - value),
            _ => None,
        }
    }

    /// The plies that [`tablebase_win_in`](Score::tablebase_win_in) or
    /// [`tablebase_loss_in`](Score::tablebase_loss_in) was given; `None` unless this is a score by endgame
    /// table.
    pub const fn tablebase_distance(self) -> Option<i32> {
        match self.0.abs() {
            value @ Self::MIN_TABLEBASE_WIN..=Self::TABLEBASE_WIN => {
                Some(Self::TABLEBASE_WIN - value)
            }
            _ => None,
        }
    }

    /// The score for the transposition table: distances count from the position at `ply`, not from the
    /// root.
    pub(super) fn to_table(self, ply: usize) -> i16 {
        // A bound among the table wins can be nearer to the root than the position is.
        let nearer = |value: i32| {
            let from_position = value + ply as i32;
            if value < Self::MIN_WIN {
                from_position.min(Self::TABLEBASE_WIN)
            } else {
                from_position
            }
        };
        let value = match self {
            score if score.is_win() => nearer(score.0),
            score if score.is_loss() => -nearer(-score.0),
            score => score.0,
        };
        value as i16
    }

    /// The reverse of [`to_table`](Score::to_table).
    pub(super) fn from_table(value: i16, ply: usize) -> Score {
        let (raw, ply) = (Score(i32::from(value)), ply as i32);
        match raw {
            score if score.is_win() => Score(score.0 - ply),
            score if score.is_loss() => Score(score.0 + ply),
            score => score,
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, margin: i32) -> Score {
        Score(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, margin: i32) -> Score {
        Score(self.0 - margin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_do_not_touch() {
        assert!(Score::win_in(MAX_DISTANCE as usize).distance().is_some());
        assert!(Score(Score::TABLEBASE_WIN).distance().is_none());
        assert!(Score(Score::MIN_TABLEBASE_WIN).is_win());
        assert!(Score::estimate(i32::MAX).is_estimate());
        assert!(Score::estimate(i32::MIN + 1).is_estimate());
        assert_eq!(Score::loss_in(4).distance(), Some(-4));
        assert_eq!(Score::win_in(7).distance(), Some(7));
        assert_eq!(Score::tablebase_win_in(7).tablebase_distance(), Some(7));
        assert_eq!(
            Score::tablebase_loss_in(9_999).tablebase_distance(),
            Some(MAX_DISTANCE)
        );
        assert_eq!(Score::MAX_ESTIMATE.tablebase_distance(), None);
        assert_eq!(Score::win_in(7).tablebase_distance(), None);
    }

    #[test]
    fn the_table_keeps_distances_from_the_position() {
        for score in [Score::win_in(9), Score::loss_in(9), Score::estimate(-31)] {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
        assert_eq!(
            Score::from_table(Score::win_in(9).to_table(5), 2),
            Score::win_in(6)
        );
        let nearest = Score::from_table(Score::tablebase_win_in(1).to_table(5), 0);
        assert_eq!(nearest, Score::tablebase_win_in(0));
    }
}
