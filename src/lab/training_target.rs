//! Scores as chances: the logistic curve, and how well it tells results.

/// What the values of positions should tell.
#[derive(Clone, Copy, Debug)]
pub struct TrainingTarget {
    /// The part of the result in what is aimed at; the rest is the score's, as chances.
    pub blend: f64,
    /// Hundredths in which the chances grow from one half to 73 %, 1 / (1 + e^-1), by the scores.
    pub scale: f64,
}

impl TrainingTarget {
    /// The chances aimed at where the score is so many hundredths and the game brought so many result.
    pub fn value(self, score: i16, result: f32) -> f64 {
        let expected = sigmoid(f64::from(score) / self.scale);
        self.blend * f64::from(result) + (1.0 - self.blend) * expected
    }
}

/// The chances at a score, in units of the scale.
pub fn sigmoid(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

/// How badly the chances at a score, in units of the scale, tell what is aimed at: the cross
/// entropy of the two. It is convex, so that there is one minimum, and it is computed without
/// logarithms of 0.
pub fn cross_entropy(score: f64, aim: f64) -> f64 {
    score.max(0.0) + (-score.abs()).exp().ln_1p() - aim * score
}

/// The scale at which scores tell result best, found by golden section (Kiefer 1953) within wide
/// bounds.
pub fn fit_scale(known: &[(f64, f64)]) -> f64 {
    const LEAST: f64 = 10.0;
    const MOST: f64 = 2000.0;
    const STEPS: u32 = 30;
    let part = (5_f64.sqrt() - 1.0) / 2.0;
    let total = |logarithm: f64| -> f64 {
        let scale = logarithm.exp();
        let losses = known
            .iter()
            .map(|&(score, aim)| cross_entropy(score / scale, aim));
        losses.sum()
    };
    let (mut low, mut high) = (LEAST.ln(), MOST.ln());
    let inner = |low: f64, high: f64| [high - part * (high - low), low + part * (high - low)];
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
            let known: Vec<(f64, f64)> = scores
                .map(|score| (score, sigmoid(score / expected)))
                .collect();
            let found = fit_scale(&known);
            assert!((found / expected - 1.0).abs() < 1e-3, "{found}");
        }
    }

    #[test]
    fn the_loss_is_least_where_the_chances_are_right() {
        for aim in [0.2, 0.5, 0.9] {
            let right = f64::ln(aim / (1.0 - aim));
            assert!((sigmoid(right) - aim).abs() < 1e-12);
            let least = cross_entropy(right, aim);
            assert!(
                cross_entropy(right - 0.01, aim) > least
                    && cross_entropy(right + 0.01, aim) > least
            );
        }
        assert!(cross_entropy(-900.0, 0.0) < 1e-12 && cross_entropy(900.0, 1.0) < 1e-12);
    }

    #[test]
    fn score_and_result_are_blended() {
        let scale = 100.0;
        let aim = |blend, score, result| TrainingTarget { blend, scale }.value(score, result);
        assert_eq!(aim(1.0, -300, 1.0), 1.0);
        assert!((aim(0.0, 100, 0.0) - 0.731).abs() < 1e-3);
        assert!((aim(0.5, 0, 1.0) - 0.75).abs() < 1e-12);
    }
}
