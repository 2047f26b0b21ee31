//! Mobility by direction and kind: legal moves, safe moves, and own pieces that are guarded.

use super::super::super::{ChessMove, ChessPosition, MoveTargets, Piece};
use super::layout::first_index;
use super::{SideView, TermCounter};
use crate::board::{Bitset, Square};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// The indices of the terms of a kind of piece.
struct MoveTerms {
    /// All moves: forward, backward, and for rooks and queens sideways.
    moves: usize,
    /// The same for safe moves.
    safe_moves: usize,
    /// Guarded pieces.
    guards: usize,
}

impl MoveTerms {
    const fn named(moves: &str, safe_moves: &str, guards: &str) -> MoveTerms {
        MoveTerms { moves: first_index(moves), safe_moves: first_index(safe_moves), guards: first_index(guards) }
    }
}

/// Of knights, bishops, rooks and queens.
const MOVE_TERMS: [MoveTerms; 4] = [
    MoveTerms::named("knight_moves", "knight_safe_moves", "knight_guards"),
    MoveTerms::named("bishop_moves", "bishop_safe_moves", "bishop_guards"),
    MoveTerms::named("rook_moves", "rook_safe_moves", "rook_guards"),
    MoveTerms::named("queen_moves", "queen_safe_moves", "queen_guards"),
];

/// The terms of a kind of piece; `None` for pawns and kings.
fn move_terms(piece: Piece) -> Option<&'static MoveTerms> {
    MOVE_TERMS.get(piece.index().checked_sub(Piece::Knight.index())?)
}

impl SideView<'_> {
    pub(super) fn moves(&self, add: &mut TermCounter) {
        for &(piece, attacked) in &self.attacks.pieces {
            if let Some(terms) = move_terms(piece) {
                add(terms.guards, (attacked & self.own & !self.king.set()).count());
            }
        }
        let all = !self.their_king.set();
        let _ = self.to_move().generate_to(MoveTargets { pawns: all, pieces: all }, |set| {
            add(const { first_index("legal_moves") }, set.count());
            set.visit(|mv| {
                self.piece_move(mv, add);
                ControlFlow::<()>::Continue(())
            })
        });
    }

    /// The position with this side to move. If the other side is to move and in check, it is not a legal one.
    fn to_move(&self) -> ChessPosition {
        if self.position.side == self.side {
            return *self.position;
        }
        ChessPosition { us: self.own, them: self.theirs, side: self.side, en_passant: None, ..*self.position }
    }

    fn piece_move(&self, mv: ChessMove, add: &mut TermCounter) {
        let Some(piece) = self.position.piece_at(mv.from()) else { return };
        let Some(terms) = move_terms(piece) else { return };
        let (from, to) = (self.rank(mv.from()), self.rank(mv.to()));
        let direction = match to.cmp(&from) {
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => 2,
        };
        add(terms.moves + direction, 1);
        if !self.attacked_by_less(piece).has(mv.to().number()) {
            add(terms.safe_moves + direction, 1);
        }
        if piece == Piece::Knight && steps_to_centre(mv.to()) < steps_to_centre(mv.from()) {
            add(const { first_index("knight_centre_moves") }, 1);
        }
    }

    /// The squares that their pieces attack that are worth less than `piece`.
    fn attacked_by_less(&self, piece: Piece) -> Bitset {
        let by = |piece| self.their_attacks.by(piece);
        let minors = by(Piece::Knight) | by(Piece::Bishop);
        match piece {
            Piece::Pawn | Piece::King => Bitset::EMPTY,
            Piece::Knight | Piece::Bishop => by(Piece::Pawn),
            Piece::Rook => by(Piece::Pawn) | minors,
            Piece::Queen => by(Piece::Pawn) | minors | by(Piece::Rook),
        }
    }
}

/// How many moves a king needs to the nearest of the squares d4, e4, d5 and e5.
fn steps_to_centre(square: Square) -> u8 {
    let steps = |line: u8| 3_u8.saturating_sub(line.min(7 - line));
    steps(square.file()).max(steps(square.rank()))
}
