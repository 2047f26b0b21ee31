//! Pawn structure and passed pawns.

use super::super::super::Piece;
use super::SideView;
use super::fills::{adjacent, distance, file_fill, front_span, pawn_attack_span, push, push_square};
use super::layout::first_index;
use crate::board::Bitset;
use crate::board::square::{Square, squares};

impl SideView<'_> {
    pub(super) fn pawns(&self, add: &mut impl FnMut(usize, u32)) {
        let beside = adjacent(self.pawns);
        let isolated = self.pawns & !file_fill(beside);
        let doubled = self.pawns & front_span(self.side, self.pawns);
        let guarded_steps = pawn_attack_span(self.side, self.pawns);
        let held = push(self.side, self.pawns & !isolated) & self.their_attacks.by(Piece::Pawn) & !guarded_steps;
        add(const { first_index("doubled_pawn") }, doubled.count());
        add(const { first_index("isolated_pawn") }, isolated.count());
        add(const { first_index("backward_pawn") }, held.count());
        for pawn in squares(self.pawns & self.attacks.by(Piece::Pawn)) {
            add(const { first_index("protected_pawn") } + self.rank(pawn), 1);
        }
        for pawn in squares(self.pawns & beside) {
            add(const { first_index("pawn_beside") } + self.rank(pawn), 1);
        }
        for pawn in squares(self.passed()) {
            self.passed_pawn(pawn, add);
        }
    }

    /// The passed pawns: no pawn stands in front of them or can capture them on their way.
    fn passed(&self) -> Bitset {
        let barred = front_span(!self.side, self.their_pawns) | pawn_attack_span(!self.side, self.their_pawns);
        self.pawns & !barred & !front_span(!self.side, self.pawns)
    }

    fn passed_pawn(&self, pawn: Square, add: &mut impl FnMut(usize, u32)) {
        let rank = self.rank(pawn);
        let goal = push_square(self.side, pawn);
        let way = front_span(self.side, pawn.set());
        let blocked = self.position.occupied().has(goal.number());
        let stopped = self.their_attacks.all.has(goal.number());
        let free = (way & (self.theirs | self.their_attacks.all)).is_empty();
        let far = |king| distance(king, goal);
        add(const { first_index("passed_pawn") } + rank, 1);
        add(const { first_index("passed_pawn_blocked") }, blocked.into());
        add(const { first_index("passed_pawn_stopped") }, stopped.into());
        add(const { first_index("passed_pawn_free") } + rank, free.into());
        add(const { first_index("passed_pawn_to_own_king") } + far(self.king), 1);
        add(const { first_index("passed_pawn_to_their_king") } + far(self.their_king), 1);
    }
}
