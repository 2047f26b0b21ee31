//! NEON, which every arm64 processor has.

use super::registers::simd_vector;
use std::arch::aarch64::*;

simd_vector! {
    /// Four registers of 128 bits.
    Neon: int16x8_t, 0 1 2 3;
    load: vld1q_s16, store: vst1q_s16, add: vaddq_s16, sub: vsubq_s16, mul_low: vmulq_s16,
    clamp_to(lanes, most): vminq_s16(vmaxq_s16(lanes, vdupq_n_s16(0)), vdupq_n_s16(most)),
    sums: int32x4_t, zero_sums: vdupq_n_s32(0),
    dot(one, two, sums): vmlal_high_s16(vmlal_s16(sums, vget_low_s16(one), vget_low_s16(two)), one, two),
    horizontal_sum(sums): vaddvq_s32(vaddq_s32(vaddq_s32(sums[0], sums[1]), vaddq_s32(sums[2], sums[3]))),
}
