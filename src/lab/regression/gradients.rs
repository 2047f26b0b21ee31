//! The gradient of the evaluation of every position, by finite differences.

use crate::lab::any_game::{AnyGame, AnyModel, ListEvaluator};
use crate::lab::samples::SampleSet;
use crate::lab::training_target::TrainingTarget;
use crate::system::threads::parallel_map;
use anyhow::Context;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

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

/// Weights as text, with the name of the weight that is increased by [`STEP`].
pub struct PerturbedWeights {
    /// The name of the weight.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Positions of a game, to be evaluated with any weights.
pub struct TuningPositions {
    /// The game.
    pub kind: AnyGame,
    /// The positions.
    pub samples: SampleSet,
}

impl TuningPositions {
    /// The model with these weights.
    ///
    /// # Errors
    /// The game does not allow them.
    pub fn model(&self, weights: &str) -> anyhow::Result<Arc<dyn AnyModel>> {
        self.kind.read_model(weights.as_bytes()).context("the changed weights")
    }

    /// Evaluates the positions with the weights `base` and with all `perturbed` ones, a part of the positions on each
    /// thread. `progress` is called after each position; `None` if it breaks.
    ///
    /// # Errors
    /// The game does not allow some of the weights.
    pub fn gradients(
        &self,
        base: &str,
        perturbed: &[PerturbedWeights],
        target: TrainingTarget,
        threads: usize,
        progress: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> anyhow::Result<Option<Vec<Gradients>>> {
        let base = self.model(base)?;
        let read = |it: &PerturbedWeights| self.model(&it.text).with_context(|| it.name.clone());
        let perturbed = perturbed.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
        let count = self.samples.list.len();
        let size = count.div_ceil(threads).max(1);
        let parts = (0..count).step_by(size).map(|start| start..count.min(start + size));
        let evaluated = parallel_map(parts, |part| self.part_gradients(part, &*base, &perturbed, target, progress));
        Ok(evaluated.into_iter().collect())
    }

    /// Evaluates some of the positions with all models.
    fn part_gradients(
        &self,
        part: Range<usize>,
        base: &dyn AnyModel,
        perturbed: &[Arc<dyn AnyModel>],
        target: TrainingTarget,
        progress: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Option<Gradients> {
        // So many positions are evaluated with one model at a time.
        const BLOCK: usize = 64;
        let mut evaluate_base = base.list_evaluator();
        let mut evaluators: Vec<_> = perturbed.iter().map(|model| model.list_evaluator()).collect();
        let mut gradients = Gradients::default();
        for start in part.clone().step_by(BLOCK) {
            let block = start..part.end.min(start + BLOCK);
            let values = |evaluate: &mut ListEvaluator| evaluate(&*self.samples.positions, block.clone());
            let base = values(&mut evaluate_base);
            let perturbed: Vec<Vec<i32>> = evaluators.iter_mut().map(values).collect();
            for (place, sample) in self.samples.list[block.clone()].iter().enumerate() {
                let changes = perturbed.iter().map(|values| values[place] - base[place]);
                gradients.push(base[place], target.value(sample.score, sample.result), sample.validation, changes);
                if progress().is_break() {
                    return None;
                }
            }
        }
        Some(gradients)
    }
}
