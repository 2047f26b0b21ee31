//! How much is wanted, and how much of it there is.

/// What has been done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameCount {
    /// Games.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
}

/// When there is enough; without any limit, never.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StopCondition {
    /// So many games.
    pub games: Option<u64>,
    /// So many positions.
    pub positions: Option<u64>,
}

impl StopCondition {
    /// Whether there is enough.
    pub fn reached(&self, count: GameCount) -> bool {
        self.games.is_some_and(|most| count.games >= most)
            || self.positions.is_some_and(|most| count.positions >= most)
    }

    /// How many positions there will be, where it can be told: games to come are as long as those
    /// that there are.
    pub fn expected(&self, count: GameCount) -> Option<u64> {
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
        let target = StopCondition {
            games: Some(30),
            positions: Some(10_000),
        };
        assert!(!target.reached(count(29, 9_999)));
        assert!(target.reached(count(30, 0)) && target.reached(count(0, 10_000)));
        assert_eq!(target.expected(count(0, 0)), Some(10_000));
        assert_eq!(target.expected(count(10, 1_000)), Some(3_000));
        assert_eq!(target.expected(count(10, 9_000)), Some(10_000));
        let endless = StopCondition::default();
        assert!(!endless.reached(count(u64::MAX, u64::MAX)));
        assert_eq!(endless.expected(count(10, 1_000)), None);
    }
}
