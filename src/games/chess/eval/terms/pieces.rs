//! Pieces: how far they reach, and where they stand well.

use super::super::super::Piece;
use super::sets::{fill, span};
use super::{View, start_of};
use crate::board::Bitset;
use crate::board::square::{DARK_SQUARES, squares};

/// The first weight of the mobility of knights, bishops, rooks and queens.
const MOBILITY: [usize; 4] = [
    start_of("knight_mobility"),
    start_of("bishop_mobility"),
    start_of("rook_mobility"),
    start_of("queen_mobility"),
];

impl View<'_> {
    pub(super) fn pieces(&self, add: &mut impl FnMut(usize, u32)) {
        // Squares where no pawn takes the piece.
        let free = !self.pawns & !self.their_reach.by(Piece::Pawn) & !self.king.set();
        for &(piece, reached) in &self.reach.pieces {
            let mobility = MOBILITY[piece.index() - Piece::Knight.index()];
            add(mobility + (reached & free).count() as usize, 1);
        }
        self.rooks(add);
        self.minors(add);
    }

    fn rooks(&self, add: &mut impl FnMut(usize, u32)) {
        let half_open = self.of_kind(Piece::Rook) & !fill(self.pawns);
        let open = half_open & !fill(self.their_pawns);
        add(const { start_of("rook_on_open_file") }, open.count());
        add(
            const { start_of("rook_on_half_open_file") },
            (half_open & !open).count(),
        );
    }

    fn minors(&self, add: &mut impl FnMut(usize, u32)) {
        let bishops = self.of_kind(Piece::Bishop);
        let knights = self.of_kind(Piece::Knight);
        let outposts = self.reach.by(Piece::Pawn) & !span(!self.side, self.their_pawns);
        let advanced = |set: Bitset| {
            let ranks = squares(set & outposts).filter(|&square| self.rank(square) >= 3);
            ranks.count() as u32
        };
        add(const { start_of("knight_outpost") }, advanced(knights));
        add(const { start_of("bishop_outpost") }, advanced(bishops));
        let same = |colour: Bitset| (bishops & colour).count() * (self.pawns & colour).count();
        add(
            const { start_of("bishop_with_pawns") },
            same(DARK_SQUARES) + same(!DARK_SQUARES),
        );
        let pair = (bishops & DARK_SQUARES).any() && (bishops & !DARK_SQUARES).any();
        add(const { start_of("bishop_pair") }, pair.into());
    }
}
