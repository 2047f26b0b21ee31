//! Attacks on squares, checks and pins.

use super::{ChessMove, ChessPosition, Piece};
use crate::board::square::{Square, file_set, squares};
use crate::board::{Bitset, ray};
use crate::game::Side;

/// The pieces that give check to the side to move, and the lines on which its pieces are pinned.
///
/// Diagonal and orthogonal pins are kept apart so that one mask is enough for all of each: a bishop
/// that starts on one diagonal line from the king cannot reach another.
#[derive(Clone, Copy)]
pub(super) struct CheckersAndPins {
    /// The pieces that give check.
    pub checkers: Bitset,
    /// The squares between the king and every bishop or queen that pins a piece, with the pinner.
    pub diagonal_pins: Bitset,
    /// The same for rooks and queens.
    pub orthogonal_pins: Bitset,
}

impl CheckersAndPins {
    /// Those of the side to move.
    #[inline]
    pub fn of(position: &ChessPosition) -> CheckersAndPins {
        let king = position.king(position.side);
        let them = position.them;
        let leapers = ray::knight(king) & position.kind(Piece::Knight)
            | ray::pawn(position.side.index(), king) & position.kind(Piece::Pawn);
        let mut checkers = leapers & them;
        let mut pins = |sliders: Bitset| {
            let mut pins = Bitset::EMPTY;
            for slider in squares(sliders & them) {
                let between = ray::between(king, slider);
                let blockers = between & position.occupied();
                if blockers.is_empty() {
                    checkers |= slider.set();
                } else if !blockers.several() && (blockers & position.us).any() {
                    pins |= between | slider.set();
                }
            }
            pins
        };
        let diagonal_pins = pins(ray::diagonals(king) & position.diagonal_sliders());
        let orthogonal_pins = pins(ray::orthogonals(king) & position.orthogonal_sliders());
        CheckersAndPins { checkers, diagonal_pins, orthogonal_pins }
    }
}

impl ChessPosition {
    /// The pieces of both sides that attack `square`. Sliders attack through every square that is not in `occupied`.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitset) -> Bitset {
        let first = self.of(Side::First);
        let pawns = ray::pawn(1, square) & first | ray::pawn(0, square) & !first;
        pawns & self.kind(Piece::Pawn)
            | ray::knight(square) & self.kind(Piece::Knight)
            | ray::king(square) & self.kind(Piece::King)
            | ray::bishop(square, occupied) & self.diagonal_sliders()
            | ray::rook(square, occupied) & self.orthogonal_sliders()
    }

    /// The pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitset {
        self.attackers(self.king(self.side), self.occupied()) & self.them
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.in_check
    }

    /// Computes [`in_check`](ChessPosition::in_check) from the board. Few sliders stand on a line with the king.
    #[inline]
    pub(super) fn king_is_attacked(&self) -> bool {
        let king = self.king(self.side);
        let leapers =
            ray::knight(king) & self.kind(Piece::Knight) | ray::pawn(self.side.index(), king) & self.kind(Piece::Pawn);
        let sliders =
            ray::diagonals(king) & self.diagonal_sliders() | ray::orthogonals(king) & self.orthogonal_sliders();
        let sees_king = |slider| (ray::between(king, slider) & self.occupied()).is_empty();
        (leapers & self.them).any() || squares(sliders & self.them).any(sees_king)
    }

    /// Whether the opponent attacks `square`. Sliders attack through every square that is not in `occupied`.
    #[inline]
    pub(super) fn attacked(&self, square: Square, occupied: Bitset) -> bool {
        let leapers = ray::pawn(self.side.index(), square) & self.kind(Piece::Pawn)
            | ray::knight(square) & self.kind(Piece::Knight)
            | ray::king(square) & self.kind(Piece::King);
        let sliders = ray::bishop(square, occupied) & self.diagonal_sliders()
            | ray::rook(square, occupied) & self.orthogonal_sliders();
        ((leapers | sliders) & self.them).any()
    }
}

/// The squares that the side not to move attacks.
pub(super) fn attacked_by_opponent(position: &ChessPosition) -> Bitset {
    let (them, occupied) = (position.them, position.occupied());
    let mut attacked =
        ray::king(position.king(!position.side)) | pawn_attacks(!position.side, them & position.kind(Piece::Pawn));
    for from in squares(them & position.kind(Piece::Knight)) {
        attacked |= ray::knight(from);
    }
    for from in squares(them & position.diagonal_sliders()) {
        attacked |= ray::bishop(from, occupied);
    }
    for from in squares(them & position.orthogonal_sliders()) {
        attacked |= ray::rook(from, occupied);
    }
    attacked
}

/// The squares that pawns of `side` attack.
#[inline]
pub(super) fn pawn_attacks(side: Side, pawns: Bitset) -> Bitset {
    let (west, east) = ((pawns & !file_set(0)).0, (pawns & !file_set(7)).0);
    Bitset(match side {
        Side::First => west << 7 | east << 9,
        Side::Second => west >> 9 | east >> 7,
    })
}

/// The squares that a piece attacks from a square; none for a pawn, whose attacks depend on its side. Sliders attack through
/// every square that is not in `occupied`.
#[inline]
pub(super) fn piece_attacks(piece: Piece, from: Square, occupied: Bitset) -> Bitset {
    match piece {
        Piece::Pawn => Bitset::EMPTY,
        Piece::Knight => ray::knight(from),
        Piece::Bishop => ray::bishop(from, occupied),
        Piece::Rook => ray::rook(from, occupied),
        Piece::Queen => ray::bishop(from, occupied) | ray::rook(from, occupied),
        Piece::King => ray::king(from),
    }
}

/// Tells cheaply which moves of a position give check.
pub struct CheckInfo {
    /// By [`piece_code`](ChessPosition::piece_code): the squares from which a piece attacks the opponent's king.
    check_squares: [Bitset; 8],
    /// The pieces that give a discovered check when they leave the line to the opponent's king.
    discoverers: Bitset,
}

impl CheckInfo {
    /// For the moves of the side to move.
    pub fn of(position: &ChessPosition) -> CheckInfo {
        let king = position.king(!position.side);
        let occupied = position.occupied();
        let (diagonal, orthogonal) = (ray::bishop(king, occupied), ray::rook(king, occupied));
        let pawn = ray::pawn((!position.side).index(), king);
        let none = Bitset::EMPTY;
        let both = diagonal | orthogonal;
        CheckInfo {
            check_squares: [none, pawn, ray::knight(king), diagonal, orthogonal, both, none, none],
            discoverers: discoverers(position, king, both & position.us),
        }
    }

    /// Whether the legal move `mv` gives check. A promotion is treated as a move of the pawn, and the
    /// answer may be wrong for castling and for en passant.
    #[inline]
    pub fn gives_check(&self, position: &ChessPosition, mv: ChessMove) -> bool {
        let direct = self.check_squares[position.piece_code(mv.from())];
        direct.has(mv.to().number()) || self.discoverers.has(mv.from().number()) && discovers_check(position, mv)
    }
}

/// The pieces of `near` (those that a queen on the opponent's king would hit) that stand alone
/// between the king and a slider of their own side.
fn discoverers(position: &ChessPosition, king: Square, near: Bitset) -> Bitset {
    let others = position.occupied() & !near;
    let hidden = ray::bishop(king, others) & position.diagonal_sliders()
        | ray::rook(king, others) & position.orthogonal_sliders();
    near & squares(hidden & position.us).fold(Bitset::EMPTY, |set, slider| set | ray::between(king, slider))
}

/// Whether `mv` discovers a check.
fn discovers_check(position: &ChessPosition, mv: ChessMove) -> bool {
    let king = position.king(!position.side);
    let occupied = position.occupied() & !mv.from().set() | mv.to().set();
    let sliders = ray::bishop(king, occupied) & position.diagonal_sliders()
        | ray::rook(king, occupied) & position.orthogonal_sliders();
    (sliders & position.us & !mv.from().set()).any()
}
