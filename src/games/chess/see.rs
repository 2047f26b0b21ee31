//! Static exchange evaluation (SEE): the material gained by a series of captures on one square.

use super::{ChessMove, ChessPosition, Piece};
use crate::board::square::{Square, first};
use crate::board::{Bitset, ray};

/// The values of the pieces in an exchange, pawn to king, in hundredths of a pawn. The king is never captured.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];

impl ChessPosition {
    /// Whether the exchange that begins with the legal move `mv` gains at least `threshold`, in hundredths of a pawn.
    ///
    /// Each side captures with its least valuable piece, or stops. Pins and promotions by recaptures are
    /// ignored; a king captures only an unprotected piece. This is the swap algorithm; it ends as soon as one
    /// side prefers to stop.
    pub fn see(&self, mv: ChessMove, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if self.us.has(to.number()) {
            return threshold <= 0;
        }
        let value = |piece: Piece| EXCHANGE_VALUES[piece.index()];
        let mover = self.piece_at(from).unwrap_or(Piece::Pawn);
        let mut occupied = self.occupied() & !from.set() | to.set();
        let mut gain = self.piece_at(to).map_or(0, value) - threshold;
        let mut at_risk = value(mover);
        if let Some(piece) = mv.promotion() {
            gain += value(piece) - value(Piece::Pawn);
            at_risk = value(piece);
        } else if mover == Piece::Pawn && self.en_passant == Some(to) {
            gain += value(Piece::Pawn);
            occupied &= !Square::new(to.number() ^ 8).set();
        }
        if gain < 0 {
            return false;
        }
        // The gain above the threshold if the capturing piece is lost for nothing.
        let mut surplus = gain - at_risk;
        if surplus >= 0 {
            return true;
        }
        let (diagonal, straight) = (self.diagonal_sliders(), self.orthogonal_sliders());
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut our_turn = false;
        loop {
            let takers = attackers & if our_turn { self.us } else { self.them };
            let Some((piece, taker)) = self.least_valuable(takers) else { return !our_turn };
            if piece == Piece::King && takers != attackers {
                return !our_turn;
            }
            surplus = -surplus - 1 - value(piece);
            if surplus >= 0 {
                return our_turn;
            }
            occupied ^= taker.set();
            if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
                attackers |= ray::bishop(to, occupied) & diagonal;
            }
            if matches!(piece, Piece::Rook | Piece::Queen) {
                attackers |= ray::rook(to, occupied) & straight;
            }
            attackers &= occupied;
            our_turn = !our_turn;
        }
    }

    /// The least valuable of `pieces`, by the order of kinds.
    #[inline]
    fn least_valuable(&self, pieces: Bitset) -> Option<(Piece, Square)> {
        let of_kind = |piece: Piece| {
            let set = pieces & self.kind(piece);
            set.any().then(|| (piece, first(set)))
        };
        Piece::ALL.into_iter().find_map(of_kind)
    }
}
