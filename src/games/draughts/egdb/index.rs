//! The index of the positions of a slice: numbers from 0 on, without gaps.
//!
//! A slice holds all positions with the same numbers of men and kings of either side. The index of a position
//! combines four numbers: those of the set of own men, of the opponent's men, of own kings and of the
//! opponent's kings, each among the squares that are still free. The last number changes fastest, so that
//! positions with neighbouring numbers are similar, which helps compression.

use super::board::{EgdbPieces, EgdbSide};
use crate::board::Bitset;
use std::ops::Range;

/// The numbers of men and kings of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Material {
    /// Men.
    pub men: u8,
    /// Kings.
    pub kings: u8,
}

impl Material {
    /// Men and kings.
    pub fn pieces(self) -> u8 {
        self.men + self.kings
    }
}

/// The material of both sides. All positions with this material form a slice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EgdbSlice {
    /// Material of the side to move.
    pub own: Material,
    /// Material of the opponent.
    pub their: Material,
}

impl EgdbSlice {
    /// The slice of a board.
    #[inline]
    pub fn of(pieces: &EgdbPieces) -> EgdbSlice {
        let material = |side: EgdbSide| Material { men: side.men.count() as u8, kings: side.kings.count() as u8 };
        EgdbSlice { own: material(pieces.own), their: material(pieces.their) }
    }

    /// The slice with the other side to move.
    pub fn turned(self) -> EgdbSlice {
        EgdbSlice { own: self.their, their: self.own }
    }

    /// The number of different [codes](EgdbSlice::code).
    pub const CODES: usize = 1 << 12;

    /// A small number that identifies the slice. No side may have more than seven men or seven kings.
    #[inline]
    pub fn code(self) -> usize {
        let counts = [self.own.men, self.own.kings, self.their.men, self.their.kings];
        counts.into_iter().fold(0, |code, count| code << 3 | usize::from(count))
    }

    /// The number of pieces of both sides.
    pub fn pieces(self) -> u8 {
        self.own.pieces() + self.their.pieces()
    }

    /// The number of men of both sides.
    pub fn men(self) -> u8 {
        self.own.men + self.their.men
    }
}

/// Maps the positions of a slice to numbers and back.
#[derive(Debug)]
pub struct SliceIndex {
    /// The slice.
    pub slice: EgdbSlice,
    /// For every set of own men: how many pairs of sets (own men, the opponent's men) have a smaller number than
    /// all pairs with this set.
    men_sets_before: Vec<usize>,
    /// For any set of men: the number of sets of own kings, and of the opponent's kings.
    king_sets: [usize; 2],
    size: usize,
    squares: PlainSquares,
}

/// Squares of the largest board, plus one.
const MAX_SQUARES: usize = 51;

/// The size of the largest set that is numbered, plus one.
const MAX_SET_SIZE: usize = 8;

/// Binomial coefficients: `BINOMIAL[k][n]` is `n` choose `k`.
const BINOMIAL: [[usize; MAX_SQUARES]; MAX_SET_SIZE] = {
    let mut table = [[0; MAX_SQUARES]; MAX_SET_SIZE];
    let mut n = 0;
    while n < MAX_SQUARES {
        table[0][n] = 1;
        let mut k = 1;
        while k < MAX_SET_SIZE {
            table[k][n] = if n == 0 { 0 } else { table[k][n - 1] + table[k - 1][n - 1] };
            k += 1;
        }
        n += 1;
    }
    table
};

impl SliceIndex {
    /// The index of a slice, on a board with `width` playing squares in a row. No side may have more than seven men or
    /// seven kings.
    pub fn new(width: u8, slice: EgdbSlice) -> SliceIndex {
        let [own, their] = [slice.own, slice.their].map(|it| [it.men, it.kings].map(usize::from));
        let squares = PlainSquares::new(width);
        let mut men_sets_before = vec![0];
        for set in 0..BINOMIAL[own[0]][squares.count - usize::from(width)] {
            let own_men = nth_set(set, own[0], 0);
            let free = squares.count - (own_men | squares.first_row).count_ones() as usize;
            men_sets_before.push(men_sets_before[set] + BINOMIAL[their[0]][free]);
        }
        let men_sets = men_sets_before.pop().expect("there is a set at least");
        let free = squares.count - own[0] - their[0];
        let king_sets = [BINOMIAL[own[1]][free], BINOMIAL[their[1]][free - own[1]]];
        SliceIndex { slice, men_sets_before, king_sets, size: men_sets * king_sets[0] * king_sets[1], squares }
    }

    /// The number of positions.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of a board of the slice.
    #[inline]
    pub fn number(&self, pieces: &EgdbPieces) -> usize {
        debug_assert_eq!(EgdbSlice::of(pieces), self.slice);
        let (own, their, set) = (pieces.own, pieces.their, |set| self.squares.without_ghosts(set));
        let (own_men, own_kings) = (set(own.men), set(own.kings));
        let (their_men, their_kings) = (set(their.men), set(their.kings));
        let men = own_men | their_men;
        let sets =
            self.men_sets_before[set_number(own_men, 0)] + set_number(their_men, own_men | self.squares.first_row);
        let kings = sets * self.king_sets[0] + set_number(own_kings, men);
        kings * self.king_sets[1] + set_number(their_kings, men | own_kings)
    }

    /// The board with a number below [`size`](SliceIndex::size).
    #[inline]
    pub fn pieces(&self, number: usize) -> EgdbPieces {
        debug_assert!(number < self.size);
        let (rest, their_kings) = (number / self.king_sets[1], number % self.king_sets[1]);
        let (sets, own_kings) = (rest / self.king_sets[0], rest % self.king_sets[0]);
        let own_men = self.men_sets_before.partition_point(|&before| before <= sets) - 1;
        let their_men = sets - self.men_sets_before[own_men];
        let EgdbSlice { own, their } = self.slice;
        let own_men = nth_set(own_men, own.men.into(), 0);
        let their_men = nth_set(their_men, their.men.into(), own_men | self.squares.first_row);
        let men = own_men | their_men;
        let own_kings = nth_set(own_kings, own.kings.into(), men);
        let their_kings = nth_set(their_kings, their.kings.into(), men | own_kings);
        let side = |men, kings| {
            let [men, kings] = [men, kings].map(|set| self.squares.with_ghosts(set));
            EgdbSide { men, kings }
        };
        EgdbPieces { own: side(own_men, own_kings), their: side(their_men, their_kings) }
    }

    /// The boards with a range of numbers, in order. This is faster than one call of [`pieces`](SliceIndex::pieces)
    /// for each.
    pub fn boards(&self, range: Range<usize>) -> impl Iterator<Item = EgdbPieces> {
        let squares = self.squares;
        let (mut pieces, mut free, mut kings, mut last) = (EgdbPieces::default(), 0, 0, 0);
        range.map(move |number| {
            if number >= last {
                pieces = self.pieces(number);
                last = (number / self.king_sets[1] + 1) * self.king_sets[1];
                free = !squares.without_ghosts(pieces.own.all() | pieces.their.men);
                kings = extract_bits(squares.without_ghosts(pieces.their.kings), free);
            } else {
                // Until all their sets have been visited, only the opponent's kings change.
                kings = next_set(kings);
                pieces.their.kings = squares.with_ghosts(deposit_bits(kings, free));
            }
            pieces
        })
    }
}

/// The squares of a board as sets without ghosts: the squares are the lowest bits.
#[derive(Clone, Copy, Debug)]
struct PlainSquares {
    count: usize,
    /// The row where the opponent's men become kings.
    first_row: u64,
    /// The squares of each pair of rows; the last set is empty if there are four pairs.
    row_pairs: [u64; 5],
}

impl PlainSquares {
    fn new(width: u8) -> PlainSquares {
        let pair = (1 << (2 * width)) - 1;
        PlainSquares {
            count: 2 * usize::from(width).pow(2),
            first_row: (1 << width) - 1,
            row_pairs: [0, 1, 2, 3, 4].map(|index| if index < width { pair << (2 * width * index) } else { 0 }),
        }
    }

    /// The set with the ghosts squeezed out.
    #[inline]
    fn without_ghosts(&self, set: Bitset) -> u64 {
        self.row_pairs.iter().enumerate().fold(0, |all, (index, pair)| all | set.0 >> index & pair)
    }

    /// The inverse of [`without_ghosts`](PlainSquares::without_ghosts).
    #[inline]
    fn with_ghosts(&self, set: u64) -> Bitset {
        Bitset(self.row_pairs.iter().enumerate().fold(0, |all, (index, pair)| all | (set & pair) << index))
    }
}

/// The number of a set among all sets of its size on the squares that are not `taken`, by the combinatorial
/// number system (Lehmer 1960): the highest square is the most significant.
#[inline]
fn set_number(set: u64, taken: u64) -> usize {
    let (mut sum, mut left, mut size) = (0, set, 0);
    while left != 0 {
        let square = left & left.wrapping_neg();
        let place = square.trailing_zeros() - (taken & (square - 1)).count_ones();
        size += 1;
        sum += BINOMIAL[size][place as usize];
        left ^= square;
    }
    sum
}

/// The inverse of [`set_number`]: the set of `size` squares with a number.
#[inline]
fn nth_set(mut number: usize, size: usize, taken: u64) -> u64 {
    let mut set = 0;
    for size in (2..=size).rev() {
        let place = BINOMIAL[size].partition_point(|&sets| sets <= number) - 1;
        number -= BINOMIAL[size][place];
        set |= 1 << place;
    }
    // A set of one square has the number of the square.
    if size > 0 {
        set |= 1 << number;
    }
    deposit_bits(set, !taken)
}

/// The next set of the same size in the order of numbers (Gosper 1972). `set` must not be empty.
#[inline]
fn next_set(set: u64) -> u64 {
    let lowest = set & set.wrapping_neg();
    let ripple = set + lowest;
    ripple | (set ^ ripple) >> (2 + lowest.trailing_zeros())
}

/// Moves bit `n` of `places` to the `n`-th free square (the instruction PDEP of x86).
#[inline]
fn deposit_bits(places: u64, free: u64) -> u64 {
    let (mut set, mut left) = (0, places);
    while left != 0 {
        let place = left.trailing_zeros();
        let mut square = place;
        loop {
            let onward = place + (!free & ((2 << square) - 1)).count_ones();
            if onward == square {
                break;
            }
            square = onward;
        }
        set |= 1 << square;
        left &= left - 1;
    }
    set
}

/// The inverse of [`deposit_bits`] (the instruction PEXT of x86): bit `n` of the result is the `n`-th free square.
#[inline]
fn extract_bits(squares: u64, free: u64) -> u64 {
    let (mut set, mut left) = (0, squares);
    while left != 0 {
        let square = left & left.wrapping_neg();
        set |= 1 << (free & (square - 1)).count_ones();
        left ^= square;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::super::solve::slices;
    use super::*;
    use std::collections::BTreeSet;

    /// All slices of up to four pieces. The numbers of positions with pieces of both sides are known (Lake, Schaeffer
    /// and Lu 1994).
    #[test]
    fn numbers_and_boards_are_inverse() {
        for (pieces, expected) in [(2, 3_488), (3, 196_032), (4, 6_209_316)] {
            let mut total = 0;
            for slice in slices(pieces).into_iter().flat_map(|it| [it, it.turned()]).collect::<BTreeSet<_>>() {
                let index = SliceIndex::new(4, slice);
                let mut number = 0;
                for pieces in index.boards(0..index.size()) {
                    assert_eq!(index.number(&pieces), number);
                    if number % 97 == 0 {
                        assert_eq!(index.pieces(number), pieces);
                    }
                    number += 1;
                }
                assert_eq!(number, index.size());
                total += number;
            }
            assert_eq!(total, expected);
        }
    }
}
