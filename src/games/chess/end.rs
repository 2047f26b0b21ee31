//! Draws by the rules: the fifty-move rule and dead positions.

use super::{ChessPosition, Piece};
use crate::board::square::DARK_SQUARES;
use crate::game::Side;

/// Plies without a capture or pawn move after which the game is drawn (FIDE 9.3; there a player has to claim the draw).
const FIFTY_MOVES: u16 = 100;

impl ChessPosition {
    /// The plies without progress that are left until the fifty-move rule ends the game.
    pub(super) fn plies_to_fifty_moves(&self) -> u16 {
        FIFTY_MOVES.saturating_sub(self.clock)
    }

    /// Whether the game is drawn by the fifty-move rule. A checkmate on the last move comes first.
    #[inline]
    pub(super) fn is_fifty_move_draw(&self) -> bool {
        self.clock >= FIFTY_MOVES && !(self.in_check() && self.count_moves() == 0)
    }

    /// Whether the material alone makes every mate impossible (FIDE 5.2.2): bare kings, one minor piece,
    /// or bishops that all stand on squares of one colour.
    #[inline]
    pub fn is_dead_position(&self) -> bool {
        let rest = self.occupied() ^ self.kind(Piece::King);
        if (rest & !self.kind(Piece::Knight) & !self.kind(Piece::Bishop)).any() {
            return false;
        }
        let of_one_colour = (rest & DARK_SQUARES).is_empty() || (rest & !DARK_SQUARES).is_empty();
        !rest.several() || ((rest & self.kind(Piece::Knight)).is_empty() && of_one_colour)
    }

    /// Whether the material is hardly ever won: K v K, K+minor v K, K+minor v K+minor, or K+2N v K (the list
    /// of Simay 2009).
    ///
    /// Mates are possible in some of these, so the rules do not end the game; see
    /// [`is_dead_position`](ChessPosition::is_dead_position). The evaluation of that text counts them as draws.
    pub fn is_hardly_winnable(&self) -> bool {
        let minors = self.kind(Piece::Knight) | self.kind(Piece::Bishop);
        if self.occupied() != minors | self.kind(Piece::King) {
            return false;
        }
        let [first, second] = Side::each(|side| (minors & self.of(side)).count());
        let only_knights = self.kind(Piece::Bishop).is_empty();
        (first <= 1 && second <= 1) || (only_knights && first + second == 2)
    }
}
