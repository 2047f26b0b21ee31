//! Weight tuning by repeated linearisation: gradients, regression, rounding, and again.

use super::fit::{RegressionFit, RegressionLosses, RegressionProblem};
use super::gradients::{Gradients, PerturbedWeights, STEP, TuningPositions};
use super::report::{TunedWeight, TuningData, TuningReport};
use super::toml_numbers::TomlNumbers;
use crate::lab::training_target::TrainingTarget;
use crate::system::{interrupt, progress};
use anyhow::{Context, ensure};
use std::io::{Write, stderr};
use std::ops::ControlFlow;

/// The settings of the regression.
#[derive(Clone, Copy, Debug)]
pub struct TuningSettings {
    /// Weight of the game result in the training target.
    pub blend: f64,
    /// Scale of the sigmoid for the evaluation, in centipawns; `None`: that of the scores in the data.
    pub scale: Option<f64>,
    /// Standard deviation of the Gaussian prior of a weight around its initial value, in centipawns: a
    /// smaller one is a stronger regularisation. `None`: chosen on the validation games.
    pub prior_deviation: Option<f64>,
    /// The largest number of rounds.
    pub rounds: usize,
    /// The largest number of Newton steps in a round.
    pub steps: usize,
    /// The number of threads.
    pub threads: usize,
}

/// Tunes the weights of an evaluation on a set of positions.
pub struct WeightTuner<'a> {
    numbers: &'a TomlNumbers,
    /// The indices of the numbers to tune.
    free: Vec<usize>,
    positions: &'a TuningPositions,
    target: TrainingTarget,
    settings: TuningSettings,
}

/// No further round is needed if the loss differs from that of the linear model by less than this fraction
/// of the gain: the evaluation is nearly linear in the weights.
const LINEAR_ENOUGH: f64 = 0.01;

/// The largest prior standard deviation that is tried, in centipawns, and how often it is halved.
const WIDEST_PRIOR: f64 = 200.0;
const PRIOR_HALVINGS: u32 = 6;

/// The new values of all numbers, and the report.
pub type TunedWeights = (Vec<i64>, TuningReport);

impl<'a> WeightTuner<'a> {
    /// Leaves out numbers that the game does not allow to change.
    ///
    /// # Errors
    /// No number is left.
    pub fn new(
        numbers: &'a TomlNumbers,
        mut free: Vec<usize>,
        positions: &'a TuningPositions,
        settings: TuningSettings,
    ) -> anyhow::Result<WeightTuner<'a>> {
        let values = numbers.values();
        free.retain(|&index| {
            let PerturbedWeights { name, text } = perturbed_weights(numbers, &values, index);
            let changed = positions.model(&text).context(name);
            if let Err(error) = &changed {
                let _ = writeln!(stderr(), "not tuned: {error:#}");
            }
            changed.is_ok()
        });
        ensure!(!free.is_empty(), "found no weight that the game lets change");
        let target = TrainingTarget { blend: settings.blend, scale: positions.samples.fit_scale() };
        Ok(WeightTuner { numbers, free, positions, target, settings })
    }

    /// Runs rounds as long as the loss falls. `None` if the program was interrupted before the end of the first.
    ///
    /// # Errors
    /// The game refuses the new weights of the first round.
    pub fn run(&self) -> anyhow::Result<Option<TunedWeights>> {
        let mut values = self.numbers.values();
        let before = self.measure(&values)?;
        let (mut after, mut last) = (before, None);
        for round in 1..=self.settings.rounds {
            let Some(parts) = self.gradients(&values)? else { break };
            let offset = |&index: &usize| (values[index] - self.numbers.list[index].value) as f64;
            let offsets: Vec<f64> = self.free.iter().map(offset).collect();
            let problem = self.problem(&parts, &offsets);
            let fitted = self.fit(problem, round);
            let (next, whole) = self.rounded(&values, &fitted.changes);
            let found = match self.measure(&next) {
                Err(error) if last.is_some() => {
                    let _ = writeln!(stderr(), "round {round} is skipped: {error:#}");
                    break;
                }
                found => found?,
            };
            let predicted = problem.losses(&whole);
            let gain = after.selection_loss() - found.selection_loss();
            if gain > 0.0 || last.is_none() {
                last = Some((fitted, count_occurrences(&parts, self.free.len())));
            }
            if gain <= 0.0 {
                break;
            }
            (values, after) = (next, found);
            let linear = (found.selection_loss() - predicted.selection_loss()).abs() < LINEAR_ENOUGH * gain;
            if linear || interrupt::raised() {
                break;
            }
        }
        Ok(last.map(|(fitted, seen)| {
            let counts = self.positions.samples.counts;
            let report = TuningReport {
                version: 2,
                data: TuningData { counts, score_scale: self.target.scale, scale: self.scale() },
                prior_deviation: fitted.prior_deviation,
                before,
                fitted: fitted.losses,
                after,
                weights: self.weights(&values, &fitted.standard_errors, &seen),
            };
            (values, report)
        }))
    }

    /// Fits once, with the given prior or the best one on the validation games.
    fn fit(&self, problem: RegressionProblem, round: usize) -> RegressionFit {
        let fit = |prior| {
            let problem = RegressionProblem { prior_deviation: prior, ..problem };
            problem.solve(self.settings.steps, |step, losses| {
                let line = format!("round {round}, prior standard deviation {prior}, step {step}: {losses}");
                let _ = writeln!(stderr(), "{line}");
                !interrupt::raised()
            })
        };
        if let Some(prior) = self.settings.prior_deviation {
            return fit(prior);
        }
        let (mut best, narrower) = (fit(WIDEST_PRIOR), 1..=PRIOR_HALVINGS);
        for prior in narrower.map(|halvings| WIDEST_PRIOR / f64::from(1 << halvings)) {
            if interrupt::raised() {
                break;
            }
            let other = fit(prior);
            if other.losses.selection_loss() >= best.losses.selection_loss() {
                break;
            }
            best = other;
        }
        best
    }

    /// The losses with these values.
    fn measure(&self, values: &[i64]) -> anyhow::Result<RegressionLosses> {
        let parts = self.evaluate(values, &[], &|| ControlFlow::Continue(()))?.unwrap_or_default();
        Ok(self.problem(&parts, &[]).losses(&[]))
    }

    /// The gradients at these values. `None` if the program was interrupted.
    fn gradients(&self, values: &[i64]) -> anyhow::Result<Option<Vec<Gradients>>> {
        let perturbed: Vec<_> = self.free.iter().map(|&index| perturbed_weights(self.numbers, values, index)).collect();
        let bar = progress::progress_bar("positions", 0);
        bar.set_length(self.positions.samples.counts.positions as u64);
        let parts = self.evaluate(values, &perturbed, &|| {
            bar.inc(1);
            if interrupt::raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        bar.finish_and_clear();
        parts
    }

    fn evaluate(
        &self,
        values: &[i64],
        perturbed: &[PerturbedWeights],
        progress: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> anyhow::Result<Option<Vec<Gradients>>> {
        let (base, threads) = (self.numbers.with(values), self.settings.threads);
        self.positions.gradients(&base, perturbed, self.target, threads, progress)
    }

    fn problem<'p>(&self, parts: &'p [Gradients], offsets: &'p [f64]) -> RegressionProblem<'p> {
        RegressionProblem {
            parts,
            scale: self.scale(),
            games: self.positions.samples.counts.training_games,
            offsets,
            prior_deviation: WIDEST_PRIOR,
        }
    }

    /// The rounded new values, and their changes.
    fn rounded(&self, values: &[i64], moves: &[f64]) -> (Vec<i64>, Vec<f64>) {
        let whole: Vec<f64> = moves.iter().map(|by| by.round()).collect();
        let mut next = values.to_vec();
        for (&index, by) in self.free.iter().zip(&whole) {
            next[index] += *by as i64;
        }
        (next, whole)
    }

    /// Scale of the sigmoid for the evaluation, in centipawns.
    fn scale(&self) -> f64 {
        self.settings.scale.unwrap_or(self.target.scale)
    }

    fn weights(&self, values: &[i64], errors: &[f64], seen: &[u64]) -> Vec<TunedWeight> {
        let known = self.free.iter().zip(errors).zip(seen);
        let weight = |((&index, &standard_error), &positions): ((&usize, &f64), &u64)| {
            let number = &self.numbers.list[index];
            TunedWeight { name: number.name.clone(), old: number.value, new: values[index], standard_error, positions }
        };
        known.map(weight).collect()
    }
}

/// The weights with one of them greater by [`STEP`].
fn perturbed_weights(numbers: &TomlNumbers, values: &[i64], index: usize) -> PerturbedWeights {
    let mut values = values.to_vec();
    values[index] += STEP;
    PerturbedWeights { name: numbers.list[index].name.clone(), text: numbers.with(&values) }
}

/// The number of positions in which each weight matters.
fn count_occurrences(parts: &[Gradients], weights: usize) -> Vec<u64> {
    let mut seen = vec![0; weights];
    let gradients = parts.iter().flat_map(Gradients::rows).flat_map(|(_, gradients)| gradients);
    gradients.for_each(|gradient| seen[gradient.weight()] += 1);
    seen
}
