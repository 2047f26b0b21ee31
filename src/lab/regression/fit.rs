//! Logistic regression with a Gaussian prior, by Newton's method. The gradient of the evaluation of every position is found by finite
//! differences.

use super::matrix::{CholeskyFactor, SymmetricMatrix};
use crate::lab::training_target::{cross_entropy, sigmoid};
use crate::system::threads::parallel_map;
use serde::Serialize;

/// A regression problem.
#[derive(Clone, Copy, Debug)]
pub struct RegressionProblem<'a> {
    /// The positions in parts of similar size, one for each thread.
    pub parts: &'a [Gradients],
    /// Scale of the sigmoid in centipawns.
    pub scale: f64,
    /// The number of games. All positions of a game have its result, so a game of any length counts as one observation.
    pub games: usize,
    /// The difference of each weight from its initial value, in centipawns.
    pub offsets: &'a [f64],
    /// The standard deviation of the prior around the initial values, in centipawns.
    pub prior_deviation: f64,
}

/// The mean loss of training and validation positions.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
pub struct RegressionLosses {
    /// The loss of the training positions.
    pub training: f64,
    /// The loss of the validation positions, if there are any.
    pub validation: Option<f64>,
}

impl RegressionLosses {
    /// The loss by which weights are compared: the validation loss if there is one.
    pub fn selection_loss(self) -> f64 {
        self.validation.unwrap_or(self.training)
    }
}

/// The solution of a regression problem.
#[derive(Clone, Debug)]
pub struct RegressionFit {
    /// The change of each weight, in centipawns.
    pub changes: Vec<f64>,
    /// The standard deviation of the prior, in centipawns.
    pub prior_deviation: f64,
    /// The standard error of each change, in centipawns.
    pub standard_errors: Vec<f64>,
    /// The losses after the changes, if the evaluation is linear in the weights.
    pub losses: RegressionLosses,
}

/// The largest number of weights: each thread has a square matrix of this size.
pub const MAX_WEIGHTS: usize = 1 << 12;

/// Newton's method has converged when no weight changes by more, in centipawns.
const CONVERGED: f64 = 0.05;

impl RegressionProblem<'_> {
    /// Minimises the loss by at most `steps` Newton steps, as long as the selection loss falls and `listener`,
    /// which is called after each step, returns true.
    pub fn solve(&self, steps: usize, mut listener: impl FnMut(usize, RegressionLosses) -> bool) -> RegressionFit {
        let mut changes = vec![0.0; self.offsets.len()];
        let mut losses = self.losses(&changes);
        let mut last = None;
        for step in 1..=steps {
            let (direction, factor) = self.derivatives(&changes);
            let full = last.insert(factor).solve(&direction);
            let Some((next, found)) = self.line_search(&changes, &full, losses) else { break };
            if found.selection_loss() >= losses.selection_loss() {
                break;
            }
            (changes, losses) = (next, found);
            let farthest = full.iter().fold(0.0, |most: f64, by| most.max(by.abs()));
            if !listener(step, losses) || farthest < CONVERGED {
                break;
            }
        }
        let unknown = || vec![self.prior_deviation.powi(2); self.offsets.len()];
        let variances = last.map_or_else(unknown, |factor| factor.inverse_diagonal());
        RegressionFit {
            changes,
            prior_deviation: self.prior_deviation,
            standard_errors: variances.into_iter().map(f64::sqrt).collect(),
            losses,
        }
    }

    /// The losses with the weights changed by `changes`.
    pub fn losses(&self, changes: &[f64]) -> RegressionLosses {
        let sums = self.sums(changes, <[(f64, u64); 2]>::default, |sums, row, _, score| {
            let (sum, count) = &mut sums[usize::from(row.validation)];
            *sum += cross_entropy(score, row.target.into());
            *count += 1;
        });
        let [training, validation] = [0, 1].map(|place| {
            let total =
                sums.iter().map(|part| part[place]).fold((0.0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
            (total.1 > 0).then(|| total.0 / total.1 as f64)
        });
        RegressionLosses { training: training.unwrap_or_default(), validation }
    }

    /// The largest of the step and its halvings that lowers the objective, and the losses there.
    fn line_search(
        &self,
        changes: &[f64],
        step: &[f64],
        before: RegressionLosses,
    ) -> Option<(Vec<f64>, RegressionLosses)> {
        const HALVINGS: i32 = 8;
        let before = self.objective(changes, before);
        let shorter = (0..HALVINGS).map(|halvings| 0.5_f64.powi(halvings));
        shorter.into_iter().find_map(|part| {
            let next: Vec<f64> = changes.iter().zip(step).map(|(at, by)| at + part * by).collect();
            let losses = self.losses(&next);
            (self.objective(&next, losses) < before).then_some((next, losses))
        })
    }

    /// The objective: the loss of all games plus the penalty of the prior.
    fn objective(&self, changes: &[f64], losses: RegressionLosses) -> f64 {
        let total = changes.iter().zip(self.offsets).map(|(by, moved)| by + moved);
        let penalty: f64 = total.map(|by| (by / self.prior_deviation).powi(2) / 2.0).sum();
        self.games as f64 * losses.training + penalty
    }

    /// The negative gradient of the objective, and its factored Hessian.
    fn derivatives(&self, changes: &[f64]) -> (Vec<f64>, CholeskyFactor) {
        let sums = self.sums(
            changes,
            || Derivatives::new(changes.len()),
            |curve, row, gradients, score| {
                if !row.validation {
                    curve.add(row, gradients, score);
                }
            },
        );
        let total = sums.into_iter().reduce(Derivatives::plus).unwrap_or_else(|| Derivatives::new(changes.len()));
        let Derivatives { count, negative_gradient: mut downhill, hessian: mut curvature } = total;
        // A game is one observation, and everything is in centipawns.
        let weight = self.games as f64 / count.max(1) as f64;
        let precision = self.prior_deviation.powi(-2);
        curvature.scale(weight / self.scale.powi(2), precision);
        for (slope, (by, moved)) in downhill.iter_mut().zip(changes.iter().zip(self.offsets)) {
            *slope = *slope * weight / self.scale - (by + moved) * precision;
        }
        (downhill, curvature.factor())
    }

    /// For each part of the positions, the result of `add` on all of its positions, starting with `none`. `add` gets the score in
    /// units of the scale.
    fn sums<S: Send>(
        &self,
        changes: &[f64],
        none: impl Fn() -> S + Sync,
        add: impl Fn(&mut S, LinearizedPosition, &[WeightGradient], f64) + Sync,
    ) -> Vec<S> {
        parallel_map(self.parts, |part| {
            let mut sum = none();
            for (row, gradients) in part.rows() {
                let moved = gradients.iter().map(|gradient| gradient.value() * changes[gradient.weight()]);
                let score = f64::from(row.value) + moved.sum::<f64>();
                add(&mut sum, row, gradients, score / self.scale);
            }
            sum
        })
    }
}

/// Sums of the negative gradient and the Hessian of the loss, in units of the scale.
#[derive(Debug)]
struct Derivatives {
    count: u64,
    negative_gradient: Vec<f64>,
    hessian: SymmetricMatrix,
}

impl Derivatives {
    fn new(size: usize) -> Derivatives {
        Derivatives { count: 0, negative_gradient: vec![0.0; size], hessian: SymmetricMatrix::new(size) }
    }

    fn add(&mut self, row: LinearizedPosition, gradients: &[WeightGradient], score: f64) {
        self.count += 1;
        let expected = sigmoid(score);
        let error = f64::from(row.target) - expected;
        let curvature = expected * (1.0 - expected);
        for (place, gradient) in gradients.iter().enumerate() {
            self.negative_gradient[gradient.weight()] += error * gradient.value();
            let factor = curvature * gradient.value();
            let cells = self.hessian.row(gradient.weight());
            // The weights of a position are in ascending order.
            for other in &gradients[..=place] {
                cells[other.weight()] += factor * other.value();
            }
        }
    }

    /// The sums of both.
    fn plus(mut self, other: Derivatives) -> Derivatives {
        self.count += other.count;
        self.negative_gradient.iter_mut().zip(other.negative_gradient).for_each(|(slope, more)| *slope += more);
        self.hessian.add(&other.hessian);
        self
    }
}

/// The change of a weight, in centipawns. It is a multiple of numbers by which tapered evaluations divide, such as 16
/// and 24, so that the differences are exact.
pub const STEP: i64 = 240;

/// The evaluation of positions as a linear function of the weights.
#[derive(Default, Debug)]
pub struct Gradients {
    positions: Vec<LinearizedPosition>,
    weight_gradients: Vec<WeightGradient>,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct LinearizedPosition {
    /// Its evaluation for the side to move, in centipawns.
    pub value: i32,
    /// The training target.
    pub target: f32,
    /// Whether it is used for validation.
    pub validation: bool,
    /// The end of its weight gradients.
    end: usize,
}

/// The derivative of the evaluation of a position by one weight. It is kept small: there are many.
#[derive(Clone, Copy, Debug)]
pub struct WeightGradient {
    weight: u16,
    change: i16,
}

impl WeightGradient {
    /// The index of the weight.
    pub fn weight(self) -> usize {
        self.weight.into()
    }

    /// The derivative.
    pub fn value(self) -> f64 {
        const ONE: f64 = 1.0 / STEP as f64;
        f64::from(self.change) * ONE
    }
}

impl Gradients {
    /// Adds a position with its evaluation, and the changes of that when each weight in turn is increased by [`STEP`].
    pub fn push(&mut self, value: i32, target: f64, validation: bool, changes: impl Iterator<Item = i32>) {
        for (weight, change) in (0..).zip(changes) {
            if change != 0 {
                let change = change.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                self.weight_gradients.push(WeightGradient { weight, change });
            }
        }
        let end = self.weight_gradients.len();
        self.positions.push(LinearizedPosition { value, target: target as f32, validation, end });
    }

    /// The positions with the derivatives that are not 0.
    pub fn rows(&self) -> impl Iterator<Item = (LinearizedPosition, &[WeightGradient])> {
        let mut start = 0;
        self.positions.iter().map(move |&row| {
            let gradients = &self.weight_gradients[start..row.end];
            start = row.end;
            (row, gradients)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const SCALE: f64 = 100.0;

    /// Positions of an evaluation that is linear in three weights and knows nothing as yet, in two
    /// parts; the chances aimed at are those with the weights `right`.
    fn positions(right: [f64; 3]) -> [Gradients; 2] {
        let mut random = Random::new(7);
        let mut parts = [Gradients::default(), Gradients::default()];
        for number in 0..2000 {
            let counts = [(); 3].map(|()| random.below(9) as i32 - 4);
            let score: f64 = counts.iter().zip(right).map(|(&n, by)| f64::from(n) * by).sum();
            let changes = counts.into_iter().map(|count| count * STEP as i32);
            parts[number % 2].push(0, sigmoid(score / SCALE), number % 10 == 9, changes);
        }
        parts
    }

    fn solve(parts: &[Gradients], moved: &[f64], prior: f64) -> RegressionFit {
        let problem = RegressionProblem { parts, scale: SCALE, games: 1000, offsets: moved, prior_deviation: prior };
        let fitted = problem.solve(20, |_, _| true);
        assert_eq!(problem.losses(&fitted.changes), fitted.losses);
        fitted
    }

    #[test]
    fn the_true_weights_are_found() {
        let right = [100.0, -30.0, 0.0];
        let fitted = solve(&positions(right), &[0.0; 3], 1e4);
        for (found, right) in fitted.changes.iter().zip(right) {
            assert!((found - right).abs() < 0.1, "{found}");
        }
        assert!(fitted.standard_errors.iter().all(|error| (1.0..10.0).contains(error)), "{fitted:?}");
    }

    #[test]
    fn the_prior_holds_weights_back() {
        let parts = positions([100.0, -30.0, 0.0]);
        let near = solve(&parts, &[0.0; 3], 1.0);
        assert!(near.changes[0] < 50.0 && near.changes[1] > -20.0, "{near:?}");
        // What has been moved already is pulled back to where it began.
        let further = solve(&parts, &[50.0, 0.0, 0.0], 1.0);
        assert!(further.changes[0] < near.changes[0] - 5.0, "{further:?}");
    }

    #[test]
    fn a_weight_without_effect_stays() {
        let mut part = Gradients::default();
        for aim in [0.3, 0.9] {
            part.push(10, aim, false, [STEP as i32, 0].into_iter());
        }
        let fitted = solve(&[part], &[0.0; 2], 100.0);
        assert!(fitted.changes[0] > 1.0);
        assert_eq!((fitted.changes[1], fitted.standard_errors[1].round()), (0.0, 100.0));
        assert_eq!(fitted.losses.validation, None);
    }
}
