//! Who attacks a square, who gives check, and who is pinned.

use super::{Move, Piece, Position};
use crate::board::square::{Square, squares};
use crate::board::{Bitset, ray};
use crate::game::Side;

/// What the safety of the mover's king demands of its other pieces.
///
/// The two kinds of pins are told apart because then a piece's own way of moving keeps it on its
/// ray: a bishop that starts on one diagonal ray from the king can reach no other of them.
#[derive(Clone, Copy)]
pub(super) struct Guard {
    /// The pieces that give check.
    pub checkers: Bitset,
    /// The rays from the king to the bishops and queens that pin a piece, these included.
    pub diagonal: Bitset,
    /// The same for rooks and queens.
    pub straight: Bitset,
}

impl Guard {
    #[inline]
    pub fn of(position: &Position) -> Guard {
        let king = position.king(position.side);
        let them = position.them;
        let leapers = ray::knight(king) & position.kind(Piece::Knight)
            | ray::pawn(position.side.index(), king) & position.kind(Piece::Pawn);
        let mut guard = Guard {
            checkers: leapers & them,
            diagonal: Bitset::EMPTY,
            straight: Bitset::EMPTY,
        };
        let occupied = position.occupied();
        for slider in squares(ray::diagonals(king) & position.diagonal_sliders() & them) {
            let between = ray::between(king, slider);
            let shields = between & occupied;
            if shields.is_empty() {
                guard.checkers |= slider.set();
            } else if !shields.several() && (shields & position.us).any() {
                guard.diagonal |= between | slider.set();
            }
        }
        for slider in squares(ray::straights(king) & position.straight_sliders() & them) {
            let between = ray::between(king, slider);
            let shields = between & occupied;
            if shields.is_empty() {
                guard.checkers |= slider.set();
            } else if !shields.several() && (shields & position.us).any() {
                guard.straight |= between | slider.set();
            }
        }
        guard
    }
}

/// The pieces of both sides that attack `square` over the `occupied` squares.
#[inline]
pub(super) fn on(position: &Position, square: Square, occupied: Bitset) -> Bitset {
    let first = position.of(Side::First);
    let pawns = ray::pawn(1, square) & first | ray::pawn(0, square) & !first;
    pawns & position.kind(Piece::Pawn)
        | ray::knight(square) & position.kind(Piece::Knight)
        | ray::king(square) & position.kind(Piece::King)
        | ray::bishop(square, occupied) & position.diagonal_sliders()
        | ray::rook(square, occupied) & position.straight_sliders()
}

/// Whether the legal move `mv`, which takes nothing and is no castling, gives check.
pub(super) fn gives_check(position: &Position, mv: Move) -> bool {
    let king = position.king(!position.side);
    let occupied = position.occupied() & !mv.from().set() | mv.to().set();
    let (diagonal, straight) = (ray::bishop(king, occupied), ray::rook(king, occupied));
    let direct = match position.piece_at(mv.from()) {
        Some(Piece::Pawn) => ray::pawn((!position.side).index(), king),
        Some(Piece::Knight) => ray::knight(king),
        Some(Piece::Bishop) => diagonal,
        Some(Piece::Rook) => straight,
        Some(Piece::Queen) => diagonal | straight,
        Some(Piece::King) | None => Bitset::EMPTY,
    };
    let opened = diagonal & position.diagonal_sliders() | straight & position.straight_sliders();
    direct.has(mv.to().number()) || (opened & position.us & !mv.from().set()).any()
}
