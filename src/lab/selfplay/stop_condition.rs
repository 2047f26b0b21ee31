//! When a run of self-play has enough games.

use crate::lab::game_file::output::GameCount;

/// Stops at one of the limits, whichever comes first; without any limit, never.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StopCondition {
    /// The number of games.
    pub games: Option<u64>,
    /// The number of positions.
    pub positions: Option<u64>,
}

impl StopCondition {
    /// Whether a limit is reached.
    pub fn is_reached(&self, count: GameCount) -> bool {
        self.games.is_some_and(|games| count.games >= games)
            || (self.positions).is_some_and(|positions| count.positions >= positions)
    }

    /// The estimated number of positions at the end of the run, assuming that the games to come have the
    /// same mean length; `None` if unknown.
    pub fn expected_positions(&self, count: GameCount) -> Option<u64> {
        let by_games = self.games.filter(|_| count.games > 0).map(|games| {
            let mean = count.positions as f64 / count.games as f64;
            (games as f64 * mean) as u64
        });
        by_games.into_iter().chain(self.positions).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_target_counts() {
        let count = |games, positions| GameCount { games, positions };
        let target = StopCondition { games: Some(30), positions: Some(10_000) };
        assert!(!target.is_reached(count(29, 9_999)));
        assert!(target.is_reached(count(30, 0)) && target.is_reached(count(0, 10_000)));
        assert_eq!(target.expected_positions(count(0, 0)), Some(10_000));
        assert_eq!(target.expected_positions(count(10, 1_000)), Some(3_000));
        assert_eq!(target.expected_positions(count(10, 9_000)), Some(10_000));
        let endless = StopCondition::default();
        assert!(!endless.is_reached(count(u64::MAX, u64::MAX)));
        assert_eq!(endless.expected_positions(count(10, 1_000)), None);
    }
}
