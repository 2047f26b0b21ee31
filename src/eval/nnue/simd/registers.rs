//! Vectors of 32 numbers in the registers of a processor.

/// A [`SimdVector`](super::SimdVector) of some registers, which are given by their type and their numbers. `load` and `store` get
/// a register's address in memory, the other operations registers.
macro_rules! simd_vector {
    (
        $(#[$about:meta])*
        $vector:ident: $register:ty, $($part:literal)+;
        load: $load:path, store: $store:path, add: $add:path, sub: $sub:path, mul_low: $mul_low:path,
        clamp_to($lanes:ident, $most:ident): $clamp_to:expr,
        sums: $sum:ty, zero_sums: $zero:expr,
        dot($one:ident, $two:ident, $before:ident): $dot:expr,
        horizontal_sum($sums:ident): $horizontal_sum:expr $(,)?
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub(super) struct $vector([$register; [$($part),+].len()]);

        // SAFETY: the type is private, and `InstructionSet::run` uses it only where the processor has its instructions; a block
        // has the size and at least the alignment of the registers.
        #[allow(unused_unsafe)]
        impl super::SimdVector for $vector {
            type Sums = [$sum; [$($part),+].len()];

            #[inline(always)]
            fn load(from: &super::I16x32) -> Self {
                let place = from.0.as_ptr().cast::<$register>();
                unsafe { $vector([$($load(place.add($part).cast())),+]) }
            }

            #[inline(always)]
            fn store(self, to: &mut super::I16x32) {
                let place = to.0.as_mut_ptr().cast::<$register>();
                unsafe { $($store(place.add($part).cast(), self.0[$part]);)+ }
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                unsafe { $vector([$($add(self.0[$part], other.0[$part])),+]) }
            }

            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                unsafe { $vector([$($sub(self.0[$part], other.0[$part])),+]) }
            }

            #[inline(always)]
            fn clamp_to(self, $most: i16) -> Self {
                unsafe { $vector([$({ let $lanes = self.0[$part]; $clamp_to }),+]) }
            }

            #[inline(always)]
            fn mul_low(self, other: Self) -> Self {
                unsafe { $vector([$($mul_low(self.0[$part], other.0[$part])),+]) }
            }

            #[inline(always)]
            fn zero_sums() -> Self::Sums {
                unsafe { [$zero; [$($part),+].len()] }
            }

            #[inline(always)]
            fn dot(self, other: Self, sums: Self::Sums) -> Self::Sums {
                unsafe { [$({ let ($one, $two, $before) = (self.0[$part], other.0[$part], sums[$part]); $dot }),+] }
            }

            #[inline(always)]
            fn horizontal_sum($sums: Self::Sums) -> i32 {
                unsafe { $horizontal_sum }
            }
        }
    };
}

pub(super) use simd_vector;
