//! Zobrist keys, computed at compile time.

use super::king_run::KingRun;
use crate::game::{GOLDEN_STEP, Side, mix};

/// One random number for every piece on every square, and one for the side to move (Zobrist 1970).
#[derive(Debug)]
pub(super) struct ZobristKeys {
    pieces: [[[u64; 64]; 2]; 2],
    second_to_move: u64,
}

impl ZobristKeys {
    /// The number of a man or king of `side` on the square with this bit.
    #[inline(always)]
    pub(super) const fn piece(&self, side: Side, king: bool, bit: u8) -> u64 {
        self.pieces[side.index()][king as usize][(bit & 63) as usize]
    }

    /// The number of the side to move.
    pub(super) const fn turn(&self, side_to_move: Side) -> u64 {
        match side_to_move {
            Side::First => 0,
            Side::Second => self.second_to_move,
        }
    }

    /// The XOR difference between the two sides to move.
    #[inline(always)]
    pub(super) const fn change_of_turn(&self) -> u64 {
        self.second_to_move
    }

    /// The number of the runs of moves of the same king of both sides, 0 if there are none.
    pub(super) fn king_runs(&self, runs: [KingRun; 2]) -> u64 {
        let run = |side: Side| match runs[side.index()].number() {
            0 => 0,
            number => mix(self.second_to_move ^ (number << 1 | side.index() as u64)),
        };
        run(Side::First) ^ run(Side::Second)
    }

    /// The numbers of the variant with this name. Variants have different numbers.
    pub(super) const fn salted(name: &str) -> ZobristKeys {
        let mut state = salt(name);
        let mut pieces = [[[0; 64]; 2]; 2];
        let mut index = 0;
        while index < 256 {
            pieces[index / 128][index / 64 % 2][index % 64] = mix(state);
            state = state.wrapping_add(GOLDEN_STEP);
            index += 1;
        }
        ZobristKeys { pieces, second_to_move: mix(state) }
    }
}

/// The hash FNV-1a of a name (Fowler, Noll, Vo 1991).
const fn salt(name: &str) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut index = 0;
    while index < name.len() {
        hash = (hash ^ name.as_bytes()[index] as u64).wrapping_mul(0x100_0000_01b3);
        index += 1;
    }
    hash
}
