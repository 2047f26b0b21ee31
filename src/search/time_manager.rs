//! How much longer than planned a decision deserves to be thought about.

use super::score::Score;

/// Watches the iterations of one search.
pub struct TimeManager<M> {
    best_move: Option<M>,
    score: Score,
    /// Iterations in a row with the same best move.
    stable_iterations: usize,
}

impl<M: Copy + PartialEq> TimeManager<M> {
    /// Before the first iteration.
    pub fn new() -> TimeManager<M> {
        TimeManager {
            best_move: None,
            score: Score::DRAW,
            stable_iterations: 0,
        }
    }

    /// After an iteration: what to multiply the planned time by. Less than 1 if the best move has
    /// been the same for long, took most of the nodes (`share`, 0 to 1) and kept its score.
    pub fn update(&mut self, best: M, score: Score, share: f64) -> f64 {
        const BY_STEADINESS: [f64; 6] = [1.8, 1.35, 1.1, 1.0, 0.9, 0.8];
        self.stable_iterations = match self.best_move == Some(best) {
            true => (self.stable_iterations + 1).min(BY_STEADINESS.len() - 1),
            false => 0,
        };
        let lost = match self.best_move {
            Some(_) => f64::from(self.score.value() - score.value()).clamp(-30.0, 60.0),
            None => 0.0,
        };
        self.best_move = Some(best);
        self.score = score;
        BY_STEADINESS[self.stable_iterations] * (1.6 - share) * (1.0 + lost / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_case_takes_less_time_than_a_changing_one() {
        let (mut clear, mut changing) = (TimeManager::new(), TimeManager::new());
        let score = Score::estimate(20);
        let clear = (0..8).map(|_| clear.update('a', score, 0.9)).last();
        let changing = ['a', 'b', 'a', 'b'].map(|mv| changing.update(mv, score, 0.4));
        assert!(clear < Some(0.6) && changing[3] > 1.5);
    }

    #[test]
    fn a_falling_score_takes_more_time() {
        let mut urgency = TimeManager::new();
        urgency.update('a', Score::estimate(50), 0.5);
        let same = urgency.update('a', Score::estimate(50), 0.5);
        let mut urgency = TimeManager::new();
        urgency.update('a', Score::estimate(50), 0.5);
        assert!(urgency.update('a', Score::estimate(0), 0.5) > same);
    }
}
