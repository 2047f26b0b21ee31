//! How often a side has moved the same king in a row.

/// The last king that a side moved without a capture, and how often in a row. Only games that limit these moves count
/// them; in others it stays at the default.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct KingRun(u8);

/// The largest number of moves that can be counted.
pub const MAX_KING_RUN: u8 = 3;

impl KingRun {
    /// The run after one more move of the king on `from` to the square `to`.
    pub(super) fn extended(self, from: u8, to: u8) -> KingRun {
        let moves = if self.moves() > 0 && self.square() == from { MAX_KING_RUN.min(self.moves() + 1) } else { 1 };
        KingRun::new(to, moves)
    }

    /// A run of `moves` moves of the king that stands on `square`.
    pub fn new(square: u8, moves: u8) -> KingRun {
        debug_assert!(square < 64 && moves <= MAX_KING_RUN);
        KingRun(if moves == 0 { 0 } else { moves << 6 | square })
    }

    /// The number of moves.
    #[inline]
    pub fn moves(self) -> u8 {
        self.0 >> 6
    }

    /// The bit of the square of the king, if there is a run.
    #[inline]
    pub fn square(self) -> u8 {
        self.0 & 63
    }

    /// A number that differs between runs.
    pub(super) fn number(self) -> u64 {
        self.0.into()
    }
}
