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
