//! Steps downhill: Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter
//! 2019).

use crate::eval::nnue::MAX_OUTPUT_WEIGHT;
use crate::eval::nnue::simd::{Kernel, SimdVector};

/// What is remembered of the slopes of every parameter.
#[derive(Clone, Debug)]
pub struct AdamState {
    /// Their mean, the last ones counting most.
    pub mean: Vec<f32>,
    /// The mean of their squares.
    pub mean_square: Vec<f32>,
    /// Steps that were taken.
    pub steps: u64,
}

/// How much of the means stays at every step.
const BETAS: [f32; 2] = [0.9, 0.999];

/// By how much of the rate weights shrink.
const WEIGHT_DECAY: f32 = 0.01;

/// Keeps quotients finite.
const EPSILON: f32 = 1e-8;

impl AdamState {
    /// Nothing is known as yet of so many parameters.
    pub fn new(size: usize) -> AdamState {
        AdamState {
            mean: vec![0.0; size],
            mean_square: vec![0.0; size],
            steps: 0,
        }
    }
}

/// One step.
pub struct AdamStep<'a> {
    /// The parameters.
    pub parameters: &'a mut [f32],
    /// What is remembered.
    pub state: &'a mut AdamState,
    /// Sums of slopes, one for every thread; they are cleared.
    pub gradients: &'a mut [Vec<f32>],
    /// Over so many positions.
    pub positions: usize,
    /// How far to go.
    pub rate: f32,
}

impl Kernel for AdamStep<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: SimdVector>(self) {
        let Some((sum, others)) = self.gradients.split_first_mut() else {
            return;
        };
        for other in others {
            for (sum, slope) in sum.iter_mut().zip(other.iter_mut()) {
                *sum += std::mem::take(slope);
            }
        }
        self.state.steps += 1;
        let steps = self.state.steps.min(1 << 20) as i32;
        let [mean_known, square_known] = BETAS.map(|kept| 1.0 - kept.powi(steps));
        let mean_rate = self.rate / mean_known;
        let share = 1.0 / self.positions as f32;
        let memory = self.state.mean.iter_mut().zip(&mut self.state.mean_square);
        let all = self.parameters.iter_mut().zip(sum).zip(memory);
        for ((parameter, sum), (mean, square)) in all {
            let slope = std::mem::take(sum) * share;
            *mean = BETAS[0] * *mean + (1.0 - BETAS[0]) * slope;
            *square = BETAS[1] * *square + (1.0 - BETAS[1]) * slope * slope;
            let step = mean_rate * *mean / ((*square / square_known).sqrt() + EPSILON);
            let next = *parameter * (1.0 - self.rate * WEIGHT_DECAY) - step;
            *parameter = next.clamp(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT);
        }
    }
}
