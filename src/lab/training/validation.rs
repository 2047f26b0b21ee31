//! The validation loss of any evaluation, to compare it with the network in training.

use crate::lab::any_game::AnyModel;
use crate::lab::samples::SampleSet;
use crate::lab::training_target::{TrainingTarget, sigmoid};

/// The mean squared error on the validation positions; `None` if there are none.
pub fn validation_loss(model: &dyn AnyModel, target: TrainingTarget, samples: &SampleSet) -> Option<f64> {
    let mut evaluate = model.list_evaluator();
    let (mut total, mut count) = (0.0, 0);
    for (index, sample) in samples.list.iter().enumerate().filter(|(_, sample)| sample.validation) {
        let value = f64::from(evaluate(&*samples.positions, index..index + 1)[0]);
        total += (sigmoid(value / target.scale) - target.value(sample.score, sample.result)).powi(2);
        count += 1;
    }
    (count > 0).then(|| total / f64::from(count))
}
