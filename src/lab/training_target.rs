//! What an evaluation is trained to predict: a blend of game result and score (WDL blend). The result may be replaced
//! by the λ-return of temporal-difference learning (Sutton 1988), which averages the scores of the later positions.

use crate::game::Side;

/// `target = blend * result + (1 - blend) * sigmoid(score / scale)`
#[derive(Clone, Copy, Debug)]
pub struct TrainingTarget {
    /// Weight of the game result, from 0 to 1.
    pub blend: f64,
    /// The score in centipawns with an expected result of 73 %, 1 / (1 + e^-1).
    pub scale: f64,
}

impl TrainingTarget {
    /// The target for a score in centipawns and a result from 0 to 1.
    pub fn value(self, score: i16, result: f32) -> f64 {
        let expected = sigmoid(f64::from(score) / self.scale);
        self.blend * f64::from(result) + (1.0 - self.blend) * expected
    }
}

/// The expected result for a score in units of the scale.
pub fn sigmoid(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

/// The cross-entropy of a target and the expected result for a score in units of the scale. It is convex
/// in the score, and computed without logarithms of 0.
pub fn cross_entropy(score: f64, target: f64) -> f64 {
    score.max(0.0) + (-score.abs()).exp().ln_1p() - target * score
}

/// The scale with the smallest cross-entropy for pairs of score and result, found by golden-section search
/// (Kiefer 1953) between 10 and 2000.
pub fn fit_scale(known: &[(f64, f64)]) -> f64 {
    const MIN: f64 = 10.0;
    const MAX: f64 = 2000.0;
    const STEPS: u32 = 30;
    let ratio = (5_f64.sqrt() - 1.0) / 2.0;
    let total = |logarithm: f64| -> f64 {
        let scale = logarithm.exp();
        known.iter().map(|&(score, target)| cross_entropy(score / scale, target)).sum()
    };
    let (mut low, mut high) = (MIN.ln(), MAX.ln());
    let inner = |low: f64, high: f64| [high - ratio * (high - low), low + ratio * (high - low)];
    let [mut left, mut right] = inner(low, high).map(|at| (at, total(at)));
    for _ in 0..STEPS {
        if left.1 < right.1 {
            (high, right) = (right.0, left);
            let [at, _] = inner(low, high);
            left = (at, total(at));
        } else {
            (low, left) = (left.0, right);
            let [_, at] = inner(low, high);
            right = (at, total(at));
        }
    }
    ((low + high) / 2.0).exp()
}

/// How far ahead the scores of a game count. The return at the last position is the result of the game; before it,
/// `return = (1 - lambda) * sigmoid(next score / scale) + lambda * next return`.
#[derive(Clone, Copy, Debug)]
pub struct LambdaReturn {
    /// Weight of the next position's return, from 0 to 1; the rest is the weight of its score. With 1 every return is the result.
    pub lambda: f64,
    /// The score in centipawns with an expected result of 73 %.
    pub scale: f64,
}

impl LambdaReturn {
    /// The result of the game at all positions, whatever the scores.
    pub const RESULT: LambdaReturn = LambdaReturn { lambda: 1.0, scale: 1.0 };

    /// The returns at the positions of a game, from 0 to 1. The side to move, its score in centipawns and its return are
    /// those of the same position.
    pub fn of_game(self, winner: Option<Side>, positions: &[(Side, i16)]) -> Vec<f32> {
        let mut next = (Side::First, result_for(winner, Side::First));
        let backwards = positions.iter().rev().map(|&(side, score)| {
            let value = seen_by(side, next);
            let expected = sigmoid(f64::from(score) / self.scale);
            next = (side, (1.0 - self.lambda) * expected + self.lambda * value);
            value as f32
        });
        let mut returns: Vec<f32> = backwards.collect();
        returns.reverse();
        returns
    }
}

/// An expected result of one side, as `side` sees it.
fn seen_by(side: Side, (owner, value): (Side, f64)) -> f64 {
    if side == owner { value } else { 1.0 - value }
}

/// The result of a game for one side, from 0 to 1.
pub fn result_for(winner: Option<Side>, side: Side) -> f64 {
    match winner {
        None => 0.5,
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_found() {
        for expected in [20.0, 100.0, 431.0] {
            let scores = (-50..=50).map(|score| f64::from(score) * 11.0);
            let known: Vec<(f64, f64)> = scores.map(|score| (score, sigmoid(score / expected))).collect();
            let found = fit_scale(&known);
            assert!((found / expected - 1.0).abs() < 1e-3, "{found}");
        }
    }

    #[test]
    fn the_loss_is_least_where_the_chances_are_right() {
        for target in [0.2, 0.5, 0.9] {
            let right = f64::ln(target / (1.0 - target));
            assert!((sigmoid(right) - target).abs() < 1e-12);
            let least = cross_entropy(right, target);
            assert!(cross_entropy(right - 0.01, target) > least && cross_entropy(right + 0.01, target) > least);
        }
        assert!(cross_entropy(-900.0, 0.0) < 1e-12 && cross_entropy(900.0, 1.0) < 1e-12);
    }

    #[test]
    fn score_and_result_are_blended() {
        let scale = 100.0;
        let target = |blend, score, result| TrainingTarget { blend, scale }.value(score, result);
        assert_eq!(target(1.0, -300, 1.0), 1.0);
        assert!((target(0.0, 100, 0.0) - 0.731).abs() < 1e-3);
        assert!((target(0.5, 0, 1.0) - 0.75).abs() < 1e-12);
    }

    const GAME: [(Side, i16); 4] = [(Side::First, 100), (Side::Second, -30), (Side::First, 0), (Side::Second, 50)];

    #[test]
    fn without_scores_it_is_the_result_for_the_side_to_move() {
        for (winner, expected) in
            [(Some(Side::First), [1.0, 0.0, 1.0, 0.0]), (Some(Side::Second), [0.0, 1.0, 0.0, 1.0]), (None, [0.5; 4])]
        {
            assert_eq!(LambdaReturn::RESULT.of_game(winner, &GAME), expected);
        }
    }

    #[test]
    fn scores_on_the_way_count_for_their_own_side() {
        // At this scale scores of 100, 0 and -100 mean expected results of 3/4, 1/2 and 1/4.
        let scale = 100.0 / 3_f64.ln();
        let game = [(Side::First, 100), (Side::First, 0), (Side::Second, 100)];
        for (lambda, expected) in [(0.0, [0.5, 0.25, 0.0]), (0.5, [0.5625, 0.625, 0.0]), (1.0, [1.0, 1.0, 0.0])] {
            let found = LambdaReturn { lambda, scale }.of_game(Some(Side::First), &game);
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-6, "{lambda}: {found} {expected}");
            }
        }
    }

    #[test]
    fn a_game_without_positions_has_no_returns() {
        assert!(LambdaReturn::RESULT.of_game(None, &[]).is_empty());
    }
}
