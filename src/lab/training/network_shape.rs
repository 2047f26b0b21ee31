//! Where the weights of a network stand among all its parameters.

use crate::eval::nnue::{Features, NetworkParameters};
use crate::random::Random;
use std::ops::Range;

/// How many of what a network has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkShape {
    /// Inputs of a side.
    pub inputs: usize,
    /// Neurons of an accumulator.
    pub neurons: usize,
    /// Stages with an output of their own.
    pub output_buckets: usize,
}

impl NetworkShape {
    /// The shape of networks that see `F`.
    pub fn of<G, F: Features<G>>(neurons: usize) -> NetworkShape {
        NetworkShape {
            inputs: F::COUNT,
            neurons,
            output_buckets: F::OUTPUT_BUCKETS,
        }
    }

    /// All parameters.
    pub fn size(self) -> usize {
        self.output_biases().end
    }

    /// The weights of an input.
    #[inline(always)]
    pub fn row(self, input: usize) -> Range<usize> {
        input * self.neurons..(input + 1) * self.neurons
    }

    /// What accumulators begin with.
    #[inline(always)]
    pub fn bias(self) -> Range<usize> {
        self.row(self.inputs)
    }

    /// The weights of the output of a stage: of the side to move, then of the other.
    #[inline(always)]
    pub fn output_weights(self, stage: usize) -> Range<usize> {
        let both = 2 * self.neurons;
        let start = self.bias().end + stage * both;
        start..start + both
    }

    /// What is added to the outputs of all stages.
    #[inline(always)]
    pub fn output_biases(self) -> Range<usize> {
        let start = self.output_weights(self.output_buckets).start;
        start..start + self.output_buckets
    }

    /// Parameters to begin with, by chance: small, and of both signs.
    pub fn random_parameters(self, seed: u64) -> Vec<f32> {
        let mut random = Random::stream(seed, 0);
        let mut number = |most: f32| {
            let unit = (random.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
            (2.0 * unit - 1.0) * most
        };
        // About as many inputs count in a position.
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

    /// The parameters by their names.
    pub fn split(self, all: &[f32]) -> NetworkParameters<'_> {
        NetworkParameters {
            feature_weights: &all[..self.bias().start],
            feature_bias: &all[self.bias()],
            output_weights: &all[self.bias().end..self.output_biases().start],
            output_bias: &all[self.output_biases()],
        }
    }
}
