//! Scores: estimates, payoffs, wins known from endgame tables, and wins that the search has found.

use crate::game::Outcome;
use std::ops::{Add, Neg, Sub};

/// A score for the side to move: an estimate in the unit of the evaluation, a payoff, or a known win or loss.
///
/// From zero outwards: estimates up to [`Score::MAX_ESTIMATE`], and payoffs up to [`Score::MAX_PAYOFF`]; wins
/// known from an endgame table, at an unknown distance from the end; wins that the search has found, which
/// tell the distance to the end in plies. The score of a loss is that of the win with the opposite sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Score(i32);

/// The greatest distance to the end of the game that a score can tell, in plies from the root.
pub const MAX_DISTANCE: i32 = 2_000;

impl Score {
    /// A draw, or an equal position.
    pub const DRAW: Score = Score(0);
    /// Greater than any score.
    pub const INFINITE: Score = Score(Self::WIN + 700);
    /// Less than any score.
    pub const INFINITE_LOSS: Score = Score(-Self::INFINITE.0);
    /// How much less wins are in 16 bits, which leave no room for large payoffs.
    const WIN_OFFSET: i32 = 100_000_000;
    /// A win at the root.
    const WIN: i32 = Self::WIN_OFFSET + 32_000;
    /// The least win with a known distance.
    const MIN_WIN: i32 = Self::WIN - MAX_DISTANCE;
    /// The greatest win by endgame table.
    const TABLEBASE_WIN: i32 = Self::MIN_WIN - 1;
    /// The least win by endgame table.
    const MIN_TABLEBASE_WIN: i32 = Self::TABLEBASE_WIN - MAX_DISTANCE;
    /// The greatest payoff.
    pub const MAX_PAYOFF: Score = Score(Self::MIN_TABLEBASE_WIN - 1);
    /// The greatest estimate. It fits in 16 bits, with the wins above it.
    pub const MAX_ESTIMATE: Score = Score(Self::MAX_PAYOFF.0 - Self::WIN_OFFSET);

    /// An estimate, held within the band of estimates.
    pub fn estimate(value: i32) -> Score {
        Score(value.clamp(-Self::MAX_ESTIMATE.0, Self::MAX_ESTIMATE.0))
    }

    /// The payoff of the side to move in a game with payoffs, held within their band.
    pub fn payoff(value: i32) -> Score {
        Score(value.clamp(-Self::MAX_PAYOFF.0, Self::MAX_PAYOFF.0))
    }

    /// The side to move wins, `ply` plies from the root.
    pub const fn win_in(ply: usize) -> Score {
        Score(Self::WIN - ply as i32)
    }

    /// The side to move loses, `ply` plies from the root.
    pub const fn loss_in(ply: usize) -> Score {
        Score(ply as i32 - Self::WIN)
    }

    /// The side to move wins in this many of its moves, or loses in as many moves of the opponent if they are negative. A longer
    /// way than 100 moves counts as 100.
    pub const fn in_moves(moves: i32) -> Score {
        let plies = 2 * (if moves.unsigned_abs() < 100 { moves.unsigned_abs() } else { 100 }) as usize;
        if moves > 0 { Score::win_in(plies - 1) } else { Score::loss_in(plies) }
    }

    /// The side to move wins by an endgame table that does not know the distance to the end. `plies` are from the root
    /// to the probed position, or to the next irreversible move; wins with fewer plies are greater.
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

    /// Whether this is an estimate, a draw or a payoff, not a known win or loss.
    pub const fn is_estimate(self) -> bool {
        self.0.abs() <= Self::MAX_PAYOFF.0
    }

    /// Whether this is a win, by the search or an endgame table.
    pub const fn is_win(self) -> bool {
        self.0 > Self::MAX_PAYOFF.0
    }

    /// Whether this is a loss, by the search or an endgame table.
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_PAYOFF.0
    }

    /// Plies from the root to the end of the game, negative for a loss; `None` unless the search has found it.
    pub const fn distance(self) -> Option<i32> {
        match self.0 {
            Self::MIN_WIN..=Self::WIN => Some(Self::WIN - self.0),
            value if -Self::WIN <= value && value <= -Self::MIN_WIN => Some(-Self::WIN - value),
            _ => None,
        }
    }

    /// The plies that [`tablebase_win_in`](Score::tablebase_win_in) or [`tablebase_loss_in`](Score::tablebase_loss_in)
    /// was given; `None` unless this is a score by endgame table.
    pub const fn tablebase_distance(self) -> Option<i32> {
        match self.0.abs() {
            value @ Self::MIN_TABLEBASE_WIN..=Self::TABLEBASE_WIN => Some(Self::TABLEBASE_WIN - value),
            _ => None,
        }
    }

    /// The score for the transposition table: distances count from the position at `ply`, not from the root.
    pub(super) fn to_table(self, ply: usize) -> i16 {
        // A bound among the table wins can be nearer to the root than the position is.
        let nearer = |value: i32| {
            let from_position = value + ply as i32;
            if value < Self::MIN_WIN { from_position.min(Self::TABLEBASE_WIN) } else { from_position }
        };
        let from_position = match self {
            score if score.is_win() => Score(nearer(score.0)),
            score if score.is_loss() => Score(-nearer(-score.0)),
            score => score,
        };
        from_position.to_i16()
    }

    /// The reverse of [`to_table`](Score::to_table).
    pub(super) fn from_table(value: i16, ply: usize) -> Score {
        let (value, ply) = (i32::from(value), ply as i32);
        if value > Self::MAX_ESTIMATE.0 {
            Score(value + (Self::WIN_OFFSET - ply))
        } else if value < -Self::MAX_ESTIMATE.0 {
            Score(value - (Self::WIN_OFFSET - ply))
        } else {
            Score(value)
        }
    }

    /// The score in 16 bits, as in the transposition table and in files of games: estimates as they are, the
    /// nearest win as 32,000, a win one ply later as 31,999. A payoff beyond
    /// [`MAX_ESTIMATE`](Score::MAX_ESTIMATE) becomes that.
    pub fn to_i16(self) -> i16 {
        let value = match self {
            score if score.is_win() => score.0 - Self::WIN_OFFSET,
            score if score.is_loss() => score.0 + Self::WIN_OFFSET,
            score => score.0.clamp(-Self::MAX_ESTIMATE.0, Self::MAX_ESTIMATE.0),
        };
        value as i16
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
        assert!(Score::payoff(i32::MAX).is_estimate());
        assert!(Score::payoff(999_999) > Score::MAX_ESTIMATE);
        assert_eq!(Score::loss_in(4).distance(), Some(-4));
        assert_eq!(Score::win_in(7).distance(), Some(7));
        assert_eq!(Score::tablebase_win_in(7).tablebase_distance(), Some(7));
        assert_eq!(Score::tablebase_loss_in(9_999).tablebase_distance(), Some(MAX_DISTANCE));
        assert_eq!(Score::MAX_ESTIMATE.tablebase_distance(), None);
        assert_eq!(Score::win_in(7).tablebase_distance(), None);
    }

    #[test]
    fn files_of_games_keep_their_numbers() {
        for (score, number) in [
            (Score::win_in(0), 32_000),
            (Score::loss_in(7), -31_993),
            (Score::tablebase_win_in(0), 29_999),
            (Score::MAX_ESTIMATE, 27_998),
            (Score::payoff(-999_999), -27_998),
            (Score::payoff(-7), -7),
        ] {
            assert_eq!(score.to_i16(), number);
        }
    }

    #[test]
    fn the_table_keeps_distances_from_the_position() {
        for score in [Score::win_in(9), Score::loss_in(9), Score::estimate(-31), Score::tablebase_loss_in(30)] {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
        assert_eq!(Score::from_table(Score::win_in(9).to_table(5), 2), Score::win_in(6));
        assert_eq!(Score::from_table(Score::tablebase_win_in(1).to_table(5), 0), Score::tablebase_win_in(0));
    }
}
