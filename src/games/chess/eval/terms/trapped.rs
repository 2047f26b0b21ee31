//! Pieces that are shut in by pawns, or by their own king.

use super::super::super::Piece;
use super::layout::first_index;
use super::{SideView, TermCounter};
use crate::board::Bitset;
use crate::board::square::{Square, squares};
use crate::game::Side;

/// A piece that their pawns shut in on the king's wing, as White sees the board. The queen's wing is the mirror image.
struct Trap {
    index: usize,
    piece: Piece,
    square: Square,
    pawns: [Square; 2],
    /// How many of the two pawns it takes.
    needed: usize,
}

const TRAPS: [Trap; 4] = [
    Trap { index: first_index("trapped_bishop_seventh"), piece: Piece::Bishop, square: H7, pawns: [F7, G6], needed: 2 },
    Trap { index: first_index("trapped_bishop_sixth"), piece: Piece::Bishop, square: H6, pawns: [F6, G5], needed: 2 },
    Trap { index: first_index("trapped_knight_eighth"), piece: Piece::Knight, square: H8, pawns: [H7, F7], needed: 1 },
    Trap { index: first_index("trapped_knight_seventh"), piece: Piece::Knight, square: H7, pawns: [G7, H6], needed: 2 },
];

const F6: Square = Square::at(5, 5);
const F7: Square = Square::at(5, 6);
const G5: Square = Square::at(6, 4);
const G6: Square = Square::at(6, 5);
const G7: Square = Square::at(6, 6);
const H6: Square = Square::at(7, 5);
const H7: Square = Square::at(7, 6);
const H8: Square = Square::at(7, 7);

impl SideView<'_> {
    pub(super) fn trapped(&self, add: &mut TermCounter) {
        let side = match self.side {
            Side::First => 0,
            Side::Second => 56,
        };
        for wing in [0, 7] {
            let has = |set: Bitset, square: Square| set.has(square.number() ^ side ^ wing);
            for trap in &TRAPS {
                let found = trap.pawns.into_iter().filter(|&pawn| has(self.their_pawns, pawn)).count();
                if has(self.of_kind(trap.piece), trap.square) && found >= trap.needed {
                    add(trap.index, 1);
                }
            }
        }
        add(const { first_index("shut_in_rook") }, self.shut_in_rooks());
    }

    /// The rooks in the corner beside their king, which has walked there instead of castling: with a king on f1 or g1
    /// those on g1, h1, g2 and h2.
    fn shut_in_rooks(&self) -> u32 {
        let king = self.king;
        if self.rank(king) != 0 {
            return 0;
        }
        let rooks = self.of_kind(Piece::Rook) & !self.position.castling();
        let in_corner = |rook: Square| match king.file() {
            1 | 2 => rook.file() <= 1,
            5 | 6 => rook.file() >= 6,
            _ => false,
        };
        squares(rooks).filter(|&rook| self.rank(rook) <= 1 && in_corner(rook)).count() as u32
    }
}
