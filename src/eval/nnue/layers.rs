//! The arithmetic of the network layers.

use super::simd::{I16x32, Kernel, SimdVector};

/// Neurons of the accumulator are clipped to this value, which stands for 1.0 in training.
pub const CLIP: i16 = 255;

/// The number of vectors that stay in registers while any number of rows are added to them.
const TILE: usize = 4;

/// Adds rows of feature weights to an accumulator, and subtracts others.
pub struct AccumulatorUpdate<'a> {
    /// All rows, one after the other.
    pub rows: &'a [I16x32],
    /// The offsets of the rows to add.
    pub added: &'a [usize],
    /// The offsets of the rows to subtract.
    pub removed: &'a [usize],
    /// The accumulator before.
    pub source: &'a [I16x32],
    /// The accumulator after.
    pub target: &'a mut [I16x32],
}

impl<const N: usize> Kernel for [AccumulatorUpdate<'_>; N] {
    type Output = ();

    #[inline(always)]
    fn run<L: SimdVector>(self) {
        for update in self {
            match (update.added, update.removed) {
                // A move, a capture, and castling.
                (&[added], &[removed]) => update.pass::<L, 1, 1>([added], [removed]),
                (&[added], &[one, two]) => update.pass::<L, 1, 2>([added], [one, two]),
                (&[a, b], &[c, d]) => update.pass::<L, 2, 2>([a, b], [c, d]),
                _ => update.passes::<L>(),
            }
        }
    }
}

impl AccumulatorUpdate<'_> {
    /// Adds `A` rows and subtracts `R` rows in one pass.
    #[inline(always)]
    fn pass<L: SimdVector, const A: usize, const R: usize>(self, added: [usize; A], removed: [usize; R]) {
        let size = self.target.len();
        let source = &self.source[..size];
        let row = |offset: usize| &self.rows[offset..][..size];
        let (added, removed) = (added.map(row), removed.map(row));
        for at in 0..size {
            let mut lanes = L::load(&source[at]);
            for row in added {
                lanes = lanes.add(L::load(&row[at]));
            }
            for row in removed {
                lanes = lanes.sub(L::load(&row[at]));
            }
            lanes.store(&mut self.target[at]);
        }
    }

    /// Adds and subtracts any number of rows, [`TILE`] vectors at a time.
    #[inline(always)]
    fn passes<L: SimdVector>(mut self) {
        let size = self.source.len();
        let whole = size / TILE * TILE;
        for start in (0..whole).step_by(TILE) {
            self.tile::<L, TILE>(start);
        }
        for start in whole..size {
            self.tile::<L, 1>(start);
        }
    }

    #[inline(always)]
    fn tile<L: SimdVector, const N: usize>(&mut self, start: usize) {
        let mut lanes: [L; N] = self.load(self.source, start);
        for row in self.added {
            let row: [L; N] = self.load(self.rows, row + start);
            (0..N).for_each(|at| lanes[at] = lanes[at].add(row[at]));
        }
        for row in self.removed {
            let row: [L; N] = self.load(self.rows, row + start);
            (0..N).for_each(|at| lanes[at] = lanes[at].sub(row[at]));
        }
        let target = &mut self.target[start..start + N];
        (0..N).for_each(|at| lanes[at].store(&mut target[at]));
    }

    #[inline(always)]
    fn load<L: SimdVector, const N: usize>(&self, from: &[I16x32], start: usize) -> [L; N] {
        let blocks = &from[start..start + N];
        std::array::from_fn(|at| L::load(&blocks[at]))
    }
}

/// The product of the clipped and squared accumulators with the output weights.
pub struct OutputLayer<'a> {
    /// The accumulators, that of the side to move first.
    pub accumulators: [&'a [I16x32]; 2],
    /// The output weights for both.
    pub weights: &'a [I16x32],
}

impl Kernel for OutputLayer<'_> {
    type Output = i32;

    /// Computes `(x * weight) * x`: the square of a neuron times the weight may overflow a lane, the neuron times the
    /// weight does not (Lizard, 2023).
    #[inline(always)]
    fn run<L: SimdVector>(self) -> i32 {
        let [own, their] = self.accumulators;
        let halves = self.weights.split_at(own.len());
        let mut sums = [L::zero_sums(); 2];
        for (sum, (blocks, weights)) in sums.iter_mut().zip([(own, halves.0), (their, halves.1)]) {
            for (block, weights) in blocks.iter().zip(weights) {
                let clipped = L::load(block).clamp_to(CLIP);
                *sum = clipped.mul_low(L::load(weights)).dot(clipped, *sum);
            }
        }
        sums.into_iter().map(L::horizontal_sum).fold(0, i32::wrapping_add)
    }
}
