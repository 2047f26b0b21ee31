//! The optimiser AdamW: Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019).

use crate::eval::nnue::MAX_OUTPUT_WEIGHT;
use crate::eval::nnue::simd::{Kernel, SimdVector};

/// Running means of the gradient of every parameter.
#[derive(Clone, Debug)]
pub struct AdamState {
    /// The mean of the gradients (first moment).
    pub mean: Vec<f32>,
    /// The mean of the squared gradients (second moment).
    pub mean_square: Vec<f32>,
    /// The number of steps taken.
    pub steps: u64,
}

/// The decay rates of the two means (beta 1 and beta 2).
const BETAS: [f32; 2] = [0.9, 0.999];

/// Weight decay, as a fraction of the learning rate.
const WEIGHT_DECAY: f32 = 0.01;

/// Avoids a division by 0.
const EPSILON: f32 = 1e-8;

impl AdamState {
    /// The state before the first step.
    pub fn new(size: usize) -> AdamState {
        AdamState { mean: vec![0.0; size], mean_square: vec![0.0; size], steps: 0 }
    }
}

/// One optimiser step.
pub struct AdamStep<'a> {
    /// The parameters.
    pub parameters: &'a mut [f32],
    /// The state of the optimiser.
    pub state: &'a mut AdamState,
    /// The gradients summed over positions, one vector for every thread; they are cleared.
    pub gradients: &'a mut [Vec<f32>],
    /// The number of positions in the batch.
    pub positions: usize,
    /// Learning rate.
    pub rate: f32,
}

impl Kernel for AdamStep<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: SimdVector>(self) {
        let Some((sum, others)) = self.gradients.split_first_mut() else { return };
        for other in others {
            for (sum, gradient) in sum.iter_mut().zip(other.iter_mut()) {
                *sum += std::mem::take(gradient);
            }
        }
        self.state.steps += 1;
        let steps = self.state.steps.min(1 << 20) as i32;
        let [mean_known, square_known] = BETAS.map(|kept| 1.0 - kept.powi(steps));
        let mean_rate = self.rate / mean_known;
        let scale = 1.0 / self.positions as f32;
        let means = self.state.mean.iter_mut().zip(&mut self.state.mean_square);
        let all = self.parameters.iter_mut().zip(sum).zip(means);
        for ((parameter, sum), (mean, square)) in all {
            let gradient = std::mem::take(sum) * scale;
            *mean = BETAS[0] * *mean + (1.0 - BETAS[0]) * gradient;
            *square = BETAS[1] * *square + (1.0 - BETAS[1]) * gradient * gradient;
            let step = mean_rate * *mean / ((*square / square_known).sqrt() + EPSILON);
            let next = *parameter * (1.0 - self.rate * WEIGHT_DECAY) - step;
            *parameter = next.clamp(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::simd::InstructionSet;

    /// The steps of the paper (Kingma and Ba 2015) with its decay rates, in double precision, and the decay of the weights.
    #[test]
    fn steps_are_those_of_the_paper() {
        let (rate, gradients) = (0.01, [2.0, -1.0, 0.5, 0.0, 0.0, 3.0]);
        let (mut state, mut parameters) = (AdamState::new(1), [0.75_f32]);
        let (mut expected, mut mean, mut mean_square) = (0.75, 0.0, 0.0);
        for (step, gradient) in (1..).zip(gradients) {
            // Two threads, and a batch of four positions.
            let mut of_threads = [vec![gradient as f32], vec![3.0 * gradient as f32]];
            let adam = AdamStep {
                parameters: &mut parameters,
                state: &mut state,
                gradients: &mut of_threads,
                positions: 4,
                rate: rate as f32,
            };
            InstructionSet::best().run(adam);
            mean = 0.9 * mean + 0.1 * gradient;
            mean_square = 0.999 * mean_square + 0.001 * gradient * gradient;
            let known = |decay: f64| 1.0 - decay.powi(step);
            let change = rate * (mean / known(0.9)) / ((mean_square / known(0.999)).sqrt() + 1e-8);
            expected = expected * (1.0 - rate * 0.01) - change;
            assert!((f64::from(parameters[0]) - expected).abs() < 1e-5, "step {step}: {} {expected}", parameters[0]);
            assert_eq!(of_threads, [[0.0], [0.0]]);
        }
    }
}
