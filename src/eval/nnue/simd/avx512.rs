//! AVX-512, of x86-64-v4.

use super::{I16x32, SimdVector};
use std::arch::x86_64::*;

/// One register of 512 bits.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

// SAFETY of this implementation: it is private, and only `run_avx512` uses it, where the processor
// has AVX-512; a block has the size and the alignment of a register.
impl SimdVector for Avx512 {
    type Sums = __m512i;

    #[inline(always)]
    fn load(from: &I16x32) -> Self {
        Avx512(unsafe { _mm512_load_si512(from.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, to: &mut I16x32) {
        unsafe { _mm512_store_si512(to.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Avx512(unsafe { _mm512_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Avx512(unsafe { _mm512_sub_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn clamp_to(self, most: i16) -> Self {
        Avx512(unsafe {
            let positive = _mm512_max_epi16(self.0, _mm512_setzero_si512());
            _mm512_min_epi16(positive, _mm512_set1_epi16(most))
        })
    }

    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        Avx512(unsafe { _mm512_mullo_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn zero_sums() -> __m512i {
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn dot(self, other: Self, sums: __m512i) -> __m512i {
        unsafe { _mm512_add_epi32(sums, _mm512_madd_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    fn horizontal_sum(sums: __m512i) -> i32 {
        unsafe { _mm512_reduce_add_epi32(sums) }
    }
}
