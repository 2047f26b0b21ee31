//! How a game of chess ends.

use super::{ChessPosition, Piece};
use crate::board::square::DARK_SQUARES;
use crate::game::Side;

/// Plies without a capture or a pawn move after which the game is drawn (FIDE 9.3, which lets a
/// player claim it).
const FIFTY_MOVES: u16 = 100;

impl ChessPosition {
    /// Whether fifty moves of each side have changed nothing. A mate on the last one counts.
    #[inline]
    pub(super) fn fifty_moves(&self) -> bool {
        self.clock >= FIFTY_MOVES && !(self.in_check() && self.count_moves() == 0)
    }

    /// Whether no sequence of moves can mate, whoever moves, told by the material alone
    /// (FIDE 5.2.2): bare kings, one minor piece, or bishops on squares of one colour.
    #[inline]
    pub fn dead(&self) -> bool {
        let kings = self.kind(Piece::King);
        let rest = self.occupied() ^ kings;
        if (rest & !self.kind(Piece::Knight) & !self.kind(Piece::Bishop)).any() {
            return false;
        }
        let of_one_colour = (rest & DARK_SQUARES).is_empty() || (rest & !DARK_SQUARES).is_empty();
        !rest.several() || ((rest & self.kind(Piece::Knight)).is_empty() && of_one_colour)
    }

    /// Whether the material is of a kind that is hardly ever won: K v K, K+minor v K,
    /// K+minor v K+minor and K+2N v K, the list of Simay (2009).
    ///
    /// Mates exist in some of these, so the rules do not end such a game; see
    /// [`dead`](ChessPosition::dead).
    pub fn hardly_winnable(&self) -> bool {
        let minors = self.kind(Piece::Knight) | self.kind(Piece::Bishop);
        if self.occupied() != minors | self.kind(Piece::King) {
            return false;
        }
        let [first, second] = Side::BOTH.map(|side| (minors & self.of(side)).count());
        let only_knights = self.kind(Piece::Bishop).is_empty();
        (first <= 1 && second <= 1) || (only_knights && first + second == 2)
    }
}
