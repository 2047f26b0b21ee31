//! Explains why a move is illegal: the rules of chess that a move can break, by number.

use super::attack::piece_attacks;
use super::generate::castling_destinations;
use super::setup::side_name;
use super::{ChessPosition, Piece};
use crate::board::square::{Square, squares};
use crate::board::{Bitset, ray};
use crate::game::Game;
use crate::notation::MoveRule;

/// The rules by number. For a move that breaks several rules, [`ChessPosition::broken_rule`] tells only one.
const RULES: [&str; 8] = [
    "a player moves a piece of the own colour",
    "every kind of piece moves in its own way",
    "own pieces are not taken, and only knights leap over pieces",
    "the king may not be left in check or move into check",
    "castling needs a king and a rook that have not moved, free squares between, and a king \
         that does not start from, cross or reach an attacked square",
    "a pawn goes diagonally only to take; en passant only at once after the double step",
    "a pawn becomes a queen, rook, bishop or knight on the last rank, and only there",
    "the game is over by checkmate or stalemate",
];

impl ChessPosition {
    /// The rule that an illegal move breaks. For castling, `to` is the square of the own rook.
    pub(super) fn broken_rule(&self, from: Square, to: Square, promotion: Option<Piece>) -> MoveRule {
        if !self.has_moves() {
            return rule_numbered(8);
        }
        let Some(piece) = self.piece_at(from).filter(|_| self.us.has(from.number())) else {
            return MoveRule::new(1, format!("no {} piece stands on {from}", side_name(self.side())));
        };
        if piece == Piece::King && self.looks_like_castling(from, to) {
            return rule_numbered(5);
        }
        let attacked = match piece {
            Piece::Pawn => ray::pawn(self.side().index(), from),
            _ => piece_attacks(piece, from, Bitset::EMPTY),
        };
        let advances = if piece == Piece::Pawn { self.pawn_steps(from, !Bitset::EMPTY) } else { Bitset::EMPTY };
        let takes_en_passant = self.en_passant == Some(to) && attacked.has(to.number());
        let reached = self.pseudo_legal_targets(piece, from).has(to.number());
        let promotes = piece == Piece::Pawn && (to.rank() == 0 || to.rank() == 7);
        if !(attacked | advances).has(to.number()) {
            MoveRule::new(2, format!("a {} cannot go from {from} to {to}", piece.name()))
        } else if self.us.has(to.number()) {
            rule_numbered(3)
        } else if reached || (piece == Piece::Pawn && takes_en_passant) {
            rule_numbered(if promotes != promotion.is_some() { 7 } else { 4 })
        } else if attacked.has(to.number()) && piece == Piece::Pawn {
            rule_numbered(6)
        } else {
            rule_numbered(3)
        }
    }

    /// The rook of the castling that is written as a king move from `from` to `to`, by two or more files to the c-
    /// or g-file; `None` without the castling right.
    pub(super) fn castling_towards(&self, from: Square, to: Square) -> Option<Square> {
        let far = from.rank() == to.rank() && from.file().abs_diff(to.file()) >= 2;
        let own = from == self.king(self.side());
        squares(self.castling() & self.us).find(|&rook| far && own && castling_destinations(from, rook).0 == to)
    }

    fn looks_like_castling(&self, from: Square, to: Square) -> bool {
        let takes_rook = (self.us & self.kind(Piece::Rook)).has(to.number());
        let files = from.file().abs_diff(to.file());
        from.rank() == to.rank() && ((takes_rook && files > 0) || files == 2)
    }
}

/// The rule with this number, 1 to 8.
pub(super) fn rule_numbered(number: u8) -> MoveRule {
    MoveRule::new(number, RULES[usize::from(number) - 1])
}
