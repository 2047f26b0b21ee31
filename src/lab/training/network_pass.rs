//! Forward and backward pass of a network over a batch of positions.

use super::network_shape::NetworkShape;
use crate::eval::nnue::simd::{Kernel, SimdVector};
use crate::lab::position_list::ActiveFeatures;
use crate::lab::samples::SampleSet;
use crate::lab::training_target::TrainingTarget;

/// A pass over a batch; with a gradient it is a training step, without one it only computes the loss.
pub struct NetworkPass<'a> {
    /// The shape of the network.
    pub shape: NetworkShape,
    /// Its parameters.
    pub parameters: &'a [f32],
    /// All positions.
    pub samples: &'a SampleSet,
    /// The indices of the positions in the batch.
    pub chosen: &'a [u32],
    /// The training target.
    pub target: TrainingTarget,
    /// The gradient of the loss is added here, unless it is empty.
    pub gradient: &'a mut [f32],
}

/// The number of parallel sums, for SIMD.
const LANES: usize = 16;

impl Kernel for NetworkPass<'_> {
    /// The sum of the losses of the batch.
    type Output = f64;

    #[inline(always)]
    fn run<L: SimdVector>(mut self) -> f64 {
        let mut neurons = vec![0.0; 2 * self.shape.neurons];
        let mut total = 0.0;
        for &index in self.chosen {
            total += self.add_position(index, &mut neurons);
        }
        total
    }
}

impl NetworkPass<'_> {
    /// Returns the loss of a position: the squared error of the expected result.
    #[inline(always)]
    fn add_position(&mut self, index: u32, neurons: &mut [f32]) -> f64 {
        let index = index as usize;
        let features = self.samples.positions.active_features(index);
        let output = self.forward(&features, neurons);
        let expected = 1.0 / (1.0 + (-output).exp());
        let sample = self.samples.list[index];
        let error = expected - self.target.value(sample.score, sample.result) as f32;
        if !self.gradient.is_empty() {
            let slope = 2.0 * error * expected * (1.0 - expected);
            self.backward(&features, neurons, slope);
        }
        f64::from(error * error)
    }

    /// The output of the network in units of the scale; the accumulators stay in `neurons`.
    #[inline(always)]
    fn forward(&self, features: &ActiveFeatures, neurons: &mut [f32]) -> f32 {
        let bucket = features.bucket;
        let (own, their) = neurons.split_at_mut(self.shape.neurons);
        for (half, features) in [own, their].into_iter().zip(&features.of_sides) {
            half.copy_from_slice(&self.parameters[self.shape.bias()]);
            for &feature in features {
                add(half, &self.parameters[self.shape.row(feature.into())]);
            }
        }
        let weights = &self.parameters[self.shape.output_weights(bucket)];
        let mut sums = [0.0; LANES];
        let (neurons, _) = neurons.as_chunks::<LANES>();
        let (weights, _) = weights.as_chunks::<LANES>();
        for (neurons, weights) in neurons.iter().zip(weights) {
            for lane in 0..LANES {
                let clipped = neurons[lane].clamp(0.0, 1.0);
                sums[lane] += clipped * clipped * weights[lane];
            }
        }
        sums.iter().sum::<f32>() + self.parameters[self.shape.output_biases().start + bucket]
    }

    /// Propagates the derivative of the loss back through the network.
    #[inline(always)]
    fn backward(&mut self, features: &ActiveFeatures, neurons: &mut [f32], slope: f32) {
        let bucket = features.bucket;
        let output = self.shape.output_weights(bucket);
        self.gradient[self.shape.output_biases().start + bucket] += slope;
        let weights = &self.parameters[output.clone()];
        let gradient = &mut self.gradient[output];
        for ((neuron, weight), gradient) in neurons.iter_mut().zip(weights).zip(gradient) {
            let clipped = neuron.clamp(0.0, 1.0);
            *gradient += slope * clipped * clipped;
            // From here on `neurons` holds derivatives.
            let inside = *neuron > 0.0 && *neuron < 1.0;
            *neuron = if inside { 2.0 * slope * weight * clipped } else { 0.0 };
        }
        let (own, their) = neurons.split_at(self.shape.neurons);
        for (half, features) in [own, their].into_iter().zip(&features.of_sides) {
            add(&mut self.gradient[self.shape.bias()], half);
            for &feature in features {
                add(&mut self.gradient[self.shape.row(feature.into())], half);
            }
        }
    }
}

/// Adds elementwise.
#[inline(always)]
fn add(to: &mut [f32], numbers: &[f32]) {
    for (to, number) in to.iter_mut().zip(numbers) {
        *to += number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::FeatureSet;
    use crate::eval::nnue::simd::InstructionSet;
    use crate::games::chess::ChessPosition;
    use crate::games::chess::eval::ChessFeatures;

    fn samples() -> SampleSet {
        SampleSet::of_some_game(20, |number| (300 - 20 * number as i16, (number % 3) as f32 / 2.0))
    }

    fn shape() -> NetworkShape {
        NetworkShape { features: FeatureSet::of::<ChessPosition, ChessFeatures>(), neurons: LANES }
    }

    fn loss(shape: NetworkShape, parameters: &[f32], gradient: &mut [f32]) -> f64 {
        loss_of(&samples(), 0.3, shape, parameters, gradient)
    }

    fn loss_of(samples: &SampleSet, blend: f64, shape: NetworkShape, parameters: &[f32], gradient: &mut [f32]) -> f64 {
        let chosen: Vec<u32> = (0..samples.list.len() as u32).collect();
        InstructionSet::best().run(NetworkPass {
            shape,
            parameters,
            samples,
            chosen: &chosen,
            target: TrainingTarget { blend, scale: 150.0 },
            gradient,
        })
    }

    /// Checks in each part of the network the parameters with the largest measured derivatives.
    #[test]
    fn the_gradient_is_that_of_the_loss() {
        const STEP: f32 = 1e-2;
        const LOOKED_AT: usize = 1000;
        let shape = shape();
        let mut parameters = shape.random_parameters(5);
        let mut gradient = vec![0.0; shape.size()];
        loss(shape, &parameters, &mut gradient);
        let rows = 0..shape.bias().start;
        let outputs = shape.bias().end..shape.output_biases().start;
        for part in [rows, shape.bias(), outputs, shape.output_biases()] {
            let mut measure = |index: usize| {
                let before = parameters[index];
                let [below, above] = [before - STEP, before + STEP].map(|number| {
                    parameters[index] = number;
                    loss(shape, &parameters, &mut [])
                });
                parameters[index] = before;
                (index, (above - below) / f64::from(2.0 * STEP))
            };
            let step = part.len().div_ceil(LOOKED_AT);
            let mut slopes: Vec<(usize, f64)> = part.clone().step_by(step).map(&mut measure).collect();
            slopes.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
            assert!(slopes[0].1.abs() > 0.01, "{part:?}: {}", slopes[0].1);
            for &(index, measured) in slopes.iter().take(3) {
                let computed = f64::from(gradient[index]);
                assert!(
                    (measured - computed).abs() <= 0.01 * measured.abs() + 1e-4,
                    "parameter {index}: {computed} instead of {measured}"
                );
            }
        }
    }

    #[test]
    fn with_blend_1_only_results_count() {
        let shape = shape();
        let bias = shape.output_biases();
        // The network says 0, chances of one half.
        let silent = vec![0.0; shape.size()];
        for (result, wrong_by, direction) in [(1.0, 0.25, -1.0), (0.5, 0.0, 0.0), (0.0, 0.25, 1.0)] {
            let samples = SampleSet::of_some_game(20, |number| (300 - 60 * number as i16, result));
            let mut gradient = vec![0.0; shape.size()];
            let loss = loss_of(&samples, 1.0, shape, &silent, &mut gradient);
            assert_eq!(loss, wrong_by * 20.0, "{result}");
            // The slope of a square, times that of the logistic curve, for every position.
            let slope: f32 = gradient[bias.clone()].iter().sum();
            assert_eq!(slope, direction * 20.0 * 0.25, "{result}");
        }
    }
}
