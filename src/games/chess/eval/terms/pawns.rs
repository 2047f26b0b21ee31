//! Pawns: their structure, and those that nothing keeps from becoming queens but pieces.

use super::super::super::Piece;
use super::sets::{ahead, distance, fill, forward, sideways, span, step};
use super::{View, start_of};
use crate::board::Bitset;
use crate::board::square::{Square, squares};

impl View<'_> {
    pub(super) fn pawns(&self, add: &mut impl FnMut(usize, u32)) {
        let beside = sideways(self.pawns);
        let isolated = self.pawns & !fill(beside);
        let doubled = self.pawns & ahead(self.side, self.pawns);
        let guarded_steps = span(self.side, self.pawns);
        let barred_steps = self.their_reach.by(Piece::Pawn);
        let held = forward(self.side, self.pawns & !isolated) & barred_steps & !guarded_steps;
        add(const { start_of("doubled_pawn") }, doubled.count());
        add(const { start_of("isolated_pawn") }, isolated.count());
        add(const { start_of("backward_pawn") }, held.count());
        for pawn in squares(self.pawns & self.reach.by(Piece::Pawn)) {
            add(const { start_of("protected_pawn") } + self.rank(pawn), 1);
        }
        for pawn in squares(self.pawns & beside) {
            add(const { start_of("pawn_beside") } + self.rank(pawn), 1);
        }
        for pawn in squares(self.passed()) {
            self.passed_pawn(pawn, add);
        }
    }

    /// Pawns that no pawn stands before, nor can take on their way.
    fn passed(&self) -> Bitset {
        let barred = ahead(!self.side, self.their_pawns) | span(!self.side, self.their_pawns);
        self.pawns & !barred & !ahead(!self.side, self.pawns)
    }

    fn passed_pawn(&self, pawn: Square, add: &mut impl FnMut(usize, u32)) {
        let rank = self.rank(pawn);
        let goal = step(self.side, pawn);
        let way = ahead(self.side, pawn.set());
        let blocked = self.position.occupied().has(goal.number());
        let stopped = self.their_reach.all.has(goal.number());
        let free = (way & (self.theirs | self.their_reach.all)).is_empty();
        let far = |king| distance(king, goal);
        add(const { start_of("passed_pawn") } + rank, 1);
        add(const { start_of("passed_pawn_blocked") }, blocked.into());
        add(const { start_of("passed_pawn_stopped") }, stopped.into());
        add(const { start_of("passed_pawn_free") } + rank, free.into());
        add(
            const { start_of("passed_pawn_to_own_king") } + far(self.king),
            1,
        );
        add(
            const { start_of("passed_pawn_to_their_king") } + far(self.their_king),
            1,
        );
    }
}
