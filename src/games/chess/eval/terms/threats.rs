//! Threats: attacks by less valuable pieces, and attacks on undefended pieces.

use super::super::super::Piece;
use super::SideView;
use super::fills::push;
use super::layout::first_index;
use crate::board::Bitset;
use crate::games::chess::attack::pawn_attacks;

impl SideView<'_> {
    pub(super) fn threats(&self, add: &mut impl FnMut(usize, u32)) {
        let minors = self.their(Piece::Knight, Piece::Bishop);
        let majors = self.their(Piece::Rook, Piece::Queen);
        let queens = self.their(Piece::Queen, Piece::Queen);
        let by_pawn = self.attacks.by(Piece::Pawn);
        let by_minor = self.attacks.by(Piece::Knight) | self.attacks.by(Piece::Bishop);
        let undefended = !self.their_attacks.all;
        let pieces = minors | majors;
        let by_push = pawn_attacks(self.side, self.safe_pushes()) & !by_pawn;
        for (term, set) in [
            (const { first_index("pawn_attacks_minor") }, by_pawn & minors),
            (const { first_index("pawn_attacks_major") }, by_pawn & majors),
            (const { first_index("push_attacks_piece") }, by_push & pieces),
            (const { first_index("minor_attacks_minor") }, by_minor & minors),
            (const { first_index("minor_attacks_major") }, by_minor & majors),
            (const { first_index("rook_attacks_queen") }, self.attacks.by(Piece::Rook) & queens),
            (const { first_index("king_attacks_piece") }, self.attacks.by(Piece::King) & self.theirs & undefended),
            (const { first_index("hanging_piece") }, self.theirs & self.attacks.all & undefended),
        ] {
            add(term, set.count());
        }
    }

    /// The squares to which pawns can be pushed without being lost.
    fn safe_pushes(&self) -> Bitset {
        let steps = push(self.side, self.pawns) & !self.position.occupied();
        let lost = self.their_attacks.all & !self.attacks.all;
        steps & !self.their_attacks.by(Piece::Pawn) & !lost
    }
}
