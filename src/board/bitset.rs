//! A set of up to 64 squares with one bit a square.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares. The board defines which square has which number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Bitset(pub u64);

impl Bitset {
    /// The empty set.
    pub const EMPTY: Bitset = Bitset(0);

    /// The set of one square, 0 to 63.
    #[inline]
    pub const fn of(square: u8) -> Bitset {
        debug_assert!(square < 64);
        Bitset(1 << square)
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has at least one square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has at least two squares.
    #[inline]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The number of squares.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn has(self, square: u8) -> bool {
        self.0 >> square & 1 != 0
    }

    /// The square with the lowest number. The set must not be empty.
    #[inline]
    pub const fn first(self) -> u8 {
        debug_assert!(self.0 != 0);
        self.0.trailing_zeros() as u8
    }

    /// The set without its lowest square.
    #[inline]
    pub const fn rest(self) -> Bitset {
        Bitset(self.0 & self.0.wrapping_sub(1))
    }
}

impl Iterator for Bitset {
    type Item = u8;

    /// Removes the lowest square.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        let first = (!self.is_empty()).then(|| self.first());
        *self = self.rest();
        first
    }
}

impl FromIterator<u8> for Bitset {
    fn from_iter<I: IntoIterator<Item = u8>>(squares: I) -> Bitset {
        let sets = squares.into_iter().map(Bitset::of);
        sets.fold(Bitset::EMPTY, |all, set| all | set)
    }
}

macro_rules! operators {
    ($($trait:ident $function:ident $assign_trait:ident $assign:ident;)*) => {$(
        impl $trait for Bitset {
            type Output = Bitset;
            #[inline]
            fn $function(self, other: Bitset) -> Bitset {
                Bitset(self.0.$function(other.0))
            }
        }
        impl $assign_trait for Bitset {
            #[inline]
            fn $assign(&mut self, other: Bitset) {
                self.0.$assign(other.0);
            }
        }
    )*};
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl Not for Bitset {
    type Output = Bitset;
    #[inline]
    fn not(self) -> Bitset {
        Bitset(!self.0)
    }
}

impl Shl<u8> for Bitset {
    type Output = Bitset;
    #[inline]
    fn shl(self, by: u8) -> Bitset {
        Bitset(self.0 << by)
    }
}

impl Shr<u8> for Bitset {
    type Output = Bitset;
    #[inline]
    fn shr(self, by: u8) -> Bitset {
        Bitset(self.0 >> by)
    }
}
