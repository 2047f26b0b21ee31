//! The weights of a network, in whole numbers.

use super::Features;
use super::layers::{CLIP, OutputLayer};
use super::simd::{I16x32, InstructionSet};
use std::marker::PhantomData;

/// The weights of the output: so much is one.
pub const OUTPUT_UNIT: i16 = 64;

/// The greatest weight of the output in units of one: its product with a full neuron fits into a lane.
pub const MAX_OUTPUT_WEIGHT: f32 = (i16::MAX / CLIP) as f32 / OUTPUT_UNIT as f32;

/// The most neurons of an accumulator.
pub const MAX_NEURONS: usize = 4096;

/// The greatest scale: an output of 1 is so many hundredths.
pub const MAX_SCALE: i32 = 32_000;

/// A network for positions of `G` that are seen as `F` tells.
#[derive(Debug)]
pub struct Network<G, F> {
    /// Blocks of an accumulator.
    pub(super) vectors: usize,
    /// For every input a row as wide as an accumulator.
    pub(super) feature_weights: Vec<I16x32>,
    /// What an accumulator holds where there are no inputs.
    pub(super) feature_bias: Vec<I16x32>,
    /// For every stage the weights of both accumulators.
    pub(super) output_weights: Vec<I16x32>,
    /// For every stage what is added; `CLIP * QUANTUM` is one.
    pub(super) output_bias: Vec<i32>,
    /// Hundredths in one unit of the output, which is that of the logistic curve.
    pub(super) scale: i32,
    /// How it was trained.
    pub(super) provenance: String,
    pub(super) instruction_set: InstructionSet,
    pub(super) marker: PhantomData<fn(&G) -> F>,
}

/// The weights as a trainer has them, in units of one.
#[derive(Clone, Copy, Debug)]
pub struct NetworkParameters<'a> {
    /// For every input a row as wide as an accumulator.
    pub feature_weights: &'a [f32],
    /// The accumulator where there are no inputs.
    pub feature_bias: &'a [f32],
    /// For every stage the weights of both accumulators, that of the side to move first.
    pub output_weights: &'a [f32],
    /// For every stage what is added.
    pub output_bias: &'a [f32],
}

impl<G, F: Features<G>> Network<G, F> {
    /// Rounds the weights of a trainer to whole numbers.
    ///
    /// Panics if the number of neurons is no multiple of [`Block::LANES`].
    pub fn new(parameters: NetworkParameters, scale: i32, provenance: String) -> Network<G, F> {
        let neurons = parameters.feature_bias.len();
        assert_eq!(neurons % I16x32::LANES, 0);
        assert_eq!(parameters.feature_weights.len(), F::COUNT * neurons);
        assert_eq!(
            parameters.output_weights.len(),
            F::OUTPUT_BUCKETS * 2 * neurons
        );
        let one = f32::from(CLIP) * f32::from(OUTPUT_UNIT);
        let bias = parameters.output_bias.iter();
        Network {
            vectors: neurons / I16x32::LANES,
            feature_weights: rounded(parameters.feature_weights, CLIP.into()),
            feature_bias: rounded(parameters.feature_bias, CLIP.into()),
            output_weights: rounded(parameters.output_weights, OUTPUT_UNIT.into()),
            output_bias: bias.map(|bias| (bias * one).round() as i32).collect(),
            scale,
            provenance,
            instruction_set: InstructionSet::best(),
            marker: PhantomData,
        }
    }

    /// The weights in units of one, as [`Parameters`] lists them: rows, bias, output, its bias.
    pub fn parameters(&self) -> impl Iterator<Item = f32> {
        let rows = self.feature_weights.iter().chain(&self.feature_bias);
        let rows = rows
            .flat_map(|block| block.0)
            .map(|it| f32::from(it) / f32::from(CLIP));
        let output = self.output_weights.iter().flat_map(|block| block.0);
        let output = output.map(|it| f32::from(it) / f32::from(OUTPUT_UNIT));
        let one = f32::from(CLIP) * f32::from(OUTPUT_UNIT);
        let biases = self.output_bias.iter().map(move |&it| it as f32 / one);
        rows.chain(output).chain(biases)
    }

    /// Hundredths in one unit of the output.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// How many neurons an accumulator has.
    pub fn neurons(&self) -> usize {
        self.vectors * I16x32::LANES
    }

    /// How it was trained, in the words of the trainer.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// The value of accumulators, that of the side to move first, in hundredths.
    #[inline]
    pub(super) fn value(&self, accumulators: [&[I16x32]; 2], stage: usize) -> i32 {
        let both = 2 * self.vectors;
        let weights = &self.output_weights[stage * both..][..both];
        let sum = self.instruction_set.run(OutputLayer {
            accumulators,
            weights,
        });
        let one = i32::from(CLIP) * i32::from(OUTPUT_UNIT);
        let sum = i64::from(sum / i32::from(CLIP)) + i64::from(self.output_bias[stage]);
        (sum * i64::from(self.scale) / i64::from(one)) as i32
    }
}

fn rounded(numbers: &[f32], one: f32) -> Vec<I16x32> {
    let rounded = |number: &f32| (number * one).round() as i16;
    let block = |numbers: &[f32]| I16x32(std::array::from_fn(|lane| rounded(&numbers[lane])));
    numbers.chunks_exact(I16x32::LANES).map(block).collect()
}
