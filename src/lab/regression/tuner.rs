//! Weight tuning by repeated linearisation: gradients, regression, rounding, and again.

use super::fit::{Gradients, RegressionFit, RegressionLosses, RegressionProblem, STEP};
use super::toml_numbers::TomlNumbers;
use crate::games::GameInfo;
use crate::lab::game_tools::{AnyModel, ListEvaluator};
use crate::lab::samples::{SampleCounts, SampleSet};
use crate::lab::training_target::TrainingTarget;
use crate::system::threads::parallel_map;
use crate::system::{interrupt, progress};
use anyhow::{Context, ensure};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use std::io::{Write, stderr};
use std::ops::{ControlFlow, Range};

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
    game: &'static GameInfo,
    samples: &'a SampleSet,
    target: TrainingTarget,
    settings: TuningSettings,
}

/// No further round is needed if the loss differs from that of the linear model by less than this fraction
/// of the gain: the evaluation is nearly linear in the weights.
const LINEAR_ENOUGH: f64 = 0.01;

/// The largest prior standard deviation that is tried, in centipawns, and how often it is halved.
const WIDEST_PRIOR: f64 = 200.0;
const PRIOR_HALVINGS: u32 = 6;

impl<'a> WeightTuner<'a> {
    /// Leaves out numbers that the game does not allow to change.
    ///
    /// # Errors
    /// No number is left.
    pub fn new(
        numbers: &'a TomlNumbers,
        mut free: Vec<usize>,
        game: &'static GameInfo,
        samples: &'a SampleSet,
        settings: TuningSettings,
    ) -> anyhow::Result<WeightTuner<'a>> {
        let target = TrainingTarget { blend: settings.blend, scale: samples.fit_scale() };
        let tuner = WeightTuner { numbers, free: Vec::new(), game, samples, target, settings };
        let values = numbers.values();
        free.retain(|&index| {
            let changed = tuner.perturbed_model(&values, index);
            if let Err(error) = &changed {
                let _ = writeln!(stderr(), "not tuned: {error:#}");
            }
            changed.is_ok()
        });
        ensure!(!free.is_empty(), "found no weight that the game lets change");
        Ok(WeightTuner { free, ..tuner })
    }

    /// The model with these values.
    fn model(&self, values: &[i64]) -> anyhow::Result<AnyModel> {
        self.game.read_model(self.numbers.with(values).as_bytes()).context("the changed weights")
    }

    /// The model with one of the values greater by [`STEP`].
    fn perturbed_model(&self, values: &[i64], index: usize) -> anyhow::Result<AnyModel> {
        let mut values = values.to_vec();
        values[index] += STEP;
        self.model(&values).with_context(|| self.numbers.list[index].name.clone())
    }

    /// Runs rounds as long as the loss falls. Returns the new values of all numbers, and the report; `None` if the program was
    /// interrupted before the end of the first round.
    ///
    /// # Errors
    /// The game refuses the new weights of the first round.
    pub fn run(&self) -> anyhow::Result<Option<(Vec<i64>, TuningReport)>> {
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
            let counts = self.samples.counts;
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
        let perturbed = self.free.iter().map(|&index| self.perturbed_model(values, index));
        let perturbed = perturbed.collect::<anyhow::Result<Vec<_>>>()?;
        let bar = progress::progress_bar("positions", 0);
        bar.set_length(self.samples.counts.positions as u64);
        let parts = self.evaluate(values, &perturbed, &|| {
            bar.inc(1);
            if interrupt::raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        bar.finish_and_clear();
        parts
    }

    /// Evaluates the positions with these values and with all perturbed models, a part of the positions on each thread.
    /// `progress` is called after each position; `None` if it breaks.
    fn evaluate(
        &self,
        values: &[i64],
        perturbed: &[AnyModel],
        progress: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> anyhow::Result<Option<Vec<Gradients>>> {
        let base = self.model(values)?;
        let count = self.samples.list.len();
        let size = count.div_ceil(self.settings.threads).max(1);
        let parts = (0..count).step_by(size).map(|start| start..count.min(start + size));
        let evaluated = parallel_map(parts, |part| self.part_gradients(part, &base, perturbed, progress));
        Ok(evaluated.into_iter().collect())
    }

    /// Evaluates some of the positions with all models.
    fn part_gradients(
        &self,
        part: Range<usize>,
        base: &AnyModel,
        perturbed: &[AnyModel],
        progress: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Option<Gradients> {
        // So many positions are evaluated with one model at a time.
        const BLOCK: usize = 64;
        let mut evaluate_base = base();
        let mut evaluators: Vec<_> = perturbed.iter().map(|model| model()).collect();
        let mut gradients = Gradients::default();
        for start in part.clone().step_by(BLOCK) {
            let block = start..part.end.min(start + BLOCK);
            let values = |evaluate: &mut ListEvaluator| evaluate(&*self.samples.positions, block.clone());
            let base = values(&mut evaluate_base);
            let perturbed: Vec<Vec<i32>> = evaluators.iter_mut().map(values).collect();
            for (place, sample) in self.samples.list[block.clone()].iter().enumerate() {
                let changes = perturbed.iter().map(|values| values[place] - base[place]);
                gradients.push(base[place], self.target.value(sample.score, sample.result), sample.validation, changes);
                if progress().is_break() {
                    return None;
                }
            }
        }
        Some(gradients)
    }

    fn problem<'p>(&self, parts: &'p [Gradients], offsets: &'p [f64]) -> RegressionProblem<'p> {
        RegressionProblem {
            parts,
            scale: self.scale(),
            games: self.samples.counts.training_games,
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

/// The number of positions in which each weight matters.
fn count_occurrences(parts: &[Gradients], weights: usize) -> Vec<u64> {
    let mut seen = vec![0; weights];
    let gradients = parts.iter().flat_map(Gradients::rows).flat_map(|(_, gradients)| gradients);
    gradients.for_each(|gradient| seen[gradient.weight()] += 1);
    seen
}

/// The report of a tuning run.
#[derive(Clone, Serialize, Debug)]
pub struct TuningReport {
    /// The version of the JSON object, which grows with every incompatible change.
    pub version: u32,
    /// The data.
    pub data: TuningData,
    /// The standard deviation of the prior, in centipawns.
    pub prior_deviation: f64,
    /// The losses with the initial weights.
    pub before: RegressionLosses,
    /// The losses before rounding, if the evaluation is linear in the weights.
    pub fitted: RegressionLosses,
    /// The losses with the weights as written.
    pub after: RegressionLosses,
    /// All tuned weights.
    pub weights: Vec<TunedWeight>,
}

/// The data of a tuning run.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct TuningData {
    /// Games and positions.
    #[serde(flatten)]
    pub counts: SampleCounts,
    /// Scale of the sigmoid for the scores of the data, in centipawns.
    pub score_scale: f64,
    /// Scale of the sigmoid for the evaluation, in centipawns.
    pub scale: f64,
}

/// A tuned weight.
#[derive(Clone, Serialize, Debug)]
pub struct TunedWeight {
    /// Its name in the file.
    pub name: String,
    /// The initial value.
    pub old: i64,
    /// The new value.
    pub new: i64,
    /// The standard error of the new value.
    pub standard_error: f64,
    /// The number of positions in which it matters.
    pub positions: u64,
}

impl Display for TuningData {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let TuningData { counts, score_scale, scale } = self;
        let SampleCounts { training_games, validation_games, usable, positions } = counts;
        write!(
            out,
            "games: {training_games} for training, {validation_games} for validation\n\
             positions: {positions} of {usable} that are quiet and open\n\
             scale: {scale:.1} centipawns; of the scores: {score_scale:.1}"
        )
    }
}

impl Display for RegressionLosses {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        write!(out, "training loss {:.6}", self.training)?;
        self.validation.map_or(Ok(()), |loss| write!(out, ", validation loss {loss:.6}"))
    }
}

impl Display for TuningReport {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let width = self.weights.iter().map(|weight| weight.name.len()).max().unwrap_or(0).max(6);
        writeln!(out, "{:width$} {:>6} {:>6} {:>6} {:>10}", "weight", "old", "new", "+-", "positions")?;
        for TunedWeight { name, old, new, standard_error: error, positions } in &self.weights {
            writeln!(out, "{name:width$} {old:>6} {new:>6} {error:>6.1} {positions:>10}")?;
        }
        if self.weights.iter().all(|weight| weight.old == weight.new) {
            writeln!(out, "no weight was changed: the data show no better value; more games may, or a larger --prior")?;
        }
        writeln!(out, "{}", self.data)?;
        writeln!(out, "prior standard deviation: {} centipawns", self.prior_deviation)?;
        writeln!(out, "before:  {}", self.before)?;
        writeln!(out, "fitted:  {}", self.fitted)?;
        writeln!(out, "rounded: {}", self.after)
    }
}
