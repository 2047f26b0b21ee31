//! Logistic regression: the weights that tell results best.

use super::gradients::{Row, Share, Slopes};
use super::matrix::{Factor, Matrix};
use crate::lab::target::{chances, loss};
use crate::system::threads::side_by_side;
use serde::Serialize;
use std::ops::AddAssign;

/// What is to be fitted.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The positions, in parts of about the same size: one a thread.
    pub parts: &'a [Slopes],
    /// Hundredths in the unit of the logistic curve.
    pub scale: f64,
    /// How many games the positions are from. All positions of a game have its result, so a game
    /// counts as one observation, however long it was.
    pub games: usize,
    /// How far each weight has been moved from where it was at first, in hundredths.
    pub moved: &'a [f64],
    /// How far weights are likely to move, if no game says anything about them (a standard
    /// deviation, in hundredths).
    pub prior: f64,
}

/// The mean loss of positions.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
pub struct Losses {
    /// Of those that weights are fitted to.
    pub fitted: f64,
    /// Of those that are held out, if there are any.
    pub held_out: Option<f64>,
}

impl Losses {
    /// What says whether weights are better: positions that nothing was fitted to.
    pub fn telling(self) -> f64 {
        self.held_out.unwrap_or(self.fitted)
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// By how much to change each weight, in hundredths.
    pub moves: Vec<f64>,
    /// The prior of the problem.
    pub prior: f64,
    /// How sure the moves are: a standard deviation for each, in hundredths.
    pub errors: Vec<f64>,
    /// The losses with the weights changed so, if the evaluation is linear in them.
    pub losses: Losses,
}

/// The most weights: every thread has a matrix of their number squared.
pub const MOST_WEIGHTS: usize = 1 << 12;

/// No weight moves by more: it is found.
const CLOSE: f64 = 0.05;

impl Problem<'_> {
    /// Goes to the minimum of the loss by Newton's method, in so many steps at most, as long as
    /// positions held out agree and the listener wants more.
    pub fn solve(&self, steps: usize, mut listener: impl FnMut(usize, Losses) -> bool) -> Fitted {
        let mut moves = vec![0.0; self.moved.len()];
        let mut losses = self.losses(&moves);
        let mut last = None;
        for step in 1..=steps {
            let (downhill, factor) = self.slope(&moves);
            let full = last.insert(factor).solve(&downhill);
            let Some((next, found)) = self.descend(&moves, &full, losses) else {
                break;
            };
            if found.telling() >= losses.telling() {
                break;
            }
            (moves, losses) = (next, found);
            let farthest = full.iter().fold(0.0, |most: f64, by| most.max(by.abs()));
            if !listener(step, losses) || farthest < CLOSE {
                break;
            }
        }
        let unknown = || vec![self.prior.powi(2); self.moved.len()];
        let variances = last.map_or_else(unknown, |factor| factor.inverse_diagonal());
        Fitted {
            moves,
            prior: self.prior,
            errors: variances.into_iter().map(f64::sqrt).collect(),
            losses,
        }
    }

    /// The losses with the weights changed by `moves`.
    pub fn losses(&self, moves: &[f64]) -> Losses {
        let none = Sums::default();
        let sums = self.sum(moves, &none, |sums, row, _, score| sums.add(row, score));
        let [fitted, held_out] = sums.0.map(|(sum, count)| sum / count.max(1) as f64);
        Losses {
            fitted,
            held_out: (sums.0[1].1 > 0).then_some(held_out),
        }
    }

    /// A part of the step that makes things better; the whole of it, if it does.
    fn descend(&self, moves: &[f64], step: &[f64], before: Losses) -> Option<(Vec<f64>, Losses)> {
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
    fn objective(&self, moves: &[f64], losses: Losses) -> f64 {
        let far = moves.iter().zip(self.moved).map(|(by, moved)| by + moved);
        let unlikely: f64 = far.map(|by| (by / self.prior).powi(2) / 2.0).sum();
        self.games as f64 * losses.fitted + unlikely
    }

    /// The direction in which the objective falls, and its curvature.
    fn slope(&self, moves: &[f64]) -> (Vec<f64>, Factor) {
        let Curve {
            count,
            mut downhill,
            mut curvature,
        } = self.sum(
            moves,
            &Curve::new(moves.len()),
            |curve, row, shares, score| {
                if !row.held_out {
                    curve.add(row, shares, score);
                }
            },
        );
        // A game is one observation, and all is in hundredths.
        let weight = self.games as f64 / count.max(1) as f64;
        let precision = self.prior.powi(-2);
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
        add: impl Fn(&mut S, Row, &[Share], f64) + Sync,
    ) -> S {
        let of = |part: &Slopes| {
            let mut sum = none.clone();
            for (row, shares) in part.rows() {
                let moved = shares
                    .iter()
                    .map(|share| share.slope() * moves[share.weight()]);
                let score = f64::from(row.value) + moved.sum::<f64>();
                add(&mut sum, row, shares, score / self.scale);
            }
            sum
        };
        let mut total = none.clone();
        for sum in side_by_side(self.parts, of) {
            total += sum;
        }
        total
    }
}

/// Loss and number of positions that are fitted to, and of those that are held out.
#[derive(Clone, Copy, Default, Debug)]
struct Sums([(f64, u64); 2]);

impl Sums {
    fn add(&mut self, row: Row, score: f64) {
        let (sum, count) = &mut self.0[usize::from(row.held_out)];
        *sum += loss(score, row.aim.into());
        *count += 1;
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Sums) {
        for ((sum, count), (more, others)) in self.0.iter_mut().zip(other.0) {
            *sum += more;
            *count += others;
        }
    }
}

/// The derivatives of the loss, in units of the scale; the first one turned round.
#[derive(Clone, Debug)]
struct Curve {
    count: u64,
    downhill: Vec<f64>,
    curvature: Matrix,
}

impl Curve {
    fn new(size: usize) -> Curve {
        Curve {
            count: 0,
            downhill: vec![0.0; size],
            curvature: Matrix::new(size),
        }
    }

    fn add(&mut self, row: Row, shares: &[Share], score: f64) {
        self.count += 1;
        let chances = chances(score);
        let error = f64::from(row.aim) - chances;
        let bend = chances * (1.0 - chances);
        for (place, share) in shares.iter().enumerate() {
            self.downhill[share.weight()] += error * share.slope();
            let factor = bend * share.slope();
            let cells = self.curvature.row(share.weight());
            // The weights of a position stand in their order.
            for other in &shares[..=place] {
                cells[other.weight()] += factor * other.slope();
            }
        }
    }
}

impl AddAssign for Curve {
    fn add_assign(&mut self, other: Curve) {
        self.count += other.count;
        let slopes = self.downhill.iter_mut().zip(other.downhill);
        slopes.for_each(|(slope, more)| *slope += more);
        self.curvature.add(&other.curvature);
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
    fn positions(right: [f64; 3]) -> [Slopes; 2] {
        let mut random = Random::new(7);
        let mut parts = [Slopes::default(), Slopes::default()];
        for number in 0..2000 {
            let counts = [(); 3].map(|()| random.below(9) as i32 - 4);
            let score: f64 = counts
                .iter()
                .zip(right)
                .map(|(&n, by)| f64::from(n) * by)
                .sum();
            let changes = counts.into_iter().map(|count| count * STEP as i32);
            parts[number % 2].push(0, chances(score / SCALE), number % 10 == 9, changes);
        }
        parts
    }

    fn solve(parts: &[Slopes], moved: &[f64], prior: f64) -> Fitted {
        let problem = Problem {
            parts,
            scale: SCALE,
            games: 1000,
            moved,
            prior,
        };
        let fitted = problem.solve(20, |_, _| true);
        assert_eq!(problem.losses(&fitted.moves), fitted.losses);
        fitted
    }

    #[test]
    fn the_weights_that_made_the_chances_are_found() {
        let right = [100.0, -30.0, 0.0];
        let fitted = solve(&positions(right), &[0.0; 3], 1e4);
        for (found, right) in fitted.moves.iter().zip(right) {
            assert!((found - right).abs() < 0.1, "{found}");
        }
        assert!(
            fitted
                .errors
                .iter()
                .all(|error| (1.0..10.0).contains(error)),
            "{fitted:?}"
        );
    }

    #[test]
    fn unlikely_weights_are_held_back() {
        let parts = positions([100.0, -30.0, 0.0]);
        let near = solve(&parts, &[0.0; 3], 1.0);
        assert!(near.moves[0] < 50.0 && near.moves[1] > -20.0, "{near:?}");
        // What has been moved already is pulled back to where it began.
        let further = solve(&parts, &[50.0, 0.0, 0.0], 1.0);
        assert!(further.moves[0] < near.moves[0] - 5.0, "{further:?}");
    }

    #[test]
    fn a_weight_that_counts_nowhere_stays() {
        let mut part = Slopes::default();
        for aim in [0.3, 0.9] {
            part.push(10, aim, false, [STEP as i32, 0].into_iter());
        }
        let fitted = solve(&[part], &[0.0; 2], 100.0);
        assert!(fitted.moves[0] > 1.0);
        assert_eq!((fitted.moves[1], fitted.errors[1].round()), (0.0, 100.0));
        assert_eq!(fitted.losses.held_out, None);
    }
}
