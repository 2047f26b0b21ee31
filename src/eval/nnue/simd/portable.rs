//! Without instructions of a certain processor.

use super::{I16x32, SimdVector};

/// An array; the compiler vectorises its loops for the baseline processor.
#[derive(Clone, Copy)]
pub(super) struct Portable([i16; I16x32::LANES]);

impl Portable {
    #[inline(always)]
    fn each(self, other: Self, operation: impl Fn(i16, i16) -> i16) -> Self {
        let mut lanes = self.0;
        for (lane, other) in lanes.iter_mut().zip(other.0) {
            *lane = operation(*lane, other);
        }
        Portable(lanes)
    }
}

impl SimdVector for Portable {
    type Sums = [i32; 8];

    #[inline(always)]
    fn load(from: &I16x32) -> Self {
        Portable(from.0)
    }

    #[inline(always)]
    fn store(self, to: &mut I16x32) {
        to.0 = self.0;
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, i16::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.each(other, i16::wrapping_sub)
    }

    #[inline(always)]
    fn clamp_to(self, most: i16) -> Self {
        self.each(self, |lane, _| lane.clamp(0, most))
    }

    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        self.each(other, i16::wrapping_mul)
    }

    #[inline(always)]
    fn zero_sums() -> [i32; 8] {
        [0; 8]
    }

    #[inline(always)]
    fn dot(self, other: Self, mut sums: [i32; 8]) -> [i32; 8] {
        for (number, sum) in sums.iter_mut().enumerate() {
            for lane in 4 * number..4 * number + 4 {
                *sum = sum.wrapping_add(i32::from(self.0[lane]) * i32::from(other.0[lane]));
            }
        }
        sums
    }

    #[inline(always)]
    fn horizontal_sum(sums: [i32; 8]) -> i32 {
        sums.into_iter().fold(0, i32::wrapping_add)
    }
}
