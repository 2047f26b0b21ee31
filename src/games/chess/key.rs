//! The pseudo-random numbers that a position's key is made of (Zobrist, 1970).

use crate::game::{GOLDEN_STEP, mix};

/// For a side, a kind of piece plus one, and a square. Kind 0 (no piece) is 0, so that nothing
/// need be asked before it is mixed in; kind 7 fills the row.
pub(super) static PIECES: [[[u64; 64]; 8]; 2] = pieces();

/// The square of a rook that may castle.
pub(super) static CASTLING: [u64; 64] = numbers(1500);

/// The file of a pawn that can be taken en passant.
pub(super) static EN_PASSANT: [u64; 8] = numbers(2000);

/// Changes with the side to move.
pub(super) const TURN: u64 = number(3000);

const fn pieces() -> [[[u64; 64]; 8]; 2] {
    let mut table = [[[0; 64]; 8]; 2];
    let mut row = 0;
    while row < 16 {
        if row % 8 != 0 {
            table[row / 8][row % 8] = numbers(row as u64 * 64);
        }
        row += 1;
    }
    table
}

const fn numbers<const N: usize>(from: u64) -> [u64; N] {
    let mut row = [0; N];
    let mut place = 0;
    while place < N {
        row[place] = number(from + place as u64);
        place += 1;
    }
    row
}

/// The number at `place` of a fixed sequence: SplitMix64 (Steele, Lea and Flood, 2014).
const fn number(place: u64) -> u64 {
    let steps = (place + 1).wrapping_mul(GOLDEN_STEP);
    mix(steps.wrapping_add(GOLDEN_STEP >> 7))
}
