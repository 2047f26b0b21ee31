//! AVX2 of x86-64-v3, and AVX-512 of x86-64-v4.

use super::registers::simd_vector;
use std::arch::x86_64::*;

simd_vector! {
    /// Two registers of 256 bits.
    Avx2: __m256i, 0 1;
    load: _mm256_load_si256, store: _mm256_store_si256,
    add: _mm256_add_epi16, sub: _mm256_sub_epi16, mul_low: _mm256_mullo_epi16,
    clamp_to(lanes, most): _mm256_min_epi16(_mm256_max_epi16(lanes, _mm256_setzero_si256()), _mm256_set1_epi16(most)),
    sums: __m256i, zero_sums: _mm256_setzero_si256(),
    dot(one, two, sums): _mm256_add_epi32(sums, _mm256_madd_epi16(one, two)),
    horizontal_sum(sums): {
        let all = _mm256_add_epi32(sums[0], sums[1]);
        let half = _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
        let pair = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
        _mm_cvtsi128_si32(_mm_add_epi32(pair, _mm_shuffle_epi32::<1>(pair)))
    },
}

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
