//! Epoch by epoch.

use super::adam::{Adam, Step};
use super::pass::Pass;
use super::shape::Shape;
use crate::eval::nnue::simd::InstructionSet;
use crate::eval::nnue::{Features, Network};
use crate::game::Game;
use crate::lab::samples::Sample;
use crate::lab::target::Goal;
use crate::random::Random;
use crate::system::threads::side_by_side;
use anyhow::ensure;
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// How to train. What the result depends on, but for the positions.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Plan {
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

impl Plan {
    /// What the network should say.
    pub fn goal(&self) -> Goal {
        Goal {
            blend: self.blend,
            scale: self.scale,
        }
    }
}

/// What an epoch came to.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
pub struct Epoch {
    /// Its number, from 1 on.
    pub epoch: u32,
    /// How far its last step went.
    pub rate: f64,
    /// The mean loss of the positions that were learned from, as they came.
    pub loss: f64,
    /// That of those held out, after it.
    pub held_out: Option<f64>,
    /// Positions a second.
    pub speed: f64,
}

/// A network on its way.
pub struct Trainer<'a, G, F> {
    /// How it is trained.
    pub plan: Plan,
    /// What it has.
    pub shape: Shape,
    /// Its parameters.
    pub parameters: Vec<f32>,
    /// What is remembered of their slopes.
    pub adam: Adam,
    /// What the epochs came to.
    pub epochs: Vec<Epoch>,
    samples: &'a [Sample<G>],
    /// The places of those to learn from, and of those held out.
    places: [Vec<u32>; 2],
    gradients: Vec<Vec<f32>>,
    level: InstructionSet,
    seen: PhantomData<fn() -> F>,
}

/// The part of the first rate that the last one is.
const LAST_RATE: f64 = 0.01;

impl<'a, G: Game, F: Features<G>> Trainer<'a, G, F> {
    /// A network by chance.
    pub fn new(plan: Plan, samples: &'a [Sample<G>], threads: usize) -> Trainer<'a, G, F> {
        let shape = Shape::of::<G, F>(plan.neurons);
        let size = shape.size();
        let all = 0..samples.len() as u32;
        let (held_out, learned) = all.partition(|&place| samples[place as usize].held_out);
        Trainer {
            parameters: shape.start(plan.seed),
            plan,
            shape,
            adam: Adam::new(size),
            epochs: Vec::new(),
            samples,
            places: [learned, held_out],
            gradients: vec![vec![0.0; size]; threads],
            level: InstructionSet::best(),
            seen: PhantomData,
        }
    }

    /// Begins with the weights of a network of the same shape.
    pub fn begin_with(&mut self, network: &Network<G, F>) {
        assert_eq!(network.neurons(), self.plan.neurons);
        self.parameters = network.parameters().collect();
    }

    /// How many positions it learns from.
    pub fn positions(&self) -> usize {
        self.places[0].len()
    }

    /// One epoch more; `None` if the flag went up. The parameters may then have changed.
    pub fn epoch(
        &mut self,
        bar: &ProgressBar,
        interrupted: &AtomicBool,
    ) -> anyhow::Result<Option<Epoch>> {
        let number = self.epochs.len() as u32 + 1;
        let mut places = self.places[0].clone();
        Random::row(self.plan.seed, number.into()).shuffle(&mut places);
        let (start, mut loss, mut rate) = (Instant::now(), 0.0, 0.0);
        let batches = places.len().div_ceil(self.plan.batch);
        for (batch, chosen) in places.chunks(self.plan.batch).enumerate() {
            if interrupted.load(Relaxed) {
                return Ok(None);
            }
            rate = self.rate(f64::from(number - 1) + batch as f64 / batches as f64);
            let sum = self.learn(chosen, rate);
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
        let epoch = Epoch {
            epoch: number,
            rate,
            loss,
            held_out: self.held_out(),
            speed,
        };
        self.epochs.push(epoch);
        Ok(Some(epoch))
    }

    /// How far steps go after so many epochs: less and less, along half a cosine (Loshchilov and
    /// Hutter 2017).
    fn rate(&self, epochs: f64) -> f64 {
        let way = epochs / f64::from(self.plan.epochs);
        let part = (1.0 + (way * std::f64::consts::PI).cos()) / 2.0;
        self.plan.rate * (LAST_RATE + (1.0 - LAST_RATE) * part)
    }

    /// A step by some positions; their losses together.
    fn learn(&mut self, chosen: &[u32], rate: f64) -> f64 {
        let mut gradients = std::mem::take(&mut self.gradients);
        let loss = self.pass(chosen, &mut gradients);
        self.level.run(Step {
            parameters: &mut self.parameters,
            adam: &mut self.adam,
            gradients: &mut gradients,
            positions: chosen.len(),
            rate: rate as f32,
        });
        self.gradients = gradients;
        loss
    }

    /// The mean loss of the positions held out.
    fn held_out(&self) -> Option<f64> {
        let chosen = &self.places[1];
        let mut none = vec![Vec::new(); self.gradients.len()];
        let loss = self.pass(chosen, &mut none);
        (!chosen.is_empty()).then(|| loss / chosen.len() as f64)
    }

    /// The losses of some positions together, a part of them on every thread.
    fn pass(&self, chosen: &[u32], gradients: &mut [Vec<f32>]) -> f64 {
        let size = chosen.len().div_ceil(gradients.len()).max(1);
        let parts = chosen.chunks(size).zip(gradients);
        let losses = side_by_side(parts, |(chosen, gradient)| {
            self.level.run(Pass::<G, F> {
                shape: self.shape,
                parameters: &self.parameters,
                samples: self.samples,
                chosen,
                goal: self.plan.goal(),
                gradient,
                seen: PhantomData,
            })
        });
        losses.into_iter().sum()
    }

    /// The network in whole numbers.
    pub fn network(&self, provenance: String) -> Network<G, F> {
        let scale = self.plan.scale.round() as i32;
        Network::new(self.shape.parts(&self.parameters), scale, provenance)
    }
}
