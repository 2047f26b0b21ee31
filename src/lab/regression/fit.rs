//! Logistic regression: the weights that tell results best.

use super::gradients::{Gradients, LinearizedPosition, WeightGradient};
use super::matrix::{CholeskyFactor, SymmetricMatrix};
use crate::lab::training_target::{cross_entropy, sigmoid};
use crate::system::threads::parallel_map;
use serde::Serialize;
use std::ops::AddAssign;

/// What is to be fitted.
#[derive(Clone, Copy, Debug)]
pub struct RegressionProblem<'a> {
    /// The positions, in parts of about the same size: one a thread.
    pub parts: &'a [Gradients],
    /// Hundredths in the unit of the logistic curve.
    pub scale: f64,
    /// How many games the positions are from. All positions of a game have its result, so a game
    /// counts as one observation, however long it was.
    pub games: usize,
    /// How far each weight has been moved from where it was at first, in hundredths.
    pub moved: &'a [f64],
    /// How far weights are likely to move, if no game says anything about them (a standard
    /// deviation, in hundredths).
    pub prior_deviation: f64,
}

/// The mean loss of positions.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
pub struct RegressionLosses {
    /// Of those that weights are fitted to.
    pub training: f64,
    /// Of those that are held out, if there are any.
    pub validation: Option<f64>,
}

impl RegressionLosses {
    /// What says whether weights are better: positions that nothing was fitted to.
    pub fn selection_loss(self) -> f64 {
        self.validation.unwrap_or(self.training)
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct RegressionFit {
    /// By how much to change each weight, in hundredths.
    pub changes: Vec<f64>,
    /// The prior of the problem.
    pub prior_deviation: f64,
    /// How sure the moves are: a standard deviation for each, in hundredths.
    pub standard_errors: Vec<f64>,
    /// The losses with the weights changed so, if the evaluation is linear in them.
    pub losses: RegressionLosses,
}

/// The most weights: every thread has a matrix of their number squared.
pub const MAX_WEIGHTS: usize = 1 << 12;

/// No weight moves by more: it is found.
const CONVERGED: f64 = 0.05;

impl RegressionProblem<'_> {
    /// Goes to the minimum of the loss by Newton's method, in so many steps at most, as long as
    /// positions held out agree and the listener wants more.
    pub fn solve(
        &self,
        steps: usize,
        mut listener: impl FnMut(usize, RegressionLosses) -> bool,
    ) -> RegressionFit {
        let mut moves = vec![0.0; self.moved.len()];
        let mut losses = self.losses(&moves);
        let mut last = None;
        for step in 1..=steps {
            let (downhill, factor) = self.derivatives(&moves);
            let full = last.insert(factor).solve(&downhill);
            let Some((next, found)) = self.line_search(&moves, &full, losses) else {
                break;
            };
            if found.selection_loss() >= losses.selection_loss() {
                break;
            }
            (moves, losses) = (next, found);
            let farthest = full.iter().fold(0.0, |most: f64, by| most.max(by.abs()));
            if !listener(step, losses) || farthest < CONVERGED {
                break;
            }
        }
        let unknown = || vec![self.prior_deviation.powi(2); self.moved.len()];
        let variances = last.map_or_else(unknown, |factor| factor.inverse_diagonal());
        RegressionFit {
            changes: moves,
            prior_deviation: self.prior_deviation,
            standard_errors: variances.into_iter().map(f64::sqrt).collect(),
            losses,
        }
    }

    /// The losses with the weights changed by `moves`.
    pub fn losses(&self, moves: &[f64]) -> RegressionLosses {
        let none = LossSums::default();
        let sums = self.sum(moves, &none, |sums, row, _, score| sums.add(row, score));
        let [fitted, held_out] = sums.0.map(|(sum, count)| sum / count.max(1) as f64);
        RegressionLosses {
            training: fitted,
            validation: (sums.0[1].1 > 0).then_some(held_out),
        }
    }

    /// A part of the step that makes things better; the whole of it, if it does.
    fn line_search(
        &self,
        moves: &[f64],
        step: &[f64],
        before: RegressionLosses,
    ) -> Option<(Vec<f64>, RegressionLosses)> {
        const HALVINGS: i32 = 8;
        let before = self.objective(moves, before);
        let shorter = (0..HALVINGS).map(|halvings| 0.5_f64.powi(halvings));
        shorter.into_iter().find_map(|part| {
            let next = moves.iter().zip(step).map(|(at, by)| at + part * by);
            let next: Vec<f64> = next.collect();
            let losses = self.losses(&next);
            (self.objective(&next, losses) < before).then_some((next, losses))
        })
    }

    /// What is made as small as can be: the loss of all games, and that of unlikely weights.
    fn objective(&self, moves: &[f64], losses: RegressionLosses) -> f64 {
        let far = moves.iter().zip(self.moved).map(|(by, moved)| by + moved);
        let unlikely: f64 = far
            .map(|by| (by / self.prior_deviation).powi(2) / 2.0)
            .sum();
        self.games as f64 * losses.training + unlikely
    }

    /// The direction in which the objective falls, and its curvature.
    fn derivatives(&self, moves: &[f64]) -> (Vec<f64>, CholeskyFactor) {
        let Derivatives {
            count,
            negative_gradient: mut downhill,
            hessian: mut curvature,
        } = self.sum(
            moves,
            &Derivatives::new(moves.len()),
            |curve, row, shares, score| {
                if !row.validation {
                    curve.add(row, shares, score);
                }
            },
        );
        // A game is one observation, and all is in hundredths.
        let weight = self.games as f64 / count.max(1) as f64;
        let precision = self.prior_deviation.powi(-2);
        curvature.scale(weight / self.scale.powi(2), precision);
        for (slope, (by, moved)) in downhill.iter_mut().zip(moves.iter().zip(self.moved)) {
            *slope = *slope * weight / self.scale - (by + moved) * precision;
        }
        (downhill, curvature.factor())
    }

    /// Adds up what the positions give, each with its score in units of the scale.
    fn sum<S: Clone + AddAssign + Send + Sync>(
        &self,
        moves: &[f64],
        none: &S,
        add: impl Fn(&mut S, LinearizedPosition, &[WeightGradient], f64) + Sync,
    ) -> S {
        let of = |part: &Gradients| {
            let mut sum = none.clone();
            for (row, shares) in part.rows() {
                let moved = shares
                    .iter()
                    .map(|share| share.value() * moves[share.weight()]);
                let score = f64::from(row.value) + moved.sum::<f64>();
                add(&mut sum, row, shares, score / self.scale);
            }
            sum
        };
        let mut total = none.clone();
        for sum in parallel_map(self.parts, of) {
            total += sum;
        }
        total
    }
}

/// Loss and number of positions that are fitted to, and of those that are held out.
#[derive(Clone, Copy, Default, Debug)]
struct LossSums([(f64, u64); 2]);

impl LossSums {
    fn add(&mut self, row: LinearizedPosition, score: f64) {
        let (sum, count) = &mut self.0[usize::from(row.validation)];
        *sum += cross_entropy(score, row.target.into());
        *count += 1;
    }
}

impl AddAssign for LossSums {
    fn add_assign(&mut self, other: LossSums) {
        for ((sum, count), (more, others)) in self.0.iter_mut().zip(other.0) {
            *sum += more;
            *count += others;
        }
    }
}

/// The derivatives of the loss, in units of the scale; the first one turned round.
#[derive(Clone, Debug)]
struct Derivatives {
    count: u64,
    negative_gradient: Vec<f64>,
    hessian: SymmetricMatrix,
}

impl Derivatives {
    fn new(size: usize) -> Derivatives {
        Derivatives {
            count: 0,
            negative_gradient: vec![0.0; size],
            hessian: SymmetricMatrix::new(size),
        }
    }

    fn add(&mut self, row: LinearizedPosition, shares: &[WeightGradient], score: f64) {
        self.count += 1;
        let expected = sigmoid(score);
        let error = f64::from(row.target) - expected;
        let bend = expected * (1.0 - expected);
        for (place, share) in shares.iter().enumerate() {
            self.negative_gradient[share.weight()] += error * share.value();
            let factor = bend * share.value();
            let cells = self.hessian.row(share.weight());
            // The weights of a position stand in their order.
            for other in &shares[..=place] {
                cells[other.weight()] += factor * other.value();
            }
        }
    }
}

impl AddAssign for Derivatives {
    fn add_assign(&mut self, other: Derivatives) {
        self.count += other.count;
        let slopes = self
            .negative_gradient
            .iter_mut()
            .zip(other.negative_gradient);
        slopes.for_each(|(slope, more)| *slope += more);
        self.hessian.add(&other.hessian);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::regression::gradients::STEP;
    use crate::random::Random;

    const SCALE: f64 = 100.0;

    /// Positions of an evaluation that is linear in three weights and knows nothing as yet, in two
    /// parts; the chances aimed at are those with the weights `right`.
    fn positions(right: [f64; 3]) -> [Gradients; 2] {
        let mut random = Random::new(7);
        let mut parts = [Gradients::default(), Gradients::default()];
        for number in 0..2000 {
            let counts = [(); 3].map(|()| random.below(9) as i32 - 4);
            let score: f64 = counts
                .iter()
                .zip(right)
                .map(|(&n, by)| f64::from(n) * by)
                .sum();
            let changes = counts.into_iter().map(|count| count * STEP as i32);
            parts[number % 2].push(0, sigmoid(score / SCALE), number % 10 == 9, changes);
        }
        parts
    }

    fn solve(parts: &[Gradients], moved: &[f64], prior: f64) -> RegressionFit {
        let problem = RegressionProblem {
            parts,
            scale: SCALE,
            games: 1000,
            moved,
            prior_deviation: prior,
        };
        let fitted = problem.solve(20, |_, _| true);
        assert_eq!(problem.losses(&fitted.changes), fitted.losses);
        fitted
    }

    #[test]
    fn the_weights_that_made_the_chances_are_found() {
        let right = [100.0, -30.0, 0.0];
        let fitted = solve(&positions(right), &[0.0; 3], 1e4);
        for (found, right) in fitted.changes.iter().zip(right) {
            assert!((found - right).abs() < 0.1, "{found}");
        }
        assert!(
            fitted
                .standard_errors
                .iter()
                .all(|error| (1.0..10.0).contains(error)),
            "{fitted:?}"
        );
    }

    #[test]
    fn unlikely_weights_are_held_back() {
        let parts = positions([100.0, -30.0, 0.0]);
        let near = solve(&parts, &[0.0; 3], 1.0);
        assert!(
            near.changes[0] < 50.0 && near.changes[1] > -20.0,
            "{near:?}"
        );
        // What has been moved already is pulled back to where it began.
        let further = solve(&parts, &[50.0, 0.0, 0.0], 1.0);
        assert!(further.changes[0] < near.changes[0] - 5.0, "{further:?}");
    }

    #[test]
    fn a_weight_that_counts_nowhere_stays() {
        let mut part = Gradients::default();
        for aim in [0.3, 0.9] {
            part.push(10, aim, false, [STEP as i32, 0].into_iter());
        }
        let fitted = solve(&[part], &[0.0; 2], 100.0);
        assert!(fitted.changes[0] > 1.0);
        assert_eq!(
            (fitted.changes[1], fitted.standard_errors[1].round()),
            (0.0, 100.0)
        );
        assert_eq!(fitted.losses.validation, None);
    }
}
