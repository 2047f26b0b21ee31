//! The SIMD instructions of WebAssembly, of 128 bits.

use super::registers::simd_vector;
use std::arch::wasm32::*;

simd_vector! {
    /// Four vectors of 128 bits.
    Wasm: v128, 0 1 2 3;
    load: v128_load, store: v128_store, add: i16x8_add, sub: i16x8_sub, mul_low: i16x8_mul,
    clamp_to(lanes, most): i16x8_min(i16x8_max(lanes, i16x8_splat(0)), i16x8_splat(most)),
    sums: v128, zero_sums: i32x4_splat(0),
    dot(one, two, sums): i32x4_add(sums, i32x4_dot_i16x8(one, two)),
    horizontal_sum(sums): {
        let all = i32x4_add(i32x4_add(sums[0], sums[1]), i32x4_add(sums[2], sums[3]));
        let pair = i32x4_add(all, i32x4_shuffle::<2, 3, 0, 1>(all, all));
        i32x4_extract_lane::<0>(pair).wrapping_add(i32x4_extract_lane::<1>(pair))
    },
}
