//! NEON, which every arm64 processor has.

use super::{I16x32, SimdVector};
use std::arch::aarch64::*;
use std::array::from_fn;

/// Four registers of 128 bits.
#[derive(Clone, Copy)]
pub(super) struct Neon([int16x8_t; 4]);

impl Neon {
    #[inline(always)]
    fn each(self, other: Self, operation: impl Fn(int16x8_t, int16x8_t) -> int16x8_t) -> Self {
        Neon(from_fn(|part| operation(self.0[part], other.0[part])))
    }
}

// SAFETY of this implementation: every arm64 processor that the program is compiled for has NEON; a block has the size
// and at least the alignment of four registers.
impl SimdVector for Neon {
    type Sums = [int32x4_t; 4];

    #[inline(always)]
    fn load(from: &I16x32) -> Self {
        let place = from.0.as_ptr();
        Neon(from_fn(|part| unsafe { vld1q_s16(place.add(8 * part)) }))
    }

    #[inline(always)]
    fn store(self, to: &mut I16x32) {
        let place = to.0.as_mut_ptr();
        for (part, lanes) in self.0.into_iter().enumerate() {
            unsafe { vst1q_s16(place.add(8 * part), lanes) }
        }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, |one, two| unsafe { vaddq_s16(one, two) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.each(other, |one, two| unsafe { vsubq_s16(one, two) })
    }

    #[inline(always)]
    fn clamp_to(self, most: i16) -> Self {
        self.each(self, |lanes, _| unsafe { vminq_s16(vmaxq_s16(lanes, vdupq_n_s16(0)), vdupq_n_s16(most)) })
    }

    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        self.each(other, |one, two| unsafe { vmulq_s16(one, two) })
    }

    #[inline(always)]
    fn zero_sums() -> [int32x4_t; 4] {
        [unsafe { vdupq_n_s32(0) }; 4]
    }

    #[inline(always)]
    fn dot(self, other: Self, sums: [int32x4_t; 4]) -> [int32x4_t; 4] {
        from_fn(|part| unsafe {
            let low = vmlal_s16(sums[part], vget_low_s16(self.0[part]), vget_low_s16(other.0[part]));
            vmlal_high_s16(low, self.0[part], other.0[part])
        })
    }

    #[inline(always)]
    fn horizontal_sum(sums: [int32x4_t; 4]) -> i32 {
        unsafe {
            let pairs = [vaddq_s32(sums[0], sums[1]), vaddq_s32(sums[2], sums[3])];
            vaddvq_s32(vaddq_s32(pairs[0], pairs[1]))
        }
    }
}
