//! The weights of a network, in whole numbers.

use super::Features;
use super::layers::{CLIP, OutputLayer};
use super::simd::{I16x32, InstructionSet};
use std::marker::PhantomData;

/// The weights of the output: so much is one.
pub const QUANTUM: i16 = 64;

/// The greatest weight of the output in units of one: its product with a full neuron fits into a lane.
pub const MOST_WEIGHT: f32 = (i16::MAX / CLIP) as f32 / QUANTUM as f32;

/// The most neurons of an accumulator.
pub const MOST_NEURONS: usize = 4096;

/// The greatest scale: an output of 1 is so many hundredths.
pub const MOST_SCALE: i32 = 32_000;

/// A network for positions of `G` that are seen as `F` tells.
#[derive(Debug)]
pub struct Network<G, F> {
    /// Blocks of an accumulator.
    pub(super) width: usize,
    /// For every input a row as wide as an accumulator.
    pub(super) rows: Vec<I16x32>,
    /// What an accumulator holds where there are no inputs.
    pub(super) bias: Vec<I16x32>,
    /// For every stage the weights of both accumulators.
    pub(super) output: Vec<I16x32>,
    /// For every stage what is added; `CLIP * QUANTUM` is one.
    pub(super) output_bias: Vec<i32>,
    /// Hundredths in one unit of the output, which is that of the logistic curve.
    pub(super) scale: i32,
    /// How it was trained.
    pub(super) provenance: String,
    pub(super) level: InstructionSet,
    pub(super) seen: PhantomData<fn(&G) -> F>,
}

/// The weights as a trainer has them, in units of one.
#[derive(Clone, Copy, Debug)]
pub struct NetworkParameters<'a> {
    /// For every input a row as wide as an accumulator.
    pub rows: &'a [f32],
    /// The accumulator where there are no inputs.
    pub bias: &'a [f32],
    /// For every stage the weights of both accumulators, that of the side to move first.
    pub output: &'a [f32],
    /// For every stage what is added.
    pub output_bias: &'a [f32],
}

impl<G, F: Features<G>> Network<G, F> {
    /// Rounds the weights of a trainer to whole numbers.
    ///
    /// Panics if the number of neurons is no multiple of [`Block::LANES`].
    pub fn new(parameters: NetworkParameters, scale: i32, provenance: String) -> Network<G, F> {
        let neurons = parameters.bias.len();
        assert_eq!(neurons % I16x32::LANES, 0);
        assert_eq!(parameters.rows.len(), F::INPUTS * neurons);
        assert_eq!(parameters.output.len(), F::OUTPUT_BUCKETS * 2 * neurons);
        let one = f32::from(CLIP) * f32::from(QUANTUM);
        let bias = parameters.output_bias.iter();
        Network {
            width: neurons / I16x32::LANES,
            rows: rounded(parameters.rows, CLIP.into()),
            bias: rounded(parameters.bias, CLIP.into()),
            output: rounded(parameters.output, QUANTUM.into()),
            output_bias: bias.map(|bias| (bias * one).round() as i32).collect(),
            scale,
            provenance,
            level: InstructionSet::best(),
            seen: PhantomData,
        }
    }

    /// The weights in units of one, as [`Parameters`] lists them: rows, bias, output, its bias.
    pub fn parameters(&self) -> impl Iterator<Item = f32> {
        let rows = self.rows.iter().chain(&self.bias);
        let rows = rows
            .flat_map(|block| block.0)
            .map(|it| f32::from(it) / f32::from(CLIP));
        let output = self.output.iter().flat_map(|block| block.0);
        let output = output.map(|it| f32::from(it) / f32::from(QUANTUM));
        let one = f32::from(CLIP) * f32::from(QUANTUM);
        let biases = self.output_bias.iter().map(move |&it| it as f32 / one);
        rows.chain(output).chain(biases)
    }

    /// Hundredths in one unit of the output.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// How many neurons an accumulator has.
    pub fn neurons(&self) -> usize {
        self.width * I16x32::LANES
    }

    /// How it was trained, in the words of the trainer.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// The value of accumulators, that of the side to move first, in hundredths.
    #[inline]
    pub(super) fn value(&self, accumulators: [&[I16x32]; 2], stage: usize) -> i32 {
        let both = 2 * self.width;
        let weights = &self.output[stage * both..][..both];
        let sum = self.level.run(OutputLayer {
            accumulators,
            weights,
        });
        let one = i32::from(CLIP) * i32::from(QUANTUM);
        let sum = i64::from(sum / i32::from(CLIP)) + i64::from(self.output_bias[stage]);
        (sum * i64::from(self.scale) / i64::from(one)) as i32
    }
}

fn rounded(numbers: &[f32], one: f32) -> Vec<I16x32> {
    let rounded = |number: &f32| (number * one).round() as i16;
    let block = |numbers: &[f32]| I16x32(std::array::from_fn(|lane| rounded(&numbers[lane])));
    numbers.chunks_exact(I16x32::LANES).map(block).collect()
}
