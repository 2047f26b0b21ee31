//! Time management: how much of the planned time a move needs.

use super::score::Score;

/// Watches the iterations of one search, to see how stable the best move is.
pub struct TimeManager<M> {
    best_move: Option<M>,
    score: Score,
    /// How many iterations in a row have kept the best move.
    stable_iterations: usize,
}

impl<M: Copy + PartialEq> TimeManager<M> {
    /// Nothing has been searched yet.
    pub fn new() -> TimeManager<M> {
        TimeManager { best_move: None, score: Score::DRAW, stable_iterations: 0 }
    }

    /// Returns the factor for the planned time, after an iteration that ended with this best move and
    /// score. `node_share` (0 to 1) is the share of the nodes below the best move. The factor is small if
    /// the best move has been stable, took most of the nodes, and its score does not fall.
    pub fn update(&mut self, best_move: M, score: Score, node_share: f64) -> f64 {
        const BY_STABILITY: [f64; 6] = [1.8, 1.35, 1.1, 1.0, 0.9, 0.8];
        self.stable_iterations = if self.best_move == Some(best_move) {
            (self.stable_iterations + 1).min(BY_STABILITY.len() - 1)
        } else {
            0
        };
        let score_loss = match self.best_move {
            Some(_) => f64::from(self.score.value() - score.value()).clamp(-30.0, 60.0),
            None => 0.0,
        };
        self.best_move = Some(best_move);
        self.score = score;
        BY_STABILITY[self.stable_iterations] * (1.6 - node_share) * (1.0 + score_loss / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The factor after iterations with these best moves, scores and shares of the nodes.
    fn factor(iterations: &[(char, i32, f64)]) -> f64 {
        let mut manager = TimeManager::new();
        let factors = iterations.iter().map(|&(mv, score, share)| manager.update(mv, Score::estimate(score), share));
        (factors.last().unwrap() * 1000.0).round() / 1000.0
    }

    #[test]
    fn each_iteration_with_the_same_best_move_takes_less_up_to_the_fifth() {
        let stable = |iterations: usize| factor(&vec![('a', 0, 0.6); iterations]);
        assert_eq!((1..=7).map(stable).collect::<Vec<_>>(), [1.8, 1.35, 1.1, 1.0, 0.9, 0.8, 0.8]);
        assert_eq!(factor(&[('a', 0, 0.6), ('a', 0, 0.6), ('b', 0, 0.6)]), 1.8);
        assert_eq!(factor(&[('a', 0, 0.6), ('b', 0, 0.6), ('b', 0, 0.6)]), 1.35);
    }

    #[test]
    fn the_share_of_the_nodes_counts() {
        assert_eq!([0.0, 0.6, 1.0].map(|share| factor(&[('a', 0, share)])), [2.88, 1.8, 1.08]);
    }

    /// A loss counts up to 60, a gain up to 30; the first iteration has nothing to compare with.
    #[test]
    fn a_falling_score_takes_more_time_and_a_rising_one_less() {
        let after = |score| factor(&[('a', 50, 0.6), ('a', score, 0.6)]);
        assert_eq!([50, 40, -10, -11, -500].map(after), [1.35, 1.485, 2.16, 2.16, 2.16]);
        assert_eq!([51, 80, 81, 500].map(after), [1.337, 0.945, 0.945, 0.945]);
        assert_eq!(factor(&[('a', -500, 0.6)]), 1.8);
    }
}
