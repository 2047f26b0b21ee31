//! The SIMD instructions of WebAssembly, of 128 bits.

use super::{I16x32, SimdVector};
use std::arch::wasm32::*;
use std::array::from_fn;

/// Four vectors of 128 bits.
#[derive(Clone, Copy)]
pub(super) struct Wasm([v128; 4]);

impl Wasm {
    #[inline(always)]
    fn each(self, other: Self, operation: impl Fn(v128, v128) -> v128) -> Self {
        Wasm(from_fn(|part| operation(self.0[part], other.0[part])))
    }
}

// SAFETY of this implementation: a block has the size of four vectors.
impl SimdVector for Wasm {
    type Sums = [v128; 4];

    #[inline(always)]
    fn load(from: &I16x32) -> Self {
        let place = from.0.as_ptr().cast::<v128>();
        Wasm(from_fn(|part| unsafe { v128_load(place.add(part)) }))
    }

    #[inline(always)]
    fn store(self, to: &mut I16x32) {
        let place = to.0.as_mut_ptr().cast::<v128>();
        for (part, lanes) in self.0.into_iter().enumerate() {
            unsafe { v128_store(place.add(part), lanes) }
        }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, |one, two| i16x8_add(one, two))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.each(other, |one, two| i16x8_sub(one, two))
    }

    #[inline(always)]
    fn clamp_to(self, most: i16) -> Self {
        self.each(self, |lanes, _| i16x8_min(i16x8_max(lanes, i16x8_splat(0)), i16x8_splat(most)))
    }

    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        self.each(other, |one, two| i16x8_mul(one, two))
    }

    #[inline(always)]
    fn zero_sums() -> [v128; 4] {
        [i32x4_splat(0); 4]
    }

    #[inline(always)]
    fn dot(self, other: Self, sums: [v128; 4]) -> [v128; 4] {
        from_fn(|part| i32x4_add(sums[part], i32x4_dot_i16x8(self.0[part], other.0[part])))
    }

    #[inline(always)]
    fn horizontal_sum(sums: [v128; 4]) -> i32 {
        let all = i32x4_add(i32x4_add(sums[0], sums[1]), i32x4_add(sums[2], sums[3]));
        let pair = i32x4_add(all, i32x4_shuffle::<2, 3, 0, 1>(all, all));
        i32x4_extract_lane::<0>(pair).wrapping_add(i32x4_extract_lane::<1>(pair))
    }
}
