//! The positions of a slice, numbered without gaps.
//!
//! A slice holds the positions in which both sides have so many men and so many kings. A number is
//! made of four: that of the set of own men, of their men, of own kings and of their kings, each
//! among the squares that are left; the last changes fastest, so that neighbours are alike.

use super::board::{EgdbBoard, EgdbSide};
use crate::board::Bitset;
use crate::games::draughts::{DraughtsVariant, Geometry};
use std::marker::PhantomData;
use std::ops::Range;

/// How many pieces a side has.
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

/// The material of the side to move, and of the other one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EgdbSlice {
    /// Of the side to move.
    pub own: Material,
    /// Of the other side.
    pub their: Material,
}

impl EgdbSlice {
    /// The slice of a board.
    #[inline]
    pub fn of<V>(board: &EgdbBoard<V>) -> EgdbSlice {
        let [own, their] = [board.own, board.their].map(|force| Material {
            men: force.men.count() as u8,
            kings: force.kings.count() as u8,
        });
        EgdbSlice { own, their }
    }

    /// The slice with the other side to move.
    pub fn turned(self) -> EgdbSlice {
        EgdbSlice {
            own: self.their,
            their: self.own,
        }
    }

    /// More than any slice's [`code`](Slice::code).
    pub const CODES: usize = 1 << 12;

    /// A small number for each slice in which a side has seven men or kings at the most.
    #[inline]
    pub fn code(self) -> usize {
        let counts = [
            self.own.men,
            self.own.kings,
            self.their.men,
            self.their.kings,
        ];
        let code = |code, count| code << 3 | usize::from(count);
        counts.into_iter().fold(0, code)
    }

    /// All pieces.
    pub fn pieces(self) -> u8 {
        self.own.pieces() + self.their.pieces()
    }
}

/// Numbers the positions of a slice.
#[derive(Debug)]
pub struct SliceIndex<V> {
    /// The slice.
    pub slice: EgdbSlice,
    /// For every set of own men, the sets of both sides' men that come before all with this one.
    men_before: Vec<usize>,
    /// Sets of own kings, and of their kings, for every set of men.
    kings: [usize; 2],
    size: usize,
    variant: PhantomData<V>,
}

/// Squares of the largest board, and one more.
const PLACES: usize = 51;

/// The largest set that is numbered, and one more.
const LARGEST: usize = 8;

/// `BINOMIAL[k][n]`: the sets of `k` out of `n`.
const BINOMIAL: [[usize; PLACES]; LARGEST] = {
    let mut table = [[0; PLACES]; LARGEST];
    let mut n = 0;
    while n < PLACES {
        table[0][n] = 1;
        let mut k = 1;
        while k < LARGEST {
            table[k][n] = if n == 0 {
                0
            } else {
                table[k][n - 1] + table[k - 1][n - 1]
            };
            k += 1;
        }
        n += 1;
    }
    table
};

impl<V: DraughtsVariant> SliceIndex<V> {
    const SQUARES: usize = V::Board::SQUARES as usize;

    /// The row where their men become kings, as a dense set.
    const FIRST_ROW: u64 = (1 << V::Board::WIDTH) - 1;

    /// The numbers of a slice, in which a side has seven men or kings at the most.
    pub fn new(slice: EgdbSlice) -> SliceIndex<V> {
        let [own, their] = [slice.own, slice.their].map(|it| [it.men, it.kings].map(usize::from));
        let squares = Self::SQUARES - V::Board::WIDTH as usize;
        let mut men_before = vec![0];
        for set in 0..BINOMIAL[own[0]][squares] {
            let own_men = nth_set(set, own[0], 0);
            let free = Self::SQUARES - (own_men | Self::FIRST_ROW).count_ones() as usize;
            men_before.push(men_before[set] + BINOMIAL[their[0]][free]);
        }
        let sets_of_men = men_before.pop().expect("there is a set at least");
        let free = Self::SQUARES - own[0] - their[0];
        let kings = [BINOMIAL[own[1]][free], BINOMIAL[their[1]][free - own[1]]];
        SliceIndex {
            slice,
            men_before,
            kings,
            size: sets_of_men * kings[0] * kings[1],
            variant: PhantomData,
        }
    }

    /// How many positions there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of a board of the slice.
    #[inline]
    pub fn number(&self, board: &EgdbBoard<V>) -> usize {
        debug_assert_eq!(EgdbSlice::of(board), self.slice);
        let [own_men, own_kings] = [board.own.men, board.own.kings].map(dense::<V::Board>);
        let [their_men, their_kings] = [board.their.men, board.their.kings].map(dense::<V::Board>);
        let men = own_men | their_men;
        let sets =
            self.men_before[number(own_men, 0)] + number(their_men, own_men | Self::FIRST_ROW);
        let kings = sets * self.kings[0] + number(own_kings, men);
        kings * self.kings[1] + number(their_kings, men | own_kings)
    }

    /// The board with a number.
    #[inline]
    pub fn board(&self, number: usize) -> EgdbBoard<V> {
        debug_assert!(number < self.size);
        let (rest, their_kings) = (number / self.kings[1], number % self.kings[1]);
        let (sets, own_kings) = (rest / self.kings[0], rest % self.kings[0]);
        let own_men = self.men_before.partition_point(|&before| before <= sets) - 1;
        let their_men = sets - self.men_before[own_men];
        let EgdbSlice { own, their } = self.slice;
        let own_men = nth_set(own_men, own.men.into(), 0);
        let their_men = nth_set(their_men, their.men.into(), own_men | Self::FIRST_ROW);
        let men = own_men | their_men;
        let own_kings = nth_set(own_kings, own.kings.into(), men);
        let their_kings = nth_set(their_kings, their.kings.into(), men | own_kings);
        let force = |men, kings| EgdbSide {
            men: sparse::<V::Board>(men),
            kings: sparse::<V::Board>(kings),
        };
        EgdbBoard::new(force(own_men, own_kings), force(their_men, their_kings))
    }

    /// Shows the boards of a range of numbers, in order.
    pub fn walk(&self, range: Range<usize>, mut listener: impl FnMut(EgdbBoard<V>)) {
        let mut number = range.start;
        while number < range.end {
            let mut board = self.board(number);
            // Their kings alone change until all their sets have been seen.
            let last = range.end.min((number / self.kings[1] + 1) * self.kings[1]);
            let free = !dense::<V::Board>(board.own.all() | board.their.men);
            let mut kings = gathered(dense::<V::Board>(board.their.kings), free);
            listener(board);
            for _ in number + 1..last {
                kings = next_set(kings);
                board.their.kings = sparse::<V::Board>(spread(kings, free));
                listener(board);
            }
            number = last;
        }
    }
}

/// The squares as the lowest bits, without ghosts.
#[inline]
fn dense<G: Geometry>(set: Bitset) -> u64 {
    let rows = (1_u64 << (2 * G::WIDTH)) - 1;
    (0..G::WIDTH).fold(0, |all, pair| {
        all | set.0 >> pair & rows << (2 * G::WIDTH * pair)
    })
}

#[inline]
fn sparse<G: Geometry>(set: u64) -> Bitset {
    let rows = (1_u64 << (2 * G::WIDTH)) - 1;
    Bitset((0..G::WIDTH).fold(0, |all, pair| {
        all | (set & rows << (2 * G::WIDTH * pair)) << pair
    }))
}

/// The number of a set among those of its size on the squares that are not `taken`: the highest
/// square counts most (the combinatorial number system, Lehmer 1960).
#[inline]
fn number(set: u64, taken: u64) -> usize {
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

/// The set with a number among those of `size` squares that are not `taken`.
#[inline]
fn nth_set(mut number: usize, size: usize, taken: u64) -> u64 {
    let mut set = 0;
    for size in (1..=size).rev() {
        let place = BINOMIAL[size].partition_point(|&sets| sets <= number) - 1;
        number -= BINOMIAL[size][place];
        set |= 1 << place;
    }
    spread(set, !taken)
}

/// The set after `set`, which is not empty, in the order of numbers (Gosper 1972).
#[inline]
fn next_set(set: u64) -> u64 {
    let lowest = set & set.wrapping_neg();
    let ripple = set + lowest;
    ripple | (set ^ ripple) >> (2 + lowest.trailing_zeros())
}

/// Puts places onto the free squares: the first onto the first.
#[inline]
fn spread(places: u64, free: u64) -> u64 {
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

/// The places of squares among the free ones.
#[inline]
fn gathered(squares: u64, free: u64) -> u64 {
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
    use super::*;
    use crate::games::draughts::English;

    fn all(pieces: u8) -> impl Iterator<Item = EgdbSlice> {
        let materials = move |pieces| {
            (0..=pieces).map(move |men| Material {
                men,
                kings: pieces - men,
            })
        };
        (1..pieces).flat_map(move |own| {
            materials(own).flat_map(move |own_material| {
                materials(pieces - own).map(move |their| EgdbSlice {
                    own: own_material,
                    their,
                })
            })
        })
    }

    /// Of four pieces and fewer; the sums are known (`Lake, Schaeffer and Lu 1994`), for both sides
    /// with a piece.
    #[test]
    fn every_board_has_its_number() {
        for (pieces, expected) in [(2, 3_488), (3, 196_032), (4, 6_209_316)] {
            let mut total = 0;
            for slice in all(pieces) {
                let index = SliceIndex::<English>::new(slice);
                let mut number = 0;
                index.walk(0..index.size(), |board| {
                    assert_eq!(index.number(&board), number);
                    if number % 97 == 0 {
                        let again = index.board(number);
                        assert_eq!((again.own, again.their), (board.own, board.their));
                    }
                    number += 1;
                });
                assert_eq!(number, index.size());
                total += number;
            }
            assert_eq!(total, expected);
        }
    }
}
