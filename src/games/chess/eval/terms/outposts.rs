//! Outposts: advanced squares where an own pawn guards a piece.

use super::super::super::Piece;
use super::attacks::piece_attacks;
use super::fills::{file_fill, pawn_attack_span};
use super::layout::{OutpostRule, first_index};
use super::{SideView, TermCounter};
use crate::board::Bitset;
use crate::board::square::{Square, squares};
use crate::game::Side;

impl SideView<'_> {
    /// The outposts of this side, empty or not.
    pub(super) fn outposts(&self, rule: OutpostRule) -> Bitset {
        let beyond = |ranks: u32| {
            Bitset(match self.side {
                Side::First => u64::MAX << (8 * ranks),
                Side::Second => u64::MAX >> (8 * ranks),
            })
        };
        let allowed = match rule {
            OutpostRule::SafeFromPawns => beyond(3) & !pawn_attack_span(!self.side, self.their_pawns),
            OutpostRule::HalfOpenFile => beyond(4) & file_fill(self.their_pawns) & !file_fill(self.pawns),
        };
        self.attacks.by(Piece::Pawn) & allowed
    }

    /// Knights and bishops that attack an outpost on which no own piece stands, and do not stand on one themselves.
    pub(super) fn outpost_attacks(&self, rule: OutpostRule, add: &mut TermCounter) {
        let outposts = self.outposts(rule);
        let goals = outposts & !self.own;
        let occupied = self.position.occupied();
        let terms = [
            (Piece::Knight, const { first_index("knight_attacks_outpost") }),
            (Piece::Bishop, const { first_index("bishop_attacks_outpost") }),
        ];
        for (piece, index) in terms {
            let attacks_goal = |&square: &Square| (piece_attacks(piece, square, occupied) & goals).any();
            add(index, squares(self.of_kind(piece) & !outposts).filter(attacks_goal).count() as u32);
        }
    }
}
