//! Which squares a piece attacks on the 8x8 board.
//!
//! The tables are constants that the build script makes.

use super::{Bitset, Square};

/// Where a knight on `square` attacks.
#[inline]
pub fn knight(square: Square) -> Bitset {
    Bitset(KNIGHT[square.index()])
}

/// Where a king on `square` attacks.
#[inline]
pub fn king(square: Square) -> Bitset {
    Bitset(KING[square.index()])
}

/// Where a pawn on `square` attacks: up the board for 0, down for 1.
#[inline]
pub fn pawn(direction: usize, square: Square) -> Bitset {
    Bitset(PAWN[direction][square.index()])
}

/// Where a bishop on `square` attacks, the first piece of each ray included.
#[inline]
pub fn bishop(square: Square, occupied: Bitset) -> Bitset {
    BISHOP[square.index()].slide(occupied)
}

/// Where a rook on `square` attacks, the first piece of each ray included.
#[inline]
pub fn rook(square: Square, occupied: Bitset) -> Bitset {
    ROOK[square.index()].slide(occupied)
}

/// Where a bishop on `square` of an empty board attacks.
#[inline]
pub fn diagonals(square: Square) -> Bitset {
    Bitset(BISHOP_RAYS[square.index()])
}

/// Where a rook on `square` of an empty board attacks.
#[inline]
pub fn straights(square: Square) -> Bitset {
    Bitset(ROOK_RAYS[square.index()])
}

/// The squares strictly between two squares of one rank, file or diagonal; else none.
#[inline]
pub fn between(from: Square, to: Square) -> Bitset {
    Bitset(BETWEEN[from.index()][to.index()])
}

/// A perfect hash of the pieces that can stand in a slider's way, to its set of attacks.
struct Magic {
    mask: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

impl Magic {
    #[inline]
    fn slide(&self, occupied: Bitset) -> Bitset {
        let hash = (occupied.0 & self.mask).wrapping_mul(self.factor) >> (self.shift & 63);
        Bitset(SLIDES[self.offset as usize + hash as usize])
    }
}

include!(concat!(env!("OUT_DIR"), "/attacks.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Square {
        Square::named(name).unwrap()
    }

    fn set(names: &str) -> Bitset {
        names
            .split(' ')
            .fold(Bitset::EMPTY, |set, name| set | named(name).set())
    }

    #[test]
    fn leapers_and_sliders_on_chosen_squares() {
        assert_eq!(knight(named("a1")), set("b3 c2"));
        assert_eq!(king(named("h8")), set("g8 g7 h7"));
        assert_eq!(pawn(0, named("a2")), set("b3"));
        assert_eq!(pawn(1, named("e4")), set("d3 f3"));
        assert_eq!(bishop(named("c1"), set("b2 e3")), set("b2 d2 e3"));
        assert_eq!(rook(named("a1"), set("a3 c1")), set("a2 a3 b1 c1"));
    }

    #[test]
    fn between_is_what_two_sliders_share() {
        for from in (0..64).map(Square::new) {
            for to in (0..64).map(Square::new) {
                let mut shared = Bitset::EMPTY;
                for slider in [bishop, rook] {
                    if slider(from, Bitset::EMPTY).has(to.number()) {
                        shared |= slider(from, to.set()) & slider(to, from.set());
                    }
                }
                assert_eq!(between(from, to), shared);
            }
        }
    }
}
