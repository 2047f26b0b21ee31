//! The quantised weights of a network.

use super::FeatureSet;
use super::layers::{CLIP, OutputLayer};
use super::simd::{I16x32, InstructionSet};

/// An output weight of 1.0 is stored as this number.
pub const OUTPUT_UNIT: i16 = 64;

/// The greatest output weight, before quantisation: its product with a full neuron fits into a lane.
pub const MAX_OUTPUT_WEIGHT: f32 = (i16::MAX / CLIP) as f32 / OUTPUT_UNIT as f32;

/// The greatest number of neurons of an accumulator.
pub const MAX_NEURONS: usize = 4096;

/// The greatest [`scale`](Network::scale), in hundredths.
pub const MAX_SCALE: i32 = 32_000;

/// A quantised network for any game.
#[derive(Debug)]
pub struct Network {
    /// The input features that it was trained with.
    pub features: FeatureSet,
    /// The number of vectors of an accumulator.
    pub(super) vectors: usize,
    /// One row for every feature, as wide as an accumulator.
    pub(super) feature_weights: Vec<I16x32>,
    /// The accumulator without active features.
    pub(super) feature_bias: Vec<I16x32>,
    /// The weights of both accumulators for every output bucket.
    pub(super) output_weights: Vec<I16x32>,
    /// The bias of every output bucket; `CLIP * OUTPUT_UNIT` stands for 1.0.
    pub(super) output_bias: Vec<i32>,
    /// The evaluation, in hundredths, for an output of 1.0: the scale of the logistic curve.
    pub scale: i32,
    /// How the network was trained.
    pub provenance: String,
    pub(super) instruction_set: InstructionSet,
}

impl Network {
    /// Quantises the weights of a network in training: a row as wide as an accumulator for every feature, the accumulator without
    /// active features, for every output bucket the weights of both accumulators (that of the side to move first), and the biases
    /// of the output buckets.
    ///
    /// Panics if the number of neurons is not a multiple of [`I16x32::LANES`], or there are too few parameters.
    pub fn new(features: FeatureSet, neurons: usize, parameters: &[f32], scale: i32, provenance: String) -> Network {
        assert_eq!(neurons % I16x32::LANES, 0);
        let (feature_weights, rest) = parameters.split_at(features.count * neurons);
        let (feature_bias, rest) = rest.split_at(neurons);
        let (output_weights, output_bias) = rest.split_at(features.output_buckets * 2 * neurons);
        let one = f32::from(CLIP) * f32::from(OUTPUT_UNIT);
        Network {
            features,
            vectors: neurons / I16x32::LANES,
            feature_weights: quantised(feature_weights, CLIP.into()),
            feature_bias: quantised(feature_bias, CLIP.into()),
            output_weights: quantised(output_weights, OUTPUT_UNIT.into()),
            output_bias: output_bias.iter().map(|bias| (bias * one).round() as i32).collect(),
            scale,
            provenance,
            instruction_set: InstructionSet::best(),
        }
    }

    /// The weights before quantisation, in the order in which [`new`](Network::new) takes them.
    pub fn parameters(&self) -> impl Iterator<Item = f32> {
        let rows = self.feature_weights.iter().chain(&self.feature_bias);
        let rows = rows.flat_map(|block| block.0).map(|it| f32::from(it) / f32::from(CLIP));
        let output = self.output_weights.iter().flat_map(|block| block.0);
        let output = output.map(|it| f32::from(it) / f32::from(OUTPUT_UNIT));
        let one = f32::from(CLIP) * f32::from(OUTPUT_UNIT);
        rows.chain(output).chain(self.output_bias.iter().map(move |&it| it as f32 / one))
    }

    /// The number of neurons of an accumulator.
    pub fn neurons(&self) -> usize {
        self.vectors * I16x32::LANES
    }

    /// The evaluation for the side to move, in hundredths. Its accumulator comes first.
    #[inline]
    pub(super) fn evaluate(&self, accumulators: [&[I16x32]; 2], bucket: usize) -> i32 {
        let both = 2 * self.vectors;
        let weights = &self.output_weights[bucket * both..][..both];
        let sum = self.instruction_set.run(OutputLayer { accumulators, weights });
        let one = i32::from(CLIP) * i32::from(OUTPUT_UNIT);
        let sum = i64::from(sum / i32::from(CLIP)) + i64::from(self.output_bias[bucket]);
        let value = sum * i64::from(self.scale) / i64::from(one);
        value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

fn quantised(numbers: &[f32], one: f32) -> Vec<I16x32> {
    let rounded = |number: &f32| (number * one).round() as i16;
    let block = |numbers: &[f32]| I16x32(std::array::from_fn(|lane| rounded(&numbers[lane])));
    numbers.chunks_exact(I16x32::LANES).map(block).collect()
}
