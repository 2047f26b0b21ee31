//! How much every weight counts in every position, found by changing it.

use crate::eval::Evaluator;
use crate::games::Entry;
use crate::lab::samples::TrainingSample;
use crate::lab::training_target::TrainingTarget;
use crate::search::EvaluatorOf;
use crate::system::threads::parallel_map;
use indicatif::ProgressBar;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// By how much a weight is changed, in hundredths. Evaluations that mix stages of the game divide
/// by numbers like 16 and 24: of a multiple of these the quotient is exact.
pub const STEP: i64 = 240;

/// The evaluation of some positions as a linear function of the weights.
#[derive(Default, Debug)]
pub struct Gradients {
    positions: Vec<LinearizedPosition>,
    weight_gradients: Vec<WeightGradient>,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct LinearizedPosition {
    /// Its value for the side to move, in hundredths.
    pub value: i32,
    /// The chances that the value should tell.
    pub target: f32,
    /// Whether nothing is fitted to it.
    pub validation: bool,
    /// Where its shares end.
    end: usize,
}

/// What a weight has to do with a position. It is kept small: there are many of them.
#[derive(Clone, Copy, Debug)]
pub struct WeightGradient {
    weight: u16,
    change: i16,
}

impl WeightGradient {
    /// The number of the weight.
    pub fn weight(self) -> usize {
        self.weight.into()
    }

    /// By how much the value grows with the weight.
    pub fn value(self) -> f64 {
        const ONE: f64 = 1.0 / STEP as f64;
        f64::from(self.change) * ONE
    }
}

impl Gradients {
    /// Adds a position with this value; the changes are those of the value, when each weight in
    /// turn is changed by [`STEP`].
    pub fn push(
        &mut self,
        value: i32,
        aim: f64,
        held_out: bool,
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
            target: aim as f32,
            validation: held_out,
            end: self.weight_gradients.len(),
        });
    }

    /// The positions, each with the weights that count in it.
    pub fn rows(&self) -> impl Iterator<Item = (LinearizedPosition, &[WeightGradient])> {
        let mut start = 0;
        self.positions.iter().map(move |&row| {
            let shares = &self.weight_gradients[start..row.end];
            start = row.end;
            (row, shares)
        })
    }
}

/// Models that differ in one weight each.
pub struct PerturbedModels<K: Entry> {
    /// The one they differ from.
    pub base: Arc<K::Model>,
    /// One for every weight, which is greater by [`STEP`].
    pub perturbed: Vec<Arc<K::Model>>,
}

impl<K: Entry> PerturbedModels<K> {
    /// Values the samples by all models, a part of them on each thread; none if the flag went up.
    pub fn gradients(
        &self,
        samples: &[TrainingSample<K::Game>],
        goal: TrainingTarget,
        threads: usize,
        bar: &ProgressBar,
        interrupted: &AtomicBool,
    ) -> Option<Vec<Gradients>> {
        let size = samples.len().div_ceil(threads).max(1);
        let parts = samples.chunks(size);
        let valued = parallel_map(parts, |part| self.part(part, goal, bar, interrupted));
        valued.into_iter().collect()
    }

    fn part(
        &self,
        samples: &[TrainingSample<K::Game>],
        goal: TrainingTarget,
        bar: &ProgressBar,
        interrupted: &AtomicBool,
    ) -> Option<Gradients> {
        let mut base = K::evaluator(&self.base);
        let mut changed: Vec<EvaluatorOf<K>> = self.perturbed.iter().map(K::evaluator).collect();
        let mut slopes = Gradients::default();
        for sample in samples {
            if interrupted.load(Relaxed) {
                return None;
            }
            let value = |evaluator: &mut EvaluatorOf<K>| {
                evaluator.reset(&sample.position);
                evaluator.score(&sample.position)
            };
            let plain = value(&mut base);
            let changes = changed.iter_mut().map(|changed| value(changed) - plain);
            slopes.push(
                plain,
                goal.value(sample.score, sample.result),
                sample.validation,
                changes,
            );
            bar.inc(1);
        }
        Some(slopes)
    }
}
