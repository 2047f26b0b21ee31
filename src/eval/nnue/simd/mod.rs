//! Arithmetic on vectors of 32 numbers by the SIMD instructions of the processor.
//!
//! An algorithm is written once, as a [`Kernel`] for any [`SimdVector`], and compiled for every instruction set. The
//! one to run is chosen at run time. All arithmetic wraps, so that all instruction sets give the same results.

#![allow(unsafe_code)]

#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod registers;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
use neon::Neon;
use portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm::Wasm;
#[cfg(target_arch = "x86_64")]
use x86_64::{Avx2, Avx512};

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

/// The environment variable that names an instruction set by its [`InstructionSet::level`], in place of the best one.
pub const INSTRUCTION_SET_VARIABLE: &str = "KEMPELEN_CPU";

/// A set of SIMD instructions. Values exist only for those that the processor supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionSet(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Wasm,
    Portable,
}

impl InstructionSet {
    /// The one that the environment variable [`INSTRUCTION_SET_VARIABLE`] names, or the best that the processor supports.
    ///
    /// # Errors
    /// If the variable names none that the processor supports.
    pub fn chosen() -> Result<InstructionSet, String> {
        match std::env::var_os(INSTRUCTION_SET_VARIABLE) {
            Some(level) => InstructionSet::of_level(&level.to_string_lossy()),
            None => Ok(InstructionSet::available()[0]),
        }
    }

    /// The chosen one, or the best one after a wrong choice, which the program has refused when it started.
    pub fn best() -> InstructionSet {
        InstructionSet::chosen().unwrap_or_else(|_| InstructionSet::available()[0])
    }

    fn of_level(found: &str) -> Result<InstructionSet, String> {
        let available = InstructionSet::available();
        available.iter().find(|set| set.level() == found).copied().ok_or_else(|| {
            let levels = available.iter().map(|set| set.level()).collect::<Vec<_>>().join(", ");
            format!("{INSTRUCTION_SET_VARIABLE}: found '{found}', expected a level of this processor: {levels}")
        })
    }

    /// All that the processor supports, the best first.
    pub fn available() -> Vec<InstructionSet> {
        let mut sets = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
            let has_avx512 = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            if has_avx2 && has_avx512 {
                sets.push(InstructionSet(Kind::Avx512));
            }
            if has_avx2 {
                sets.push(InstructionSet(Kind::Avx2));
            }
        }
        #[cfg(target_arch = "aarch64")]
        sets.push(InstructionSet(Kind::Neon));
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        sets.push(InstructionSet(Kind::Wasm));
        sets.push(InstructionSet(Kind::Portable));
        sets
    }

    /// Its common name.
    pub fn name(self) -> &'static str {
        self.name_and_level().0
    }

    /// The level of the architecture that has it: `v4`, `v3` or `v2` of x86-64; elsewhere its name in small letters.
    pub fn level(self) -> &'static str {
        self.name_and_level().1
    }

    fn name_and_level(self) -> (&'static str, &'static str) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => ("AVX-512", "v4"),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => ("AVX2", "v3"),
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => ("NEON", "neon"),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Wasm => ("SIMD128", "simd128"),
            Kind::Portable => ("portable", if cfg!(target_arch = "x86_64") { "v2" } else { "portable" }),
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
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => kernel.run::<Neon>(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Wasm => kernel.run::<Wasm>(),
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
            let blocks = [one.add(two), one.sub(two), one.mul_low(two), one.clamp_to(255)].map(|lanes| {
                let mut block = I16x32::ZERO;
                lanes.store(&mut block);
                block
            });
            (blocks.to_vec(), L::horizontal_sum(two.dot(one, one.dot(two, L::zero_sums()))))
        }
    }

    fn block() -> impl Strategy<Value = I16x32> {
        proptest::array::uniform32(any::<i16>()).prop_map(I16x32)
    }

    #[test]
    fn levels_name_instruction_sets() {
        for set in InstructionSet::available() {
            assert_eq!(InstructionSet::of_level(set.level()), Ok(set));
        }
        let error = InstructionSet::of_level("v9").unwrap_err();
        assert!(error.starts_with("KEMPELEN_CPU: found 'v9', expected"), "{error}");
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
