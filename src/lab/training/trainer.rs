//! Epoch by epoch.

use super::adam::{AdamState, AdamStep};
use super::network_pass::NetworkPass;
use super::network_shape::NetworkShape;
use crate::eval::nnue::simd::InstructionSet;
use crate::eval::nnue::{Features, Network};
use crate::game::Game;
use crate::lab::samples::TrainingSample;
use crate::lab::training_target::TrainingTarget;
use crate::random::Random;
use crate::system::threads::parallel_map;
use anyhow::ensure;
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// How to train. What the result depends on, but for the positions.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct TrainingConfig {
    /// Neurons of an accumulator.
    pub neurons: usize,
    /// How often all positions are seen.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// How far the first steps go.
    pub rate: f64,
    /// The part of the result in what is aimed at.
    pub blend: f64,
    /// Hundredths in the unit of the logistic curve.
    pub scale: f64,
    /// Chance.
    pub seed: u64,
    /// The file of the network that it begins with, and its checksum; by chance, if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

impl TrainingConfig {
    /// What the network should say.
    pub fn target(&self) -> TrainingTarget {
        TrainingTarget {
            blend: self.blend,
            scale: self.scale,
        }
    }
}

/// What an epoch came to.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
pub struct EpochReport {
    /// Its number, from 1 on.
    pub epoch: u32,
    /// How far its last step went.
    pub learning_rate: f64,
    /// The mean loss of the positions that were learned from, as they came.
    pub training_loss: f64,
    /// That of those held out, after it.
    pub validation_loss: Option<f64>,
    /// Positions a second.
    pub positions_per_second: f64,
}

/// A network on its way.
pub struct NetworkTrainer<'a, G, F> {
    /// How it is trained.
    pub config: TrainingConfig,
    /// What it has.
    pub shape: NetworkShape,
    /// Its parameters.
    pub parameters: Vec<f32>,
    /// What is remembered of their slopes.
    pub adam: AdamState,
    /// What the epochs came to.
    pub epochs: Vec<EpochReport>,
    samples: &'a [TrainingSample<G>],
    /// The places of those to learn from, and of those held out.
    partition: [Vec<u32>; 2],
    gradients: Vec<Vec<f32>>,
    instruction_set: InstructionSet,
    features: PhantomData<fn() -> F>,
}

/// The part of the first rate that the last one is.
const LAST_RATE: f64 = 0.01;

impl<'a, G: Game, F: Features<G>> NetworkTrainer<'a, G, F> {
    /// A network by chance.
    pub fn new(
        plan: TrainingConfig,
        samples: &'a [TrainingSample<G>],
        threads: usize,
    ) -> NetworkTrainer<'a, G, F> {
        let shape = NetworkShape::of::<G, F>(plan.neurons);
        let size = shape.size();
        let all = 0..samples.len() as u32;
        let (held_out, learned) = all.partition(|&place| samples[place as usize].validation);
        NetworkTrainer {
            parameters: shape.random_parameters(plan.seed),
            config: plan,
            shape,
            adam: AdamState::new(size),
            epochs: Vec::new(),
            samples,
            partition: [learned, held_out],
            gradients: vec![vec![0.0; size]; threads],
            instruction_set: InstructionSet::best(),
            features: PhantomData,
        }
    }

    /// Begins with the weights of a network of the same shape.
    pub fn start_from(&mut self, network: &Network<G, F>) {
        assert_eq!(network.neurons(), self.config.neurons);
        self.parameters = network.parameters().collect();
    }

    /// How many positions it learns from.
    pub fn training_positions(&self) -> usize {
        self.partition[0].len()
    }

    /// One epoch more; `None` if the flag went up. The parameters may then have changed.
    pub fn epoch(
        &mut self,
        bar: &ProgressBar,
        interrupted: &AtomicBool,
    ) -> anyhow::Result<Option<EpochReport>> {
        let number = self.epochs.len() as u32 + 1;
        let mut places = self.partition[0].clone();
        Random::stream(self.config.seed, number.into()).shuffle(&mut places);
        let (start, mut loss, mut rate) = (Instant::now(), 0.0, 0.0);
        let batches = places.len().div_ceil(self.config.batch);
        for (batch, chosen) in places.chunks(self.config.batch).enumerate() {
            if interrupted.load(Relaxed) {
                return Ok(None);
            }
            rate = self.learning_rate(f64::from(number - 1) + batch as f64 / batches as f64);
            let sum = self.train_batch(chosen, rate);
            ensure!(
                sum.is_finite(),
                "epoch {number}, step {batch}: the loss is no number any more; try a lower --rate"
            );
            loss += sum;
            bar.inc(chosen.len() as u64);
        }
        let speed = places.len() as f64 / start.elapsed().as_secs_f64();
        ensure!(
            self.parameters.iter().all(|number| number.is_finite()),
            "epoch {number}, after the last step: the network is no number any more; try a lower --rate"
        );
        let loss = loss / places.len() as f64;
        let epoch = EpochReport {
            epoch: number,
            learning_rate: rate,
            training_loss: loss,
            validation_loss: self.validation_loss(),
            positions_per_second: speed,
        };
        self.epochs.push(epoch);
        Ok(Some(epoch))
    }

    /// How far steps go after so many epochs: less and less, along half a cosine (Loshchilov and
    /// Hutter 2017).
    fn learning_rate(&self, epochs: f64) -> f64 {
        let way = epochs / f64::from(self.config.epochs);
        let part = (1.0 + (way * std::f64::consts::PI).cos()) / 2.0;
        self.config.rate * (LAST_RATE + (1.0 - LAST_RATE) * part)
    }

    /// A step by some positions; their losses together.
    fn train_batch(&mut self, chosen: &[u32], rate: f64) -> f64 {
        let mut gradients = std::mem::take(&mut self.gradients);
        let loss = self.total_loss(chosen, &mut gradients);
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

    /// The mean loss of the positions held out.
    fn validation_loss(&self) -> Option<f64> {
        let chosen = &self.partition[1];
        let mut none = vec![Vec::new(); self.gradients.len()];
        let loss = self.total_loss(chosen, &mut none);
        (!chosen.is_empty()).then(|| loss / chosen.len() as f64)
    }

    /// The losses of some positions together, a part of them on every thread.
    fn total_loss(&self, chosen: &[u32], gradients: &mut [Vec<f32>]) -> f64 {
        let size = chosen.len().div_ceil(gradients.len()).max(1);
        let parts = chosen.chunks(size).zip(gradients);
        let losses = parallel_map(parts, |(chosen, gradient)| {
            self.instruction_set.run(NetworkPass::<G, F> {
                shape: self.shape,
                parameters: &self.parameters,
                samples: self.samples,
                chosen,
                target: self.config.target(),
                gradient,
                features: PhantomData,
            })
        });
        losses.into_iter().sum()
    }

    /// The network in whole numbers.
    pub fn network(&self, provenance: String) -> Network<G, F> {
        let scale = self.config.scale.round() as i32;
        Network::new(self.shape.split(&self.parameters), scale, provenance)
    }
}
