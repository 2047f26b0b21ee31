//! AVX2, of x86-64-v3.

use super::{I16x32, SimdVector};
use std::arch::x86_64::*;

/// Two registers of 256 bits.
#[derive(Clone, Copy)]
pub(super) struct Avx2([__m256i; 2]);

impl Avx2 {
    #[inline(always)]
    fn each(self, other: Self, operation: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
        Avx2([operation(self.0[0], other.0[0]), operation(self.0[1], other.0[1])])
    }
}

// SAFETY of this implementation: it is private, and only `run_avx2` uses it, where the processor
// has AVX2; a block has the size and the alignment of two registers.
impl SimdVector for Avx2 {
    type Sums = __m256i;

    #[inline(always)]
    fn load(from: &I16x32) -> Self {
        let place = from.0.as_ptr().cast::<__m256i>();
        unsafe { Avx2([_mm256_load_si256(place), _mm256_load_si256(place.add(1))]) }
    }

    #[inline(always)]
    fn store(self, to: &mut I16x32) {
        let place = to.0.as_mut_ptr().cast::<__m256i>();
        unsafe {
            _mm256_store_si256(place, self.0[0]);
            _mm256_store_si256(place.add(1), self.0[1]);
        }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, |one, two| unsafe { _mm256_add_epi16(one, two) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.each(other, |one, two| unsafe { _mm256_sub_epi16(one, two) })
    }

    #[inline(always)]
    fn clamp_to(self, most: i16) -> Self {
        self.each(self, |lanes, _| unsafe {
            let positive = _mm256_max_epi16(lanes, _mm256_setzero_si256());
            _mm256_min_epi16(positive, _mm256_set1_epi16(most))
        })
    }

    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        self.each(other, |one, two| unsafe { _mm256_mullo_epi16(one, two) })
    }

    #[inline(always)]
    fn zero_sums() -> __m256i {
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    fn dot(self, other: Self, sums: __m256i) -> __m256i {
        unsafe {
            let low = _mm256_madd_epi16(self.0[0], other.0[0]);
            let high = _mm256_madd_epi16(self.0[1], other.0[1]);
            _mm256_add_epi32(sums, _mm256_add_epi32(low, high))
        }
    }

    #[inline(always)]
    fn horizontal_sum(sums: __m256i) -> i32 {
        unsafe {
            let half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
            let pair = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
            let one = _mm_add_epi32(pair, _mm_shuffle_epi32::<1>(pair));
            _mm_cvtsi128_si32(one)
        }
    }
}
