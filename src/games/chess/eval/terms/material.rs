//! Material beyond the values of single pieces: pairs, and values that depend on pawns.

use super::super::super::Piece;
use super::layout::first_index;
use super::{SideView, TermCounter};
use crate::board::square::file_set;

impl SideView<'_> {
    pub(super) fn material(&self, add: &mut TermCounter) {
        let pawns = (self.pawns.count() as usize).min(8);
        let on_files = |one, other| (self.pawns & (file_set(one) | file_set(other))).count();
        let knights = self.of_kind(Piece::Knight);
        let rooks = self.of_kind(Piece::Rook).count();
        add(const { first_index("knight_pair") }, knights.several().into());
        add(const { first_index("knight_by_pawns") } + pawns, knights.count());
        add(const { first_index("rook_by_pawns") } + pawns, rooks);
        add(const { first_index("rook_pawn") }, on_files(0, 7));
        add(const { first_index("centre_pawn") }, on_files(3, 4));
        add(const { first_index("no_pawns") }, (pawns == 0).into());
    }
}
