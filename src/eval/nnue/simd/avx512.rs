//! AVX-512, of x86-64-v4.

use super::registers::simd_vector;
use std::arch::x86_64::*;

simd_vector! {
    /// One register of 512 bits.
    Avx512: __m512i, 0;
    load: _mm512_load_si512, store: _mm512_store_si512,
    add: _mm512_add_epi16, sub: _mm512_sub_epi16, mul_low: _mm512_mullo_epi16,
    clamp_to(lanes, most): _mm512_min_epi16(_mm512_max_epi16(lanes, _mm512_setzero_si512()), _mm512_set1_epi16(most)),
    sums: __m512i, zero_sums: _mm512_setzero_si512(),
    dot(one, two, sums): _mm512_add_epi32(sums, _mm512_madd_epi16(one, two)),
    horizontal_sum(sums): _mm512_reduce_add_epi32(sums[0]),
}
