//! The squares that a piece attacks on the 8x8 board.
//!
//! The attacks of sliders are computed by arithmetic on the lines through their square. Look-up tables for them are
//! large and compete with the data of the search for the caches.

mod tables;

use super::{Bitset, Square};
use tables::{BETWEEN, DIAGONALS, KING, KNIGHT, LINES, ORTHOGONALS, PAWN, RANK};

/// The squares that a knight on `square` attacks.
#[inline]
pub fn knight(square: Square) -> Bitset {
    Bitset(KNIGHT[square.index()])
}

/// The squares that a king on `square` attacks.
#[inline]
pub fn king(square: Square) -> Bitset {
    Bitset(KING[square.index()])
}

/// The squares that a pawn on `square` attacks: up the board for direction 0, down for 1.
#[inline]
pub fn pawn(direction: usize, square: Square) -> Bitset {
    Bitset(PAWN[direction][square.index()])
}

/// The squares that a bishop on `square` attacks, with the first occupied square of each ray.
#[inline]
pub fn bishop(square: Square, occupied: Bitset) -> Bitset {
    let [rising, falling] = LINES[square.index()].diagonals;
    Bitset(along(rising, square, occupied) | along(falling, square, occupied))
}

/// The squares that a rook on `square` attacks, with the first occupied square of each ray.
#[inline]
pub fn rook(square: Square, occupied: Bitset) -> Bitset {
    let file = LINES[square.index()].file;
    Bitset(along(file, square, occupied) | along_rank(square, occupied))
}

/// The squares that a bishop on `square` attacks on an empty board.
#[inline]
pub fn diagonals(square: Square) -> Bitset {
    Bitset(DIAGONALS[square.index()])
}

/// The squares that a rook on `square` attacks on an empty board.
#[inline]
pub fn orthogonals(square: Square) -> Bitset {
    Bitset(ORTHOGONALS[square.index()])
}

/// The squares strictly between two squares on one rank, file or diagonal; otherwise the empty set.
#[inline]
pub fn between(from: Square, to: Square) -> Bitset {
    Bitset(BETWEEN[from.index()][to.index()])
}

/// The squares that a slider on `square` attacks along a file or diagonal. Subtracting the slider's bit from the
/// occupied squares above it borrows up to the first of them. For the squares below it, the ranks are swapped first
/// (hyperbola quintessence, Peshkov and Isenberg 2007).
#[inline]
fn along(line: u64, square: Square, occupied: Bitset) -> u64 {
    let slider = square.set().0;
    let above = occupied.0 & line;
    let below = above.swap_bytes().wrapping_sub(slider.swap_bytes());
    (above.wrapping_sub(slider) ^ below.swap_bytes()) & line
}

/// The squares that a slider on `square` attacks along its rank.
#[inline]
fn along_rank(square: Square, occupied: Bitset) -> u64 {
    let shift = 8 * square.rank();
    let inner = (occupied.0 >> (shift + 1)) & 63;
    u64::from(RANK[inner as usize][usize::from(square.file())]) << shift
}

#[cfg(test)]
mod tests {
    use super::*;

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
