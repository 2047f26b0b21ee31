//! Static exchange evaluation: who gains when both sides go on taking on one square.

use super::{ChessMove, ChessPosition, Piece};
use crate::board::square::{Square, first};
use crate::board::{Bitset, ray};

/// What the pieces are worth in an exchange by default, in hundredths of a pawn, pawn to king.
/// The king is never taken.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];

impl ChessPosition {
    /// Whether the exchange that the legal move `mv` begins gains at least `threshold`.
    #[inline]
    pub fn see(&self, mv: ChessMove, threshold: i32) -> bool {
        self.see_with(mv, threshold, &EXCHANGE_VALUES)
    }

    /// [`see`](ChessPosition::see) with other values of the pieces.
    ///
    /// Each side takes with its least valuable piece or stops. Pins do not count, nor does the
    /// promotion of a pawn that retakes; a king takes only what is not protected. The balance is
    /// kept as in "the swap algorithm", and ends as soon as one side is content to stop.
    pub fn see_with(&self, mv: ChessMove, threshold: i32, values: &[i32; 6]) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if self.us.has(to.number()) {
            return threshold <= 0;
        }
        let value = |piece: Piece| values[piece.index()];
        let mover = self.piece_at(from).unwrap_or(Piece::Pawn);
        let mut occupied = self.occupied() & !from.set() | to.set();
        let mut gain = self.piece_at(to).map_or(0, value) - threshold;
        let mut at_stake = value(mover);
        if let Some(piece) = mv.promotion() {
            gain += value(piece) - value(Piece::Pawn);
            at_stake = value(piece);
        } else if mover == Piece::Pawn && self.en_passant == Some(to) {
            gain += value(Piece::Pawn);
            occupied &= !Square::new(to.number() ^ 8).set();
        }
        if gain < 0 {
            return false;
        }
        // What is left over even if the piece that has just taken is lost for nothing.
        let mut surplus = gain - at_stake;
        if surplus >= 0 {
            return true;
        }
        let (diagonal, straight) = (self.diagonal_sliders(), self.straight_sliders());
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut ours_to_take = false;
        loop {
            let takers = attackers & if ours_to_take { self.us } else { self.them };
            let Some((piece, taker)) = self.least(takers) else {
                return !ours_to_take;
            };
            if piece == Piece::King && takers != attackers {
                return !ours_to_take;
            }
            surplus = -surplus - 1 - value(piece);
            if surplus >= 0 {
                return ours_to_take;
            }
            occupied ^= taker.set();
            if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
                attackers |= ray::bishop(to, occupied) & diagonal;
            }
            if matches!(piece, Piece::Rook | Piece::Queen) {
                attackers |= ray::rook(to, occupied) & straight;
            }
            attackers &= occupied;
            ours_to_take = !ours_to_take;
        }
    }

    /// The least valuable of some pieces, by the order of kinds.
    #[inline]
    fn least(&self, pieces: Bitset) -> Option<(Piece, Square)> {
        let of_kind = |piece: Piece| {
            let set = pieces & self.kind(piece);
            set.any().then(|| (piece, first(set)))
        };
        Piece::ALL.into_iter().find_map(of_kind)
    }
}
