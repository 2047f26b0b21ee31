//! The training loop of a network.

use super::adam::{AdamState, AdamStep};
use super::network_pass::NetworkPass;
use super::network_shape::NetworkShape;
use crate::eval::nnue::Network;
use crate::eval::nnue::simd::InstructionSet;
use crate::lab::samples::SampleSet;
use crate::lab::training_target::TrainingTarget;
use crate::random::Random;
use crate::system::interrupt;
use crate::system::threads::parallel_map;
use anyhow::ensure;
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// The settings that a network depends on, apart from the positions.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct TrainingConfig {
    /// Neurons of an accumulator.
    pub neurons: usize,
    /// The number of passes over all positions.
    pub epochs: u32,
    /// Batch size.
    pub batch: usize,
    /// The learning rate of the first step and of the last.
    pub rate: [f64; 2],
    /// Weight of the game result in the [target](TrainingTarget) at the first step and at the last.
    pub blend: [f64; 2],
    /// λ of the [returns](crate::lab::training_target::LambdaReturn) that replace the results; 1: the results themselves.
    pub lambda: f64,
    /// Scale of the sigmoid in centipawns.
    pub scale: f64,
    /// Seed of the initial weights and the order of the positions.
    pub seed: u64,
    /// The name and checksum of the initial network; `None`: random weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

impl TrainingConfig {
    /// The training target at the end, by which validation losses are measured.
    pub fn target(&self) -> TrainingTarget {
        self.target_after(1.0)
    }

    /// Settings of a short training.
    #[cfg(test)]
    pub fn short() -> TrainingConfig {
        TrainingConfig {
            neurons: 32,
            epochs: 4,
            batch: 16,
            rate: [0.01, 0.002],
            blend: [0.2, 0.5],
            lambda: 1.0,
            scale: 150.0,
            seed: 5,
            from: None,
        }
    }

    /// The training target after a part of the training.
    fn target_after(&self, progress: f64) -> TrainingTarget {
        let [first, last] = self.blend;
        TrainingTarget { blend: first + (last - first) * progress, scale: self.scale }
    }

    /// The learning rate after a part of the training, by cosine annealing (Loshchilov and Hutter 2017).
    fn learning_rate_after(&self, progress: f64) -> f64 {
        let [first, last] = self.rate;
        let cosine = (1.0 + (progress * std::f64::consts::PI).cos()) / 2.0;
        last + (first - last) * cosine
    }
}

/// The result of an epoch.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
pub struct EpochReport {
    /// Its number, from 1 on.
    pub epoch: u32,
    /// The learning rate of its last step.
    pub learning_rate: f64,
    /// The mean loss of the training positions, each before its step.
    pub training_loss: f64,
    /// The mean loss of the validation positions after the epoch.
    pub validation_loss: Option<f64>,
    /// The speed.
    pub positions_per_second: f64,
}

/// A network in training.
pub struct NetworkTrainer<'a> {
    /// The settings.
    pub config: TrainingConfig,
    /// The layout of the parameters.
    pub shape: NetworkShape,
    /// Its parameters.
    pub parameters: Vec<f32>,
    /// The state of the optimiser.
    pub adam: AdamState,
    /// The results of all epochs.
    pub epochs: Vec<EpochReport>,
    samples: &'a SampleSet,
    /// The indices of the training positions, and of the validation positions.
    partition: [Vec<u32>; 2],
    gradients: Vec<Vec<f32>>,
    instruction_set: InstructionSet,
}

impl<'a> NetworkTrainer<'a> {
    /// A network with random weights.
    pub fn new(config: TrainingConfig, samples: &'a SampleSet, threads: usize) -> NetworkTrainer<'a> {
        let shape = NetworkShape { features: samples.features, neurons: config.neurons };
        let size = shape.size();
        let all = 0..samples.list.len() as u32;
        let (validation, training) = all.partition(|&index| samples.list[index as usize].validation);
        NetworkTrainer {
            parameters: shape.random_parameters(config.seed),
            config,
            shape,
            adam: AdamState::new(size),
            epochs: Vec::new(),
            samples,
            partition: [training, validation],
            gradients: vec![vec![0.0; size]; threads],
            instruction_set: InstructionSet::best(),
        }
    }

    /// Starts from the weights of a network with the same inputs and at most as many neurons.
    pub fn start_from(&mut self, network: &Network) {
        assert_eq!(network.features, self.shape.features);
        self.shape.copy_from(network, &mut self.parameters);
    }

    /// The number of training positions.
    pub fn training_positions(&self) -> usize {
        self.partition[0].len()
    }

    /// Trains for one epoch. `None` if the program was interrupted; the parameters have changed then.
    ///
    /// # Errors
    /// The loss or a parameter is not finite.
    pub fn epoch(&mut self, bar: &ProgressBar) -> anyhow::Result<Option<EpochReport>> {
        let number = self.epochs.len() as u32 + 1;
        let mut places = self.partition[0].clone();
        Random::stream(self.config.seed, number.into()).shuffle(&mut places);
        let (start, mut loss, mut rate) = (Instant::now(), 0.0, 0.0);
        let batches = places.len().div_ceil(self.config.batch);
        for (batch, chosen) in places.chunks(self.config.batch).enumerate() {
            if interrupt::raised() {
                return Ok(None);
            }
            let epochs = f64::from(number - 1) + batch as f64 / batches as f64;
            let progress = epochs / f64::from(self.config.epochs);
            rate = self.config.learning_rate_after(progress);
            let sum = self.train_batch(chosen, rate, self.config.target_after(progress));
            ensure!(
                sum.is_finite(),
                "epoch {number}, step {batch}: the loss is not finite any more; try a lower --rate"
            );
            loss += sum;
            bar.inc(chosen.len() as u64);
        }
        let speed = places.len() as f64 / start.elapsed().as_secs_f64();
        ensure!(
            self.parameters.iter().all(|number| number.is_finite()),
            "epoch {number}, after the last step: a weight is not finite any more; try a lower --rate"
        );
        let epoch = EpochReport {
            epoch: number,
            learning_rate: rate,
            training_loss: loss / places.len() as f64,
            validation_loss: self.validation_loss(),
            positions_per_second: speed,
        };
        self.epochs.push(epoch);
        Ok(Some(epoch))
    }

    /// Takes one optimiser step; returns the sum of the losses of the batch.
    fn train_batch(&mut self, chosen: &[u32], rate: f64, target: TrainingTarget) -> f64 {
        let mut gradients = std::mem::take(&mut self.gradients);
        let loss = self.total_loss(chosen, target, &mut gradients);
        self.instruction_set.run(AdamStep {
            parameters: &mut self.parameters,
            state: &mut self.adam,
            gradients: &mut gradients,
            positions: chosen.len(),
            rate: rate as f32,
        });
        self.gradients = gradients;
        loss
    }

    /// The mean loss of the validation positions.
    fn validation_loss(&self) -> Option<f64> {
        let chosen = &self.partition[1];
        let mut no_gradients = vec![Vec::new(); self.gradients.len()];
        let loss = self.total_loss(chosen, self.config.target(), &mut no_gradients);
        (!chosen.is_empty()).then(|| loss / chosen.len() as f64)
    }

    /// The sum of the losses of some positions, computed on all threads.
    fn total_loss(&self, chosen: &[u32], target: TrainingTarget, gradients: &mut [Vec<f32>]) -> f64 {
        let size = chosen.len().div_ceil(gradients.len()).max(1);
        let parts = chosen.chunks(size).zip(gradients);
        let losses = parallel_map(parts, |(chosen, gradient)| {
            self.instruction_set.run(NetworkPass {
                shape: self.shape,
                parameters: &self.parameters,
                samples: self.samples,
                chosen,
                target,
                gradient,
            })
        });
        losses.into_iter().sum()
    }

    /// The network with quantised parameters.
    pub fn network(&self, provenance: String) -> Network {
        let scale = self.config.scale.round() as i32;
        Network::new(self.shape.features, self.shape.neurons, &self.parameters, scale, provenance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_and_blend_go_from_the_first_value_to_the_last() {
        let config = TrainingConfig::short();
        let after = |progress| {
            let rate = config.learning_rate_after(progress);
            (rate, config.target_after(progress).blend)
        };
        for (progress, rate, blend) in [(0.0, 0.01, 0.2), (0.5, 0.006, 0.35), (1.0, 0.002, 0.5)] {
            let found = after(progress);
            assert!((found.0 - rate).abs() < 1e-12, "{found:?}");
            assert!((found.1 - blend).abs() < 1e-12, "{found:?}");
        }
        assert_eq!(config.target().blend, 0.5);
    }
}
