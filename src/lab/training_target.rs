//! What an evaluation is trained to predict: a blend of game result and score (WDL blend).

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
        let losses = known.iter().map(|&(score, target)| cross_entropy(score / scale, target));
        losses.sum()
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
}
