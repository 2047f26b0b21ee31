//! Threats: what is attacked by something cheaper, or not guarded.

use super::super::super::Piece;
use super::sets::{attacks, forward};
use super::{View, start_of};
use crate::board::Bitset;

impl View<'_> {
    pub(super) fn threats(&self, add: &mut impl FnMut(usize, u32)) {
        let minors = self.their(Piece::Knight, Piece::Bishop);
        let majors = self.their(Piece::Rook, Piece::Queen);
        let queens = self.their(Piece::Queen, Piece::Queen);
        let by_pawn = self.reach.by(Piece::Pawn);
        let by_minor = self.reach.by(Piece::Knight) | self.reach.by(Piece::Bishop);
        let unguarded = !self.their_reach.all;
        let pieces = minors | majors;
        let by_push = attacks(self.side, self.safe_pushes()) & !by_pawn;
        let hanging = self.theirs & self.reach.all & unguarded;
        for (term, set) in [
            (const { start_of("pawn_attacks_minor") }, by_pawn & minors),
            (const { start_of("pawn_attacks_major") }, by_pawn & majors),
            (const { start_of("push_attacks_piece") }, by_push & pieces),
            (const { start_of("minor_attacks_minor") }, by_minor & minors),
            (const { start_of("minor_attacks_major") }, by_minor & majors),
            (
                const { start_of("rook_attacks_queen") },
                self.reach.by(Piece::Rook) & queens,
            ),
            (
                const { start_of("king_attacks_piece") },
                self.reach.by(Piece::King) & self.theirs & unguarded,
            ),
            (const { start_of("hanging_piece") }, hanging),
        ] {
            add(term, set.count());
        }
    }

    /// Where pawns can step without being taken for nothing.
    fn safe_pushes(&self) -> Bitset {
        let steps = forward(self.side, self.pawns) & !self.position.occupied();
        let lost = self.their_reach.all & !self.reach.all;
        steps & !self.their_reach.by(Piece::Pawn) & !lost
    }
}
