//! The pseudo-random numbers of the Zobrist key (Zobrist, 1970).

use crate::game::{GOLDEN_STEP, mix};

/// By side, [`piece_code`](super::ChessPosition::piece_code) and square. The numbers of code 0 (no piece)
/// are 0, so that an empty square needs no branch; code 7 is not used.
pub(super) static PIECES: [[[u64; 64]; 8]; 2] = pieces();

/// By the square of a rook with which castling is allowed.
pub(super) static CASTLING: [u64; 64] = numbers(1500);

/// By the file of a pawn that can be captured en passant.
pub(super) static EN_PASSANT: [u64; 8] = numbers(2000);

/// Part of the key while Black is to move.
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
    let mut index = 0;
    while index < N {
        row[index] = number(from + index as u64);
        index += 1;
    }
    row
}

/// The number at `index` of a fixed sequence: SplitMix64 (Steele, Lea and Flood, 2014).
const fn number(index: u64) -> u64 {
    mix((index + 1).wrapping_mul(GOLDEN_STEP).wrapping_add(GOLDEN_STEP >> 7))
}
