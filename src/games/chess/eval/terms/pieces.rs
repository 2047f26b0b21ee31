//! Terms of pieces: mobility, open files, outposts, bishops.

use super::super::super::Piece;
use super::fills::{file_fill, pawn_attack_span};
use super::{SideView, first_index};
use crate::board::Bitset;
use crate::board::square::{DARK_SQUARES, squares};

/// The index of the first mobility weight of knights, bishops, rooks and queens.
const MOBILITY: [usize; 4] = [
    first_index("knight_mobility"),
    first_index("bishop_mobility"),
    first_index("rook_mobility"),
    first_index("queen_mobility"),
];

impl SideView<'_> {
    pub(super) fn pieces(&self, add: &mut impl FnMut(usize, u32)) {
        // Squares that are not attacked by pawns, and not occupied by own pawns or the king.
        let free = !self.pawns & !self.their_attacks.by(Piece::Pawn) & !self.king.set();
        for &(piece, attacked) in &self.attacks.pieces {
            let mobility = MOBILITY[piece.index() - Piece::Knight.index()];
            add(mobility + (attacked & free).count() as usize, 1);
        }
        self.rooks(add);
        self.minors(add);
    }

    fn rooks(&self, add: &mut impl FnMut(usize, u32)) {
        let half_open = self.of_kind(Piece::Rook) & !file_fill(self.pawns);
        let open = half_open & !file_fill(self.their_pawns);
        add(const { first_index("rook_on_open_file") }, open.count());
        add(
            const { first_index("rook_on_half_open_file") },
            (half_open & !open).count(),
        );
    }

    fn minors(&self, add: &mut impl FnMut(usize, u32)) {
        let bishops = self.of_kind(Piece::Bishop);
        let knights = self.of_kind(Piece::Knight);
        let outposts =
            self.attacks.by(Piece::Pawn) & !pawn_attack_span(!self.side, self.their_pawns);
        let advanced = |set: Bitset| {
            let ranks = squares(set & outposts).filter(|&square| self.rank(square) >= 3);
            ranks.count() as u32
        };
        add(const { first_index("knight_outpost") }, advanced(knights));
        add(const { first_index("bishop_outpost") }, advanced(bishops));
        let same = |colour: Bitset| (bishops & colour).count() * (self.pawns & colour).count();
        add(
            const { first_index("bishop_with_pawns") },
            same(DARK_SQUARES) + same(!DARK_SQUARES),
        );
        let pair = (bishops & DARK_SQUARES).any() && (bishops & !DARK_SQUARES).any();
        add(const { first_index("bishop_pair") }, pair.into());
    }
}
