//! The gradient of the evaluation of every position, by finite differences.

use crate::eval::{Evaluator, Model};
use crate::games::GameEntry;
use crate::lab::samples::{SampleCounts, SampleSet, TrainingSample};
use crate::lab::training_target::TrainingTarget;
use crate::search::EvaluatorOf;
use crate::system::threads::parallel_map;
use anyhow::Context;
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
    pub fn push(&mut self, value: i32, target: f64, validation: bool, changes: impl Iterator<Item = i32>) {
        for (weight, change) in (0..).zip(changes) {
            if change != 0 {
                let change = change.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                self.weight_gradients.push(WeightGradient { weight, change });
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

/// Weights as text, with the name of the weight that is increased by [`STEP`].
pub struct PerturbedWeights {
    /// The name of the weight.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Positions of a game, to be evaluated with any weights.
pub trait TuningPositions {
    /// How many there are.
    fn counts(&self) -> SampleCounts;

    /// Whether the game allows these weights.
    ///
    /// # Errors
    /// It does not.
    fn check(&self, weights: &str) -> anyhow::Result<()>;

    /// Evaluates the positions with the weights `base` and with all `perturbed` ones, a part of the positions on each
    /// thread. `progress` is called after each position; `None` if it breaks.
    ///
    /// # Errors
    /// The game does not allow some of the weights.
    fn gradients(
        &self,
        base: &str,
        perturbed: &[PerturbedWeights],
        target: TrainingTarget,
        threads: usize,
        progress: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> anyhow::Result<Option<Vec<Gradients>>>;
}

/// Positions of the game of `K`.
pub struct SamplePositions<K: GameEntry>(pub SampleSet<K::Game>);

impl<K: GameEntry> TuningPositions for SamplePositions<K> {
    fn counts(&self) -> SampleCounts {
        self.0.counts
    }

    fn check(&self, weights: &str) -> anyhow::Result<()> {
        model::<K>(weights).map(drop)
    }

    fn gradients(
        &self,
        base: &str,
        perturbed: &[PerturbedWeights],
        target: TrainingTarget,
        threads: usize,
        progress: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> anyhow::Result<Option<Vec<Gradients>>> {
        let read = |it: &PerturbedWeights| model::<K>(&it.text).with_context(|| it.name.clone());
        let models = PerturbedModels::<K> {
            base: model::<K>(base)?,
            perturbed: perturbed.iter().map(read).collect::<anyhow::Result<_>>()?,
        };
        let samples = &self.0.list;
        let parts = samples.chunks(samples.len().div_ceil(threads).max(1));
        let evaluated = parallel_map(parts, |part| models.gradients(part, target, progress));
        Ok(evaluated.into_iter().collect())
    }
}

/// The model of weights as text.
fn model<K: GameEntry>(weights: &str) -> anyhow::Result<Arc<K::Model>> {
    let model = K::Model::read(weights.as_bytes());
    Ok(Arc::new(model.context("the changed weights")?))
}

/// An evaluation, and for each weight the one with this weight increased by [`STEP`].
struct PerturbedModels<K: GameEntry> {
    base: Arc<K::Model>,
    perturbed: Vec<Arc<K::Model>>,
}

impl<K: GameEntry> PerturbedModels<K> {
    /// Evaluates positions with all models.
    fn gradients(
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
            let changes = perturbed.iter_mut();
            let changes = changes.map(|perturbed| value(perturbed) - current);
            let target = target.value(sample.score, sample.result);
            gradients.push(current, target, sample.validation, changes);
            if progress().is_break() {
                return None;
            }
        }
        Some(gradients)
    }
}
