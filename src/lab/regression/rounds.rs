//! Fitting in rounds: what the weights count for, the best ones if that stays so, and once more.

use super::fit::{Fitted, Losses, Problem};
use super::gradients::{Models, STEP, Slopes};
use super::numbers::Numbers;
use super::report::{Data, Report, Weight};
use crate::eval::Model;
use crate::games::Entry;
use crate::lab::samples::Samples;
use crate::lab::target::Goal;
use crate::system::progress;
use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use std::io::{Write, stderr};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The part of the result in what is aimed at.
    pub blend: f64,
    /// Hundredths in the unit of the logistic curve, for the evaluation; `None`: as many as for the
    /// scores of the data.
    pub scale: Option<f64>,
    /// How far weights are likely to move, in hundredths; `None`: what suits games held out best.
    pub prior: Option<f64>,
    /// How many rounds at most.
    pub rounds: usize,
    /// How many steps a round at most.
    pub steps: usize,
    /// How many threads work side by side.
    pub threads: usize,
}

/// Weights, and the positions that they are fitted to.
pub struct Rounds<'a, K: Entry> {
    numbers: &'a Numbers,
    /// The places of the numbers that are free to move.
    free: Vec<usize>,
    samples: Samples<K::Game>,
    goal: Goal,
    settings: Settings,
    interrupted: &'a AtomicBool,
}

/// A round whose promise is kept but for this part of what was gained needs no other: the evaluation
/// is as linear as it was taken to be.
const LINEAR: f64 = 0.01;

/// The widest prior that is tried, and how often it is halved.
const WIDEST_PRIOR: f64 = 200.0;
const PRIORS: u32 = 6;

/// What came of it: a value for every number, and what is to be said.
pub type Tuned = (Vec<i64>, Report);

impl<'a, K: Entry> Rounds<'a, K> {
    /// All that is needed. Numbers that the game does not let change are not free.
    pub fn new(
        numbers: &'a Numbers,
        mut free: Vec<usize>,
        samples: Samples<K::Game>,
        settings: Settings,
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<Rounds<'a, K>> {
        let values = numbers.values();
        free.retain(|&place| {
            let changed = greater::<K>(numbers, &values, place);
            if let Err(error) = &changed {
                let _ = writeln!(stderr(), "left as it is: {error:#}");
            }
            changed.is_ok()
        });
        ensure!(
            !free.is_empty(),
            "found no weight that the game lets change"
        );
        let goal = Goal {
            blend: settings.blend,
            scale: samples.scale(),
        };
        Ok(Rounds {
            numbers,
            free,
            samples,
            goal,
            settings,
            interrupted,
        })
    }

    /// Fits round after round, as long as that makes things better; nothing, if the flag went up
    /// before the end of the first.
    pub fn run(&self) -> anyhow::Result<Option<Tuned>> {
        let mut values = self.numbers.values();
        let before = self.measure(&values)?;
        let (mut after, mut last) = (before, None);
        for round in 1..=self.settings.rounds {
            let Some(parts) = self.slopes(&values)? else {
                break;
            };
            let moved = self.moved(&values);
            let problem = self.problem(&parts, &moved);
            let fitted = self.fit(problem, round);
            let (next, whole) = self.rounded(&values, &fitted.moves);
            let found = match self.measure(&next) {
                Err(error) if last.is_some() => {
                    let _ = writeln!(stderr(), "round {round} is left out: {error:#}");
                    break;
                }
                found => found?,
            };
            let promised = problem.losses(&whole);
            let gain = after.telling() - found.telling();
            if gain > 0.0 || last.is_none() {
                last = Some((fitted, seen(&parts, self.free.len())));
            }
            if gain <= 0.0 {
                break;
            }
            (values, after) = (next, found);
            let kept = (found.telling() - promised.telling()).abs() < LINEAR * gain;
            if kept || self.interrupted.load(Relaxed) {
                break;
            }
        }
        Ok(last.map(|(fitted, seen)| {
            let losses = [before, fitted.losses, after];
            let weights = self.weights(&values, &fitted.errors, &seen);
            (
                values,
                Report::new(self.data(), fitted.prior, losses, weights),
            )
        }))
    }

    /// Fits once, by the prior that suits games held out best.
    fn fit(&self, problem: Problem, round: usize) -> Fitted {
        let fit = |prior| {
            let problem = Problem { prior, ..problem };
            problem.solve(self.settings.steps, |step, losses| {
                let told = format!("round {round}, prior {prior}, step {step}: {losses}");
                let _ = writeln!(stderr(), "{told}");
                !self.interrupted.load(Relaxed)
            })
        };
        if let Some(prior) = self.settings.prior {
            return fit(prior);
        }
        let (mut best, narrower) = (fit(WIDEST_PRIOR), 1..=PRIORS);
        for prior in narrower.map(|halvings| WIDEST_PRIOR / f64::from(1 << halvings)) {
            if self.interrupted.load(Relaxed) {
                break;
            }
            let other = fit(prior);
            if other.losses.telling() >= best.losses.telling() {
                break;
            }
            best = other;
        }
        best
    }

    /// How good the numbers are.
    fn measure(&self, values: &[i64]) -> anyhow::Result<Losses> {
        let models = Models::<K> {
            base: model::<K>(self.numbers, values)?,
            changed: Vec::new(),
        };
        let (bar, never) = (ProgressBar::hidden(), AtomicBool::new(false));
        let parts = self.value(&models, &bar, &never).unwrap_or_default();
        Ok(self.problem(&parts, &[]).losses(&[]))
    }

    /// What every weight counts for around these values; nothing, if the flag went up.
    fn slopes(&self, values: &[i64]) -> anyhow::Result<Option<Vec<Slopes>>> {
        let changed = self.free.iter();
        let changed = changed.map(|&place| greater::<K>(self.numbers, values, place));
        let models = Models::<K> {
            base: model::<K>(self.numbers, values)?,
            changed: changed.collect::<anyhow::Result<_>>()?,
        };
        let bar = progress::toward("positions", 0);
        bar.set_length(self.samples.list.len() as u64);
        let parts = self.value(&models, &bar, self.interrupted);
        bar.finish_and_clear();
        Ok(parts)
    }

    fn value(
        &self,
        models: &Models<K>,
        bar: &ProgressBar,
        interrupted: &AtomicBool,
    ) -> Option<Vec<Slopes>> {
        let threads = self.settings.threads;
        models.slopes(&self.samples.list, self.goal, threads, bar, interrupted)
    }

    fn problem<'p>(&self, parts: &'p [Slopes], moved: &'p [f64]) -> Problem<'p> {
        Problem {
            parts,
            scale: self.scale(),
            games: self.samples.games,
            moved,
            prior: WIDEST_PRIOR,
        }
    }

    /// How far the weights have come from those of the text.
    fn moved(&self, values: &[i64]) -> Vec<f64> {
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

    fn data(&self) -> Data {
        Data {
            games: self.samples.games,
            games_held_out: self.samples.games_held_out,
            usable: self.samples.usable,
            positions: self.samples.list.len(),
            score_scale: self.goal.scale,
            scale: self.scale(),
        }
    }

    /// Hundredths in the unit of the logistic curve, for the evaluation.
    fn scale(&self) -> f64 {
        self.settings.scale.unwrap_or(self.goal.scale)
    }

    fn weights(&self, values: &[i64], errors: &[f64], seen: &[u64]) -> Vec<Weight> {
        let known = self.free.iter().zip(errors).zip(seen);
        let weight = |((&place, &error), &positions): ((&usize, &f64), &u64)| {
            let number = &self.numbers.list()[place];
            Weight {
                name: number.name.clone(),
                old: number.value,
                new: values[place],
                error,
                positions,
            }
        };
        known.map(weight).collect()
    }
}

/// The model of a text with these values.
fn model<K: Entry>(numbers: &Numbers, values: &[i64]) -> anyhow::Result<Arc<K::Model>> {
    let model = K::Model::read(numbers.with(values).as_bytes());
    Ok(Arc::new(model.context("the changed weights")?))
}

/// The model with one weight greater by [`STEP`].
fn greater<K: Entry>(
    numbers: &Numbers,
    values: &[i64],
    place: usize,
) -> anyhow::Result<Arc<K::Model>> {
    let mut values = values.to_vec();
    values[place] += STEP;
    model::<K>(numbers, &values).with_context(|| numbers.list()[place].name.clone())
}

/// In how many positions every weight counts.
fn seen(parts: &[Slopes], weights: usize) -> Vec<u64> {
    let mut seen = vec![0; weights];
    let shares = parts
        .iter()
        .flat_map(Slopes::rows)
        .flat_map(|(_, shares)| shares);
    shares.for_each(|share| seen[share.weight()] += 1);
    seen
}
