//! The validation loss of any evaluation, to compare it with the network in training.

use crate::eval::Evaluator;
use crate::games::GameEntry;
use crate::lab::samples::TrainingSample;
use crate::lab::training_target::{TrainingTarget, sigmoid};
use std::sync::Arc;

/// The mean squared error on the validation positions; `None` if there are none.
pub fn validation_loss<K: GameEntry>(
    model: &Arc<K::Model>,
    target: TrainingTarget,
    samples: &[TrainingSample<K::Game>],
) -> Option<f64> {
    let mut evaluator = K::evaluator(model);
    let (mut total, mut count) = (0.0, 0);
    for sample in samples.iter().filter(|sample| sample.validation) {
        evaluator.reset(&sample.position);
        let value = f64::from(evaluator.score(&sample.position));
        total += (sigmoid(value / target.scale) - target.value(sample.score, sample.result)).powi(2);
        count += 1;
    }
    (count > 0).then(|| total / f64::from(count))
}
