//! Squares of the 8x8 board.

use super::Bitset;
use std::fmt;

/// A square of the 8x8 board: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with this number, 0 to 63.
    #[inline]
    pub const fn new(number: u8) -> Square {
        debug_assert!(number < 64);
        Square(number)
    }

    /// The square on `file` (0 is the a-file) and `rank` (0 is the first).
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Square {
        debug_assert!(file < 8 && rank < 8);
        Square(rank * 8 + file)
    }

    /// The square with this name, such as `e4`.
    pub fn named(name: &str) -> Option<Square> {
        match name.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square::at(file - b'a', rank - b'1')),
            _ => None,
        }
    }

    /// The number of the square, 0 to 63, as a table index.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The number of the square, 0 to 63.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The set of this square alone.
    #[inline]
    pub const fn set(self) -> Bitset {
        Bitset(1 << (self.0 & 63))
    }

    /// 0 for the a-file, 7 for the h-file.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for the first rank, 7 for the eighth.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }
}

impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let (file, rank) = (b'a' + self.file(), b'1' + self.rank());
        write!(formatter, "{}{}", file as char, rank as char)
    }
}

/// The squares of one file, 0 for the a-file.
#[inline]
pub const fn file_set(file: u8) -> Bitset {
    debug_assert!(file < 8);
    Bitset(0x0101_0101_0101_0101 << (file & 7))
}

/// The squares of the colour of a1.
pub const DARK_SQUARES: Bitset = Bitset(0xaa55_aa55_aa55_aa55);

/// The squares of one rank, 0 for the first.
#[inline]
pub const fn rank_set(rank: u8) -> Bitset {
    debug_assert!(rank < 8);
    Bitset(0xff << ((rank & 7) * 8))
}

/// The squares of a set, lowest number first.
#[inline]
pub fn squares(set: Bitset) -> impl Iterator<Item = Square> {
    set.map(Square)
}

/// The lowest square of a set, which must not be empty.
#[inline]
pub const fn first(set: Bitset) -> Square {
    Square(set.first())
}

#[cfg(test)]
mod tests {
    use super::Square;

    #[test]
    fn names_and_numbers_agree() {
        for number in 0..64 {
            let square = Square::new(number);
            assert_eq!(Square::named(&square.to_string()), Some(square));
            assert_eq!(Square::at(square.file(), square.rank()), square);
        }
        assert_eq!(Square::named("i1"), None);
        assert_eq!(Square::named("e44"), None);
    }
}
