//! The gradient of the evaluation of every position, by finite differences.

use crate::eval::Evaluator;
use crate::games::GameEntry;
use crate::lab::samples::TrainingSample;
use crate::lab::training_target::TrainingTarget;
use crate::search::EvaluatorOf;
use crate::system::threads::parallel_map;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The change of a weight, in centipawns. Tapered evaluations divide by numbers like 16 and 24, of which
/// it is a multiple, so that the differences are exact.
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
    /// Adds a position with its evaluation, and the changes of that when each weight in turn is increased
    /// by [`STEP`].
    pub fn push(
        &mut self,
        value: i32,
        target: f64,
        validation: bool,
        changes: impl Iterator<Item = i32>,
    ) {
        for (weight, change) in (0..).zip(changes) {
            if change != 0 {
                let change = change.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                self.weight_gradients
                    .push(WeightGradient { weight, change });
            }
        }
        self.positions.push(LinearizedPosition {
            value,
            target: target as f32,
            validation,
            end: self.weight_gradients.len(),
        });
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

/// The current evaluation, and for each weight one in which this weight is increased.
pub struct PerturbedModels<K: GameEntry> {
    /// The current evaluation.
    pub base: Arc<K::Model>,
    /// For each weight, the evaluation with this weight increased by [`STEP`].
    pub perturbed: Vec<Arc<K::Model>>,
}

impl<K: GameEntry> PerturbedModels<K> {
    /// Evaluates the samples with all models, a part of them on each thread. `progress` is called after each
    /// sample; `None` if it breaks.
    pub fn gradients(
        &self,
        samples: &[TrainingSample<K::Game>],
        target: TrainingTarget,
        threads: usize,
        progress: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Option<Vec<Gradients>> {
        let size = samples.len().div_ceil(threads).max(1);
        let parts = samples.chunks(size);
        let evaluated = parallel_map(parts, |part| self.part(part, target, progress));
        evaluated.into_iter().collect()
    }

    fn part(
        &self,
        samples: &[TrainingSample<K::Game>],
        target: TrainingTarget,
        progress: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Option<Gradients> {
        let mut base = K::evaluator(&self.base);
        let mut perturbed: Vec<EvaluatorOf<K>> = self.perturbed.iter().map(K::evaluator).collect();
        let mut gradients = Gradients::default();
        for sample in samples {
            let value = |evaluator: &mut EvaluatorOf<K>| {
                evaluator.reset(&sample.position);
                evaluator.score(&sample.position)
            };
            let current = value(&mut base);
            let changes = perturbed
                .iter_mut()
                .map(|perturbed| value(perturbed) - current);
            gradients.push(
                current,
                target.value(sample.score, sample.result),
                sample.validation,
                changes,
            );
            if progress().is_break() {
                return None;
            }
        }
        Some(gradients)
    }
}
