//! Legal moves, as sets of squares.
//!
//! No code here depends on the colour: a step up the board rotates the 64 bits by 8 or by -8.

use super::attack::CheckersAndPins;
use super::{ChessPosition, Piece, PieceMoves};
use crate::board::square::{Square, file_set, first, rank_set, squares};
use crate::board::{Bitset, ray};
use crate::game::Side;
use std::ops::ControlFlow;

/// Selects moves by the squares they go to. Castling goes to the square of the rook.
#[derive(Clone, Copy, Debug)]
pub struct MoveTargets {
    /// For pawns.
    pub pawns: Bitset,
    /// For all other pieces.
    pub pieces: Bitset,
}

impl MoveTargets {
    /// Every move.
    pub const ALL: MoveTargets = MoveTargets { pawns: Bitset(!0), pieces: Bitset(!0) };
}

impl ChessPosition {
    /// Selects captures and promotions.
    pub fn noisy_targets(&self) -> MoveTargets {
        let en_passant = self.en_passant.map_or(Bitset::EMPTY, Square::set);
        MoveTargets { pawns: self.them | en_passant | LAST_RANKS, pieces: self.them }
    }

    /// Selects all other moves than [`noisy_targets`](ChessPosition::noisy_targets).
    pub fn quiet_targets(&self) -> MoveTargets {
        let MoveTargets { pawns, pieces } = self.noisy_targets();
        MoveTargets { pawns: !pawns, pieces: !pieces }
    }

    /// Shows all legal moves to the listener until it breaks. A set may be empty.
    #[inline]
    pub fn generate<B>(&self, listener: impl FnMut(PieceMoves) -> ControlFlow<B>) -> ControlFlow<B> {
        self.generate_to(MoveTargets::ALL, listener)
    }

    /// Like [`generate`](ChessPosition::generate), for the selected moves. The moves of a queen come in two sets.
    #[inline]
    pub fn generate_to<B>(
        &self,
        targets: MoveTargets,
        listener: impl FnMut(PieceMoves) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.generate_guarded(targets, &CheckersAndPins::of(self), None, listener)
    }

    /// Like [`generate_to`](ChessPosition::generate_to), where the checks and pins are known, and perhaps the squares that
    /// the opponent attacks.
    #[inline]
    pub(super) fn generate_guarded<B>(
        &self,
        targets: MoveTargets,
        guard: &CheckersAndPins,
        threatened: Option<Bitset>,
        mut listener: impl FnMut(PieceMoves) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let king = self.king(self.side);
        listener(self.king_moves(king, guard, threatened, targets.pieces))?;
        if guard.checkers.several() {
            return ControlFlow::Continue(());
        }
        let evasions =
            if guard.checkers.any() { ray::between(king, first(guard.checkers)) | guard.checkers } else { Bitset(!0) };
        self.pawn_moves(king, guard, targets.pawns, evasions, &mut listener)?;
        let targets = targets.pieces & evasions & !self.us;
        let pinned = guard.diagonal_pins | guard.orthogonal_pins;
        for from in squares(self.us & self.kind(Piece::Knight) & !pinned) {
            listener(PieceMoves::of_piece(from, ray::knight(from) & targets))?;
        }
        let occupied = self.occupied();
        for from in squares(self.us & self.diagonal_sliders() & !guard.orthogonal_pins) {
            let reached = ray::bishop(from, occupied) & targets;
            listener(PieceMoves::of_piece(from, reached & pin_mask(guard.diagonal_pins, from)))?;
        }
        for from in squares(self.us & self.orthogonal_sliders() & !guard.diagonal_pins) {
            let reached = ray::rook(from, occupied) & targets;
            listener(PieceMoves::of_piece(from, reached & pin_mask(guard.orthogonal_pins, from)))?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn king_moves(
        &self,
        king: Square,
        guard: &CheckersAndPins,
        threatened: Option<Bitset>,
        targets: Bitset,
    ) -> PieceMoves {
        let reached = ray::king(king) & targets & !self.us;
        let mut safe = match threatened {
            // The king hides no square from a slider that does not give check.
            Some(threatened) if guard.checkers.is_empty() => reached & !threatened,
            _ => {
                let occupied = self.occupied() ^ king.set();
                squares(reached)
                    .filter(|&to| !self.attacked(to, occupied))
                    .fold(Bitset::EMPTY, |safe, to| safe | to.set())
            }
        };
        if guard.checkers.is_empty() && (self.castling & self.us & targets).any() {
            safe |= self.castling_rooks(king, guard) & targets;
        }
        PieceMoves::of_piece(king, safe)
    }

    /// The rooks with which the side to move can castle now. It must not be in check.
    ///
    /// A piece between king and rook always stands in the way of one of them. A pinned rook cannot
    /// castle: the king would be attacked after it, too.
    pub(super) fn castling_rooks(&self, king: Square, guard: &CheckersAndPins) -> Bitset {
        let mut rooks = Bitset::EMPTY;
        for rook in squares(self.castling & self.us & !guard.orthogonal_pins) {
            if (ray::between(king, rook) & self.occupied()).any() {
                continue;
            }
            let (king_to, rook_to) = castling_destinations(king, rook);
            let king_path = ray::between(king, king_to) | king_to.set();
            let rook_path = ray::between(rook, rook_to) | rook_to.set();
            let others = self.occupied() ^ king.set() ^ rook.set();
            let free = ((king_path | rook_path) & others).is_empty();
            if free && squares(king_path & !king.set()).all(|to| !self.attacked(to, self.occupied())) {
                rooks |= rook.set();
            }
        }
        rooks
    }

    #[inline]
    fn pawn_moves<B>(
        &self,
        king: Square,
        guard: &CheckersAndPins,
        targets: Bitset,
        evasions: Bitset,
        listener: &mut impl FnMut(PieceMoves) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let pawns = self.us & self.kind(Piece::Pawn);
        let wanted = targets & evasions;
        let up = pawn_push(self.side);

        let empty = !self.occupied();
        let pushers = pawns & !guard.diagonal_pins & (!guard.orthogonal_pins | file_set(king.file()));
        let single = pushers.rotate(up) & empty;
        let double = (single & rank_set(third_rank(self.side))).rotate(up) & empty & wanted;
        let single = single & wanted;

        let takers = pawns & !guard.orthogonal_pins;
        let take = |side_step: i16, edge: Bitset| {
            let takers = takers & !edge;
            let free = (takers & !guard.diagonal_pins).rotate(up + side_step);
            let pinned = (takers & guard.diagonal_pins).rotate(up + side_step) & guard.diagonal_pins;
            (free | pinned) & self.them & wanted
        };
        let (west, east) = (take(-1, file_set(0)), take(1, file_set(7)));

        listener(PieceMoves::of_pawns(2 * up, double, false))?;
        for (step, set) in [(up, single), (up - 1, west), (up + 1, east)] {
            listener(PieceMoves::of_pawns(step, set & !LAST_RANKS, false))?;
        }
        if ((single | west | east) & LAST_RANKS).any() {
            for (step, set) in [(up, single), (up - 1, west), (up + 1, east)] {
                listener(PieceMoves::of_pawns(step, set & LAST_RANKS, true))?;
            }
        }
        if let Some(target) = self.en_passant
            && targets.has(target.number())
        {
            for from in squares(self.en_passant_takers()) {
                listener(PieceMoves::of_piece(from, target.set()))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The squares of king and rook after castling: on the g- and f-file, or on the c- and d-file.
pub(super) fn castling_destinations(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = if rook > king { (6, 5) } else { (2, 3) };
    let rank = king.rank();
    (Square::at(king_file, rank), Square::at(rook_file, rank))
}

/// The difference of square numbers of a pawn's single step.
#[inline]
pub(super) const fn pawn_push(side: Side) -> i16 {
    match side {
        Side::First => 8,
        Side::Second => -8,
    }
}

const LAST_RANKS: Bitset = Bitset(0xff00_0000_0000_00ff);

/// The rank that a pawn reaches by a single step from its start, counted from 0.
#[inline]
const fn third_rank(side: Side) -> u8 {
    match side {
        Side::First => 2,
        Side::Second => 5,
    }
}

/// The squares to which the pins let the piece on `from` move: `pins` if it is pinned, else all.
#[inline]
fn pin_mask(pins: Bitset, from: Square) -> Bitset {
    if pins.has(from.number()) { pins } else { Bitset(!0) }
}

impl Bitset {
    /// The set with every square moved by `step`. Squares wrap around; the caller keeps off the edges.
    #[inline]
    fn rotate(self, step: i16) -> Bitset {
        Bitset(self.0.rotate_left((step & 63) as u32))
    }
}
