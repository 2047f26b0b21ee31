//! Who attacks a square, who gives check, and who is pinned.

use super::{ChessMove, ChessPosition, Piece};
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
    pub fn of(position: &ChessPosition) -> Guard {
        let king = position.king(position.side);
        let them = position.them;
        let leapers = ray::knight(king) & position.kind(Piece::Knight)
            | ray::pawn(position.side.index(), king) & position.kind(Piece::Pawn);
        let mut checkers = leapers & them;
        let mut pins = |sliders: Bitset| {
            let mut pins = Bitset::EMPTY;
            for slider in squares(sliders & them) {
                let between = ray::between(king, slider);
                let shields = between & position.occupied();
                if shields.is_empty() {
                    checkers |= slider.set();
                } else if !shields.several() && (shields & position.us).any() {
                    pins |= between | slider.set();
                }
            }
            pins
        };
        let diagonal = pins(ray::diagonals(king) & position.diagonal_sliders());
        let straight = pins(ray::orthogonals(king) & position.straight_sliders());
        Guard {
            checkers,
            diagonal,
            straight,
        }
    }
}

/// The pieces of both sides that attack `square` over the `occupied` squares.
#[inline]
pub(super) fn on(position: &ChessPosition, square: Square, occupied: Bitset) -> Bitset {
    let first = position.of(Side::First);
    let pawns = ray::pawn(1, square) & first | ray::pawn(0, square) & !first;
    pawns & position.kind(Piece::Pawn)
        | ray::knight(square) & position.kind(Piece::Knight)
        | ray::king(square) & position.kind(Piece::King)
        | ray::bishop(square, occupied) & position.diagonal_sliders()
        | ray::rook(square, occupied) & position.straight_sliders()
}

/// The squares that the side not to move attacks.
pub(super) fn by_opponent(position: &ChessPosition) -> Bitset {
    let (them, occupied) = (position.them, position.occupied());
    let pawns = squares(them & position.kind(Piece::Pawn))
        .map(|from| ray::pawn((!position.side).index(), from));
    let knights = squares(them & position.kind(Piece::Knight)).map(ray::knight);
    let diagonal =
        squares(them & position.diagonal_sliders()).map(|from| ray::bishop(from, occupied));
    let straight =
        squares(them & position.straight_sliders()).map(|from| ray::rook(from, occupied));
    let all = pawns.chain(knights).chain(diagonal).chain(straight);
    all.fold(ray::king(position.king(!position.side)), |all, set| {
        all | set
    })
}

/// Which moves of a position give check.
pub struct CheckInfo {
    /// For the pieces as the planes number them: the squares from where they attack the king.
    from: [Bitset; 8],
    /// The pieces that alone stand between the king and one of their own side's sliders.
    shields: Bitset,
}

impl CheckInfo {
    /// Those of the side to move.
    pub fn of(position: &ChessPosition) -> CheckInfo {
        let king = position.king(!position.side);
        let occupied = position.occupied();
        let (diagonal, straight) = (ray::bishop(king, occupied), ray::rook(king, occupied));
        let pawn = ray::pawn((!position.side).index(), king);
        let none = Bitset::EMPTY;
        let both = diagonal | straight;
        CheckInfo {
            from: [
                none,
                pawn,
                ray::knight(king),
                diagonal,
                straight,
                both,
                none,
                none,
            ],
            shields: shields(position, king, both & position.us),
        }
    }

    /// Whether the legal move `mv` is among them. A promotion counts as the pawn it was; castling and
    /// taking in passing may count where they give none, and the other way round.
    #[inline]
    pub fn has(&self, position: &ChessPosition, mv: ChessMove) -> bool {
        let direct = self.from[position.code_at(mv.from())];
        direct.has(mv.to().number())
            || self.shields.has(mv.from().number()) && uncovers(position, mv)
    }
}

/// Those of the pieces nearest to the opponent's king that hide it from a slider of their side.
fn shields(position: &ChessPosition, king: Square, near: Bitset) -> Bitset {
    let others = position.occupied() & !near;
    let hidden = ray::bishop(king, others) & position.diagonal_sliders()
        | ray::rook(king, others) & position.straight_sliders();
    let sliders = squares(hidden & position.us);
    near & sliders.fold(Bitset::EMPTY, |set, slider| {
        set | ray::between(king, slider)
    })
}

/// Whether a piece that moves opens the way to the opponent's king for a slider of its side.
fn uncovers(position: &ChessPosition, mv: ChessMove) -> bool {
    let king = position.king(!position.side);
    let occupied = position.occupied() & !mv.from().set() | mv.to().set();
    let sliders = ray::bishop(king, occupied) & position.diagonal_sliders()
        | ray::rook(king, occupied) & position.straight_sliders();
    (sliders & position.us & !mv.from().set()).any()
}
