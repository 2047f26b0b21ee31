//! Arithmetic on vectors of 32 numbers by the SIMD instructions of the processor.
//!
//! An algorithm is written once, as a [`Kernel`] for any [`SimdVector`], and compiled for every instruction set. The
//! one to run is chosen at run time. All arithmetic wraps, so that all instruction sets give the same results.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// 32 numbers of 16 bits in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct I16x32(pub [i16; I16x32::LANES]);

impl I16x32 {
    /// The number of lanes.
    pub const LANES: usize = 32;

    /// 32 zeros.
    pub const ZERO: I16x32 = I16x32([0; I16x32::LANES]);
}

/// 32 numbers of 16 bits in the registers of a processor.
pub trait SimdVector: Copy {
    /// Partial sums of products, of 32 bits.
    type Sums: Copy;

    /// Loads from memory.
    fn load(from: &I16x32) -> Self;
    /// Stores to memory.
    fn store(self, to: &mut I16x32);
    /// The sum, lane by lane.
    fn add(self, other: Self) -> Self;
    /// The difference, lane by lane.
    fn sub(self, other: Self) -> Self;
    /// Clamps every lane to the range from 0 to `most`.
    fn clamp_to(self, most: i16) -> Self;
    /// The lower 16 bits of the product, lane by lane.
    fn mul_low(self, other: Self) -> Self;
    /// Partial sums of 0.
    fn zero_sums() -> Self::Sums;
    /// Adds the products of all lanes to the partial sums.
    fn dot(self, other: Self, sums: Self::Sums) -> Self::Sums;
    /// The sum of all partial sums.
    fn horizontal_sum(sums: Self::Sums) -> i32;
}

/// An algorithm that is compiled for every instruction set.
pub trait Kernel {
    /// Its result.
    type Output;

    /// Runs it. Implementations, and everything that they call, have to be `#[inline(always)]`: code that is not
    /// inlined is compiled for the baseline processor.
    fn run<L: SimdVector>(self) -> Self::Output;
}

/// A set of SIMD instructions. Values exist only for those that the processor supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionSet(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

impl InstructionSet {
    /// The best one that the processor supports.
    pub fn best() -> InstructionSet {
        InstructionSet::available()[0]
    }

    /// All that the processor supports, the best first.
    pub fn available() -> Vec<InstructionSet> {
        let mut sets = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
            let has_avx512 =
                is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            if has_avx2 && has_avx512 {
                sets.push(InstructionSet(Kind::Avx512));
            }
            if has_avx2 {
                sets.push(InstructionSet(Kind::Avx2));
            }
        }
        sets.push(InstructionSet(Kind::Portable));
        sets
    }

    /// Its common name.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
            Kind::Portable => "portable",
        }
    }

    /// Runs a kernel with this instruction set.
    #[inline]
    pub fn run<T: Kernel>(self, kernel: T) -> T::Output {
        match self.0 {
            // SAFETY: a value exists only if the processor supports the instruction set.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { run_avx512(kernel) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { run_avx2(kernel) },
            Kind::Portable => kernel.run::<Portable>(),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx2,fma")]
fn run_avx512<T: Kernel>(kernel: T) -> T::Output {
    kernel.run::<Avx512>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2<T: Kernel>(kernel: T) -> T::Output {
    kernel.run::<Avx2>()
}

/// An array; the compiler vectorises its loops for the baseline processor.
#[derive(Clone, Copy)]
struct Portable([i16; I16x32::LANES]);

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

/// Two registers of 256 bits.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx2([__m256i; 2]);

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    #[inline(always)]
    fn each(self, other: Self, operation: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
        Avx2([
            operation(self.0[0], other.0[0]),
            operation(self.0[1], other.0[1]),
        ])
    }
}

// SAFETY of this implementation: it is private, and only `run_avx2` uses it, where the processor
// has AVX2; a block has the size and the alignment of two registers.
#[cfg(target_arch = "x86_64")]
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
            let half = _mm_add_epi32(
                _mm256_castsi256_si128(sums),
                _mm256_extracti128_si256::<1>(sums),
            );
            let pair = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
            let one = _mm_add_epi32(pair, _mm_shuffle_epi32::<1>(pair));
            _mm_cvtsi128_si32(one)
        }
    }
}

/// One register of 512 bits.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx512(__m512i);

// SAFETY of this implementation: it is private, and only `run_avx512` uses it, where the processor
// has AVX-512; a block has the size and the alignment of a register.
#[cfg(target_arch = "x86_64")]
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every operation on two blocks.
    struct Everything<'a>(&'a I16x32, &'a I16x32);

    impl Kernel for Everything<'_> {
        type Output = (Vec<I16x32>, i32);

        #[inline(always)]
        fn run<L: SimdVector>(self) -> Self::Output {
            let [one, two] = [self.0, self.1].map(L::load);
            let results = [
                one.add(two),
                one.sub(two),
                one.mul_low(two),
                one.clamp_to(255),
            ];
            let blocks = results.map(|lanes| {
                let mut block = I16x32::ZERO;
                lanes.store(&mut block);
                block
            });
            let sums = two.dot(one, one.dot(two, L::zero_sums()));
            (blocks.to_vec(), L::horizontal_sum(sums))
        }
    }

    fn block() -> impl Strategy<Value = I16x32> {
        proptest::array::uniform32(any::<i16>()).prop_map(I16x32)
    }

    proptest! {
        #[test]
        fn all_instruction_sets_agree(one in block(), two in block()) {
            let portable = InstructionSet(Kind::Portable).run(Everything(&one, &two));
            for set in InstructionSet::available() {
                prop_assert_eq!(&set.run(Everything(&one, &two)), &portable, "{}", set.name());
            }
        }
    }
}
