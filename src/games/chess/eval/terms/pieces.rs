//! Terms of pieces: mobility, open files, outposts, bishops.

use super::super::super::Piece;
use super::SideView;
use super::fills::file_fill;
use super::layout::{OutpostRule, first_index};
use crate::board::Bitset;
use crate::board::square::DARK_SQUARES;

/// The index of the first mobility weight of knights, bishops, rooks and queens.
const MOBILITY: [usize; 4] = [
    first_index("knight_mobility"),
    first_index("bishop_mobility"),
    first_index("rook_mobility"),
    first_index("queen_mobility"),
];

impl SideView<'_> {
    pub(super) fn mobility(&self, add: &mut impl FnMut(usize, u32)) {
        // Squares that are not attacked by pawns, and not occupied by own pawns or the king.
        let free = !self.pawns & !self.their_attacks.by(Piece::Pawn) & !self.king.set();
        for &(piece, attacked) in &self.attacks.pieces {
            add(MOBILITY[piece.index() - Piece::Knight.index()] + (attacked & free).count() as usize, 1);
        }
    }

    pub(super) fn rooks(&self, add: &mut impl FnMut(usize, u32)) {
        let half_open = self.of_kind(Piece::Rook) & !file_fill(self.pawns);
        let open = half_open & !file_fill(self.their_pawns);
        add(const { first_index("rook_on_open_file") }, open.count());
        add(const { first_index("rook_on_half_open_file") }, (half_open & !open).count());
    }

    pub(super) fn minors(&self, rule: OutpostRule, add: &mut impl FnMut(usize, u32)) {
        let bishops = self.of_kind(Piece::Bishop);
        let knights = self.of_kind(Piece::Knight);
        let outposts = self.outposts(rule);
        add(const { first_index("knight_outpost") }, (knights & outposts).count());
        add(const { first_index("bishop_outpost") }, (bishops & outposts).count());
        let same = |colour: Bitset| (bishops & colour).count() * (self.pawns & colour).count();
        add(const { first_index("bishop_with_pawns") }, same(DARK_SQUARES) + same(!DARK_SQUARES));
        let pair = (bishops & DARK_SQUARES).any() && (bishops & !DARK_SQUARES).any();
        add(const { first_index("bishop_pair") }, pair.into());
    }
}
