//! Mobility by direction and kind: legal moves, safe moves, and own pieces that are guarded.

use super::super::super::{ChessMove, ChessPosition, MoveTargets, Piece};
use super::layout::first_index;
use super::{SideView, TermCounter};
use crate::board::{Bitset, Square};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// The first indices of the terms of knights, bishops, rooks and queens: all moves (forward, backward, and for rooks and queens
/// sideways), the same for safe moves, and guarded pieces.
const MOVE_TERMS: [[usize; 3]; 4] = [
    [first_index("knight_moves"), first_index("knight_safe_moves"), first_index("knight_guards")],
    [first_index("bishop_moves"), first_index("bishop_safe_moves"), first_index("bishop_guards")],
    [first_index("rook_moves"), first_index("rook_safe_moves"), first_index("rook_guards")],
    [first_index("queen_moves"), first_index("queen_safe_moves"), first_index("queen_guards")],
];

/// The terms of a kind of piece; `None` for pawns and kings.
fn move_terms(piece: Piece) -> Option<[usize; 3]> {
    MOVE_TERMS.get(piece.index().checked_sub(Piece::Knight.index())?).copied()
}

impl SideView<'_> {
    pub(super) fn moves(&self, add: &mut TermCounter) {
        for &(piece, attacked) in &self.attacks.pieces {
            if let Some([_, _, guards]) = move_terms(piece) {
                add(guards, (attacked & self.own & !self.king.set()).count());
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
        let Some([moves, safe_moves, _]) = move_terms(piece) else { return };
        let (from, to) = (self.rank(mv.from()), self.rank(mv.to()));
        let direction = match to.cmp(&from) {
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => 2,
        };
        add(moves + direction, 1);
        if !self.attacked_by_less(piece).has(mv.to().number()) {
            add(safe_moves + direction, 1);
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
