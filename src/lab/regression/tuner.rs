//! Fitting in rounds: what the weights count for, the best ones if that stays so, and once more.

use super::fit::{RegressionFit, RegressionLosses, RegressionProblem};
use super::gradients::{Gradients, PerturbedModels, STEP};
use super::report::{TunedWeight, TuningData, TuningReport};
use super::toml_numbers::TomlNumbers;
use crate::eval::Model;
use crate::games::Entry;
use crate::lab::samples::SampleSet;
use crate::lab::training_target::TrainingTarget;
use crate::system::progress;
use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use std::io::{Write, stderr};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct TuningSettings {
    /// The part of the result in what is aimed at.
    pub blend: f64,
    /// Hundredths in the unit of the logistic curve, for the evaluation; `None`: as many as for the
    /// scores of the data.
    pub scale: Option<f64>,
    /// How far weights are likely to move, in hundredths; `None`: what suits games held out best.
    pub prior_deviation: Option<f64>,
    /// How many rounds at most.
    pub rounds: usize,
    /// How many steps a round at most.
    pub steps: usize,
    /// How many threads work side by side.
    pub threads: usize,
}

/// Weights, and the positions that they are fitted to.
pub struct WeightTuner<'a, K: Entry> {
    numbers: &'a TomlNumbers,
    /// The places of the numbers that are free to move.
    free: Vec<usize>,
    samples: SampleSet<K::Game>,
    target: TrainingTarget,
    settings: TuningSettings,
    interrupted: &'a AtomicBool,
}

/// A round whose promise is kept but for this part of what was gained needs no other: the evaluation
/// is as linear as it was taken to be.
const LINEAR_ENOUGH: f64 = 0.01;

/// The widest prior that is tried, and how often it is halved.
const WIDEST_PRIOR: f64 = 200.0;
const PRIOR_HALVINGS: u32 = 6;

/// What came of it: a value for every number, and what is to be said.
pub type TunedWeights = (Vec<i64>, TuningReport);

impl<'a, K: Entry> WeightTuner<'a, K> {
    /// All that is needed. Numbers that the game does not let change are not free.
    pub fn new(
        numbers: &'a TomlNumbers,
        mut free: Vec<usize>,
        samples: SampleSet<K::Game>,
        settings: TuningSettings,
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<WeightTuner<'a, K>> {
        let values = numbers.values();
        free.retain(|&place| {
            let changed = perturbed_model::<K>(numbers, &values, place);
            if let Err(error) = &changed {
                let _ = writeln!(stderr(), "left as it is: {error:#}");
            }
            changed.is_ok()
        });
        ensure!(
            !free.is_empty(),
            "found no weight that the game lets change"
        );
        let goal = TrainingTarget {
            blend: settings.blend,
            scale: samples.fit_scale(),
        };
        Ok(WeightTuner {
            numbers,
            free,
            samples,
            target: goal,
            settings,
            interrupted,
        })
    }

    /// Fits round after round, as long as that makes things better; nothing, if the flag went up
    /// before the end of the first.
    pub fn run(&self) -> anyhow::Result<Option<TunedWeights>> {
        let mut values = self.numbers.values();
        let before = self.measure(&values)?;
        let (mut after, mut last) = (before, None);
        for round in 1..=self.settings.rounds {
            let Some(parts) = self.gradients(&values)? else {
                break;
            };
            let moved = self.offsets(&values);
            let problem = self.problem(&parts, &moved);
            let fitted = self.fit(problem, round);
            let (next, whole) = self.rounded(&values, &fitted.changes);
            let found = match self.measure(&next) {
                Err(error) if last.is_some() => {
                    let _ = writeln!(stderr(), "round {round} is left out: {error:#}");
                    break;
                }
                found => found?,
            };
            let promised = problem.losses(&whole);
            let gain = after.selection_loss() - found.selection_loss();
            if gain > 0.0 || last.is_none() {
                last = Some((fitted, count_occurrences(&parts, self.free.len())));
            }
            if gain <= 0.0 {
                break;
            }
            (values, after) = (next, found);
            let kept =
                (found.selection_loss() - promised.selection_loss()).abs() < LINEAR_ENOUGH * gain;
            if kept || self.interrupted.load(Relaxed) {
                break;
            }
        }
        Ok(last.map(|(fitted, seen)| {
            let losses = [before, fitted.losses, after];
            let weights = self.weights(&values, &fitted.standard_errors, &seen);
            (
                values,
                TuningReport::new(self.data(), fitted.prior_deviation, losses, weights),
            )
        }))
    }

    /// Fits once, by the prior that suits games held out best.
    fn fit(&self, problem: RegressionProblem, round: usize) -> RegressionFit {
        let fit = |prior| {
            let problem = RegressionProblem {
                prior_deviation: prior,
                ..problem
            };
            problem.solve(self.settings.steps, |step, losses| {
                let told = format!(
                    "round {round}, prior standard deviation {prior}, step {step}: {losses}"
                );
                let _ = writeln!(stderr(), "{told}");
                !self.interrupted.load(Relaxed)
            })
        };
        if let Some(prior) = self.settings.prior_deviation {
            return fit(prior);
        }
        let (mut best, narrower) = (fit(WIDEST_PRIOR), 1..=PRIOR_HALVINGS);
        for prior in narrower.map(|halvings| WIDEST_PRIOR / f64::from(1 << halvings)) {
            if self.interrupted.load(Relaxed) {
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

    /// How good the numbers are.
    fn measure(&self, values: &[i64]) -> anyhow::Result<RegressionLosses> {
        let models = PerturbedModels::<K> {
            base: model::<K>(self.numbers, values)?,
            perturbed: Vec::new(),
        };
        let (bar, never) = (ProgressBar::hidden(), AtomicBool::new(false));
        let parts = self.value(&models, &bar, &never).unwrap_or_default();
        Ok(self.problem(&parts, &[]).losses(&[]))
    }

    /// What every weight counts for around these values; nothing, if the flag went up.
    fn gradients(&self, values: &[i64]) -> anyhow::Result<Option<Vec<Gradients>>> {
        let changed = self.free.iter();
        let changed = changed.map(|&place| perturbed_model::<K>(self.numbers, values, place));
        let models = PerturbedModels::<K> {
            base: model::<K>(self.numbers, values)?,
            perturbed: changed.collect::<anyhow::Result<_>>()?,
        };
        let bar = progress::progress_bar("positions", 0);
        bar.set_length(self.samples.list.len() as u64);
        let parts = self.value(&models, &bar, self.interrupted);
        bar.finish_and_clear();
        Ok(parts)
    }

    fn value(
        &self,
        models: &PerturbedModels<K>,
        bar: &ProgressBar,
        interrupted: &AtomicBool,
    ) -> Option<Vec<Gradients>> {
        let threads = self.settings.threads;
        models.gradients(&self.samples.list, self.target, threads, bar, interrupted)
    }

    fn problem<'p>(&self, parts: &'p [Gradients], moved: &'p [f64]) -> RegressionProblem<'p> {
        RegressionProblem {
            parts,
            scale: self.scale(),
            games: self.samples.games,
            moved,
            prior_deviation: WIDEST_PRIOR,
        }
    }

    /// How far the weights have come from those of the text.
    fn offsets(&self, values: &[i64]) -> Vec<f64> {
        let moved = |&place: &usize| (values[place] - self.numbers.list()[place].value) as f64;
        self.free.iter().map(moved).collect()
    }

    /// The whole numbers next to where the weights should move, and how far these move.
    fn rounded(&self, values: &[i64], moves: &[f64]) -> (Vec<i64>, Vec<f64>) {
        let whole: Vec<f64> = moves.iter().map(|by| by.round()).collect();
        let mut next = values.to_vec();
        for (&place, by) in self.free.iter().zip(&whole) {
            next[place] += *by as i64;
        }
        (next, whole)
    }

    fn data(&self) -> TuningData {
        TuningData {
            training_games: self.samples.games,
            validation_games: self.samples.validation_games,
            usable: self.samples.usable,
            positions: self.samples.list.len(),
            score_scale: self.target.scale,
            scale: self.scale(),
        }
    }

    /// Hundredths in the unit of the logistic curve, for the evaluation.
    fn scale(&self) -> f64 {
        self.settings.scale.unwrap_or(self.target.scale)
    }

    fn weights(&self, values: &[i64], errors: &[f64], seen: &[u64]) -> Vec<TunedWeight> {
        let known = self.free.iter().zip(errors).zip(seen);
        let weight = |((&place, &error), &positions): ((&usize, &f64), &u64)| {
            let number = &self.numbers.list()[place];
            TunedWeight {
                name: number.name.clone(),
                old: number.value,
                new: values[place],
                standard_error: error,
                positions,
            }
        };
        known.map(weight).collect()
    }
}

/// The model of a text with these values.
fn model<K: Entry>(numbers: &TomlNumbers, values: &[i64]) -> anyhow::Result<Arc<K::Model>> {
    let model = K::Model::read(numbers.with(values).as_bytes());
    Ok(Arc::new(model.context("the changed weights")?))
}

/// The model with one weight greater by [`STEP`].
fn perturbed_model<K: Entry>(
    numbers: &TomlNumbers,
    values: &[i64],
    place: usize,
) -> anyhow::Result<Arc<K::Model>> {
    let mut values = values.to_vec();
    values[place] += STEP;
    model::<K>(numbers, &values).with_context(|| numbers.list()[place].name.clone())
}

/// In how many positions every weight counts.
fn count_occurrences(parts: &[Gradients], weights: usize) -> Vec<u64> {
    let mut seen = vec![0; weights];
    let shares = parts
        .iter()
        .flat_map(Gradients::rows)
        .flat_map(|(_, shares)| shares);
    shares.for_each(|share| seen[share.weight()] += 1);
    seen
}
