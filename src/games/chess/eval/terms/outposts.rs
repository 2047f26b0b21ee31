//! Outposts: squares from which no pawn can drive a piece away.

use super::super::super::Piece;
use super::attacks::piece_attacks;
use super::fills::pawn_attack_span;
use super::layout::first_index;
use super::{SideView, TermCounter};
use crate::board::Bitset;
use crate::board::square::{Square, squares};
use crate::game::Side;

impl SideView<'_> {
    /// The squares of the fourth to the eighth rank that an own pawn protects, and that no pawn of theirs attacks now or
    /// after pushes.
    pub(super) fn outposts(&self) -> Bitset {
        let advanced = Bitset(match self.side {
            Side::First => u64::MAX << 24,
            Side::Second => u64::MAX >> 24,
        });
        let barred = pawn_attack_span(!self.side, self.their_pawns);
        self.attacks.by(Piece::Pawn) & !barred & advanced
    }

    /// Knights and bishops that attack an outpost on which no own piece stands, and do not stand on one themselves.
    pub(super) fn outpost_attacks(&self, add: &mut TermCounter) {
        let outposts = self.outposts();
        let goals = outposts & !self.own;
        let occupied = self.position.occupied();
        let terms = [
            (
                Piece::Knight,
                const { first_index("knight_attacks_outpost") },
            ),
            (
                Piece::Bishop,
                const { first_index("bishop_attacks_outpost") },
            ),
        ];
        for (piece, index) in terms {
            let attacks_goal =
                |&square: &Square| (piece_attacks(piece, square, occupied) & goals).any();
            let pieces = squares(self.of_kind(piece) & !outposts);
            add(index, pieces.filter(attacks_goal).count() as u32);
        }
    }
}
