//! The layout of the parameters of a network in one vector.

use crate::eval::nnue::{FeatureSet, Network};
use crate::random::Random;
use std::ops::Range;

/// The size of each layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkShape {
    /// The input features of one side, and the output buckets, each with its own output weights.
    pub features: FeatureSet,
    /// Neurons of an accumulator.
    pub neurons: usize,
}

impl NetworkShape {
    /// The number of parameters.
    pub fn size(self) -> usize {
        self.output_biases().end
    }

    /// The weights of an input feature.
    #[inline(always)]
    pub fn row(self, input: usize) -> Range<usize> {
        input * self.neurons..(input + 1) * self.neurons
    }

    /// The biases of an accumulator.
    #[inline(always)]
    pub fn bias(self) -> Range<usize> {
        self.row(self.features.count)
    }

    /// The output weights of a bucket: for the side to move, then for the other side.
    #[inline(always)]
    pub fn output_weights(self, bucket: usize) -> Range<usize> {
        let both = 2 * self.neurons;
        let start = self.bias().end + bucket * both;
        start..start + both
    }

    /// The output biases of all buckets.
    #[inline(always)]
    pub fn output_biases(self) -> Range<usize> {
        let start = self.output_weights(self.features.output_buckets).start;
        start..start + self.features.output_buckets
    }

    /// Small random initial weights of both signs; the biases are 0.
    pub fn random_parameters(self, seed: u64) -> Vec<f32> {
        let mut random = Random::stream(seed, 0);
        let mut number = |max: f32| {
            let unit = (random.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
            (2.0 * unit - 1.0) * max
        };
        // About this many input features are active in a position.
        const ACTIVE: f32 = 32.0;
        let inputs = ACTIVE.sqrt().recip();
        let outputs = (2.0 * self.neurons as f32).sqrt().recip();
        let rows = self.bias().start;
        let biases = self.output_biases().start;
        (0..self.size())
            .map(|place| match place {
                place if place < rows => number(inputs),
                place if self.bias().contains(&place) || place >= biases => 0.0,
                _ => number(outputs),
            })
            .collect()
    }

    /// Overwrites initial parameters with those of a network that has at most as many neurons. Additional neurons keep their
    /// feature weights, but their output weights become 0, so that the network still computes the same values.
    pub fn copy_from(self, network: &Network, all: &mut [f32]) {
        let narrow = NetworkShape { features: network.features, neurons: network.neurons() };
        let from: Vec<f32> = network.parameters().collect();
        for input in 0..=self.features.count {
            all[self.row(input)][..narrow.neurons].copy_from_slice(&from[narrow.row(input)]);
        }
        for bucket in 0..self.features.output_buckets {
            let to = all[self.output_weights(bucket)].chunks_exact_mut(self.neurons);
            let from = from[narrow.output_weights(bucket)].chunks_exact(narrow.neurons);
            for (to, from) in to.zip(from) {
                let (copied, new) = to.split_at_mut(narrow.neurons);
                copied.copy_from_slice(from);
                new.fill(0.0);
            }
        }
        all[self.output_biases()].copy_from_slice(&from[narrow.output_biases()]);
    }
}
