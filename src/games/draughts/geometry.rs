//! The playing squares of a draughts board as bits of a [`Bitset`].
//!
//! Rows and squares are numbered from the top as White sees the board: square 1 is the leftmost dark square of
//! the top row. After every second row one bit stays unused (a ghost square). So a diagonal step is a shift by
//! the same amount on every square, and a step over the left or right edge lands on a ghost square (an idea of
//! Samuel's checkers program, 1959):
//!
//! ```text
//!      0   1   2   3        row 0: columns 1 3 5 7        a step down and left:   + WIDTH
//!    4   5   6   7    (8)   row 1: columns 0 2 4 6        a step down and right:  + WIDTH + 1
//!      9  10  11  12        row 2
//! ```

use crate::board::Bitset;
use std::fmt::Debug;

/// A board of a certain width, as a type of constants.
pub trait Geometry: Copy + Eq + Debug + Send + Sync + 'static {
    /// Number of playing squares in a row.
    const WIDTH: u8;

    /// The size as a value.
    const SIZE: BoardSize = BoardSize { width: Self::WIDTH };

    /// Number of rows, and of columns.
    const ROWS: u8 = 2 * Self::WIDTH;

    /// Number of bits of two rows: their squares and one ghost square.
    const PERIOD: u8 = 2 * Self::WIDTH + 1;

    /// Number of bits of the board, ghosts among them.
    const BITS: u8 = Self::PERIOD * Self::WIDTH - 1;

    /// All playing squares.
    const BOARD: Bitset = rows(Self::WIDTH, 0, 2 * Self::WIDTH);

    /// The main road: the long diagonal, from the bottom left to the top right.
    const MAIN_ROAD: Bitset = main_road(Self::WIDTH);

    /// The last squares of the rows; see [`shift_along_row`](Geometry::shift_along_row).
    const ROW_ENDS: Bitset = in_rows(Self::WIDTH, 1 << (Self::WIDTH - 1), 0, 2 * Self::WIDTH);

    /// The squares of `count` rows, the first of which is row `first`.
    fn rows(first: u8, count: u8) -> Bitset {
        rows(Self::WIDTH, first, count)
    }

    /// The last row for men that move down the board, or up.
    #[inline]
    fn last_row(down: bool) -> Bitset {
        if down { Self::rows(Self::ROWS - 1, 1) } else { Self::rows(0, 1) }
    }

    /// The set on the board turned by 180 degrees: square 1 changes places with the last one.
    #[inline]
    fn turned(set: Bitset) -> Bitset {
        Bitset(set.0.reverse_bits() >> (64 - Self::BITS))
    }

    /// Moves every square of `set` to the next playing square of its row: to the right, or to the left if `step` is
    /// -1. Squares that leave their row vanish.
    #[inline(always)]
    fn shift_along_row(set: Bitset, step: i8) -> Bitset {
        if step > 0 { (set & !Self::ROW_ENDS) << 1 & Self::BOARD } else { set >> 1 & !Self::ROW_ENDS & Self::BOARD }
    }

    /// The two diagonal steps down the board (or up, if `down` is false), as arguments of [`shift`].
    #[inline]
    fn forward_steps(down: bool) -> [i8; 2] {
        let (near, far) = (Self::WIDTH as i8, Self::WIDTH as i8 + 1);
        if down { [near, far] } else { [-near, -far] }
    }

    /// All four diagonal steps, those of [`forward_steps`](Geometry::forward_steps) first.
    #[inline]
    fn all_steps(down: bool) -> [i8; 4] {
        let [near, far] = Self::forward_steps(down);
        [near, far, -near, -far]
    }
}

/// The size of a board as a value, for code that is compiled once for all boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSize {
    /// Number of playing squares in a row.
    pub width: u8,
}

impl BoardSize {
    /// Number of rows, and of columns.
    #[inline]
    pub const fn rows(self) -> u8 {
        2 * self.width
    }

    /// Number of playing squares, which is also the number of the last square.
    pub const fn squares(self) -> u8 {
        self.rows() * self.width
    }

    /// The bit of the square with this number, 1 to [`squares`](BoardSize::squares).
    #[inline]
    pub fn bit(self, number: u8) -> u8 {
        debug_assert!((1..=self.squares()).contains(&number));
        number - 1 + (number - 1) / self.rows()
    }

    /// The number of the square with this bit. It must not be a ghost square.
    #[inline]
    pub fn number(self, bit: u8) -> u8 {
        debug_assert!(rows(self.width, 0, self.rows()).has(bit));
        bit + 1 - bit / (self.rows() + 1)
    }

    /// The row of a square, 0 at the top.
    #[inline]
    pub fn row(self, bit: u8) -> u8 {
        let period = self.rows() + 1;
        2 * (bit / period) + u8::from(bit % period >= self.width)
    }

    /// The column of a square, 0 at the left.
    #[inline]
    pub fn column(self, bit: u8) -> u8 {
        let place = bit % (self.rows() + 1);
        if place < self.width { 2 * place + 1 } else { 2 * (place - self.width) }
    }

    /// The last row for men that move down the board, or up.
    pub fn last_row(self, down: bool) -> Bitset {
        rows(self.width, if down { self.rows() - 1 } else { 0 }, 1)
    }
}

/// The 8x8 board with 32 playing squares: bits 0 to 34.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board8x8;

impl Geometry for Board8x8 {
    const WIDTH: u8 = 4;
}

/// The 10x10 board with 50 playing squares: bits 0 to 53.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board10x10;

impl Geometry for Board10x10 {
    const WIDTH: u8 = 5;
}

/// Moves every square of `set` by `step` bits. Squares that leave the board land on ghost squares or beyond the
/// last square, so the caller must intersect the result with a set of playing squares.
#[inline(always)]
pub const fn shift(set: Bitset, step: i8) -> Bitset {
    if step >= 0 { Bitset(set.0 << step) } else { Bitset(set.0 >> -step) }
}

const fn rows(width: u8, first: u8, count: u8) -> Bitset {
    in_rows(width, (1 << width) - 1, first, count)
}

/// The squares that a `pattern` of bits selects from each of `count` rows, the first of which is row `first`.
pub(super) const fn in_rows(width: u8, pattern: u64, first: u8, count: u8) -> Bitset {
    let mut set = 0;
    let mut row = first;
    while row < first + count {
        set |= pattern << (row * width + row / 2);
        row += 1;
    }
    Bitset(set)
}

/// From the first square of the last row, steps of one row up and half a period to the right.
const fn main_road(width: u8) -> Bitset {
    let mut set = 0;
    let mut bit = (2 * width + 1) * width - 1 - width;
    while bit >= width {
        set |= 1 << bit;
        bit -= width;
    }
    Bitset(set | 1 << bit)
}

#[cfg(test)]
mod tests {
    use super::{Board8x8, Board10x10, Geometry, shift};
    use crate::board::Bitset;

    /// Directed pairs of squares `distance` steps apart on a diagonal.
    fn pairs<G: Geometry>(distance: i8) -> u32 {
        let reach = |step: i8| (0..distance).fold(G::BOARD, |set, _| shift(set, step) & G::BOARD);
        G::all_steps(true).map(|step| reach(step).count()).iter().sum()
    }

    /// The tables of moves and of single captures in Pongor's thesis (Debrecen 2009).
    #[test]
    fn empty_board_has_98_steps_and_72_jumps() {
        assert_eq!((pairs::<Board8x8>(1), pairs::<Board8x8>(2)), (98, 72));
    }

    fn numbers_rows_and_columns_agree<G: Geometry>() {
        for number in 1..=G::SIZE.squares() {
            let bit = G::SIZE.bit(number);
            let (row, column) = (G::SIZE.row(bit), G::SIZE.column(bit));
            assert!(G::BOARD.has(bit) && G::SIZE.number(bit) == number);
            assert_eq!(row, (number - 1) / G::WIDTH);
            assert_eq!(column, 2 * ((number - 1) % G::WIDTH) + 1 - row % 2);
            assert!(G::rows(row, 1).has(bit));
            let opposite = G::SIZE.bit(G::SIZE.squares() + 1 - number);
            assert_eq!(G::turned(Bitset::of(bit)), Bitset::of(opposite));
        }
        assert_eq!(G::BOARD.count(), u32::from(G::SIZE.squares()));
    }

    #[test]
    fn squares_have_their_places() {
        numbers_rows_and_columns_agree::<Board8x8>();
        numbers_rows_and_columns_agree::<Board10x10>();
    }
}
