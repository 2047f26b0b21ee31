//! Legal moves, as sets of squares.
//!
//! Nothing here asks for the colour: "up the board" is a rotation of the 64 bits by 8 or by -8.

use super::attack::Guard;
use super::{ChessPosition, MoveSet, Piece};
use crate::board::square::{Square, file_set, first, rank_set, squares};
use crate::board::{Bitset, ray};
use crate::game::Side;
use std::ops::ControlFlow;

/// Which moves to list, by the squares they go to. Castling goes to the square of the rook.
#[derive(Clone, Copy, Debug)]
pub struct MoveTargets {
    /// For pawns.
    pub pawns: Bitset,
    /// For all other pieces.
    pub pieces: Bitset,
}

impl MoveTargets {
    /// Every move.
    pub const ALL: MoveTargets = MoveTargets {
        pawns: Bitset(!0),
        pieces: Bitset(!0),
    };
}

impl ChessPosition {
    /// The captures and promotions.
    pub fn noisy(&self) -> MoveTargets {
        let en_passant = self.en_passant.map_or(Bitset::EMPTY, Square::set);
        MoveTargets {
            pawns: self.them | en_passant | LAST_RANKS,
            pieces: self.them,
        }
    }

    /// The moves that are not [`noisy`](ChessPosition::noisy).
    pub fn quiet(&self) -> MoveTargets {
        let MoveTargets { pawns, pieces } = self.noisy();
        MoveTargets {
            pawns: !pawns,
            pieces: !pieces,
        }
    }

    /// Shows all legal moves, in sets that may be empty, until the listener breaks.
    #[inline]
    pub fn generate<B>(&self, listener: impl FnMut(MoveSet) -> ControlFlow<B>) -> ControlFlow<B> {
        self.generate_to(MoveTargets::ALL, listener)
    }

    /// Shows the legal moves to some squares. A queen's moves come in two sets.
    #[inline]
    pub fn generate_to<B>(
        &self,
        targets: MoveTargets,
        mut listener: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let guard = Guard::of(self);
        let king = self.king(self.side);
        listener(self.king_moves(king, &guard, targets.pieces))?;
        if guard.checkers.several() {
            return ControlFlow::Continue(());
        }
        let answers = match guard.checkers.any() {
            true => ray::between(king, first(guard.checkers)) | guard.checkers,
            false => Bitset(!0),
        };
        self.pawn_moves(king, &guard, targets.pawns, answers, &mut listener)?;
        let targets = targets.pieces & answers & !self.us;
        let pinned = guard.diagonal | guard.straight;
        for from in squares(self.us & self.kind(Piece::Knight) & !pinned) {
            listener(MoveSet::of_piece(from, ray::knight(from) & targets))?;
        }
        let occupied = self.occupied();
        for from in squares(self.us & self.diagonal_sliders() & !guard.straight) {
            let reached = ray::bishop(from, occupied) & targets;
            let allowed = along(guard.diagonal, from);
            listener(MoveSet::of_piece(from, reached & allowed))?;
        }
        for from in squares(self.us & self.straight_sliders() & !guard.diagonal) {
            let reached = ray::rook(from, occupied) & targets;
            let allowed = along(guard.straight, from);
            listener(MoveSet::of_piece(from, reached & allowed))?;
        }
        ControlFlow::Continue(())
    }

    /// The number of legal moves, without listing them.
    #[inline]
    pub(super) fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.generate(|set| {
            count += set.count();
            ControlFlow::<()>::Continue(())
        });
        u64::from(count)
    }

    #[inline]
    fn king_moves(&self, king: Square, guard: &Guard, targets: Bitset) -> MoveSet {
        let mut safe = Bitset::EMPTY;
        let occupied = self.occupied() ^ king.set();
        for to in squares(ray::king(king) & targets & !self.us) {
            if !self.attacked(to, occupied) {
                safe |= to.set();
            }
        }
        if guard.checkers.is_empty() && (self.castling & self.us).any() {
            safe |= self.castlings(king, guard) & targets;
        }
        MoveSet::of_piece(king, safe)
    }

    /// The rooks that can castle now. Nobody is in check.
    ///
    /// A piece between the two always bars the way of one of them. A rook that is pinned would
    /// uncover the king even where it stands after castling.
    pub(super) fn castlings(&self, king: Square, guard: &Guard) -> Bitset {
        let mut rooks = Bitset::EMPTY;
        for rook in squares(self.castling & self.us & !guard.straight) {
            if (ray::between(king, rook) & self.occupied()).any() {
                continue;
            }
            let (king_to, rook_to) = castled(king, rook);
            let king_path = ray::between(king, king_to) | king_to.set();
            let rook_path = ray::between(rook, rook_to) | rook_to.set();
            let others = self.occupied() ^ king.set() ^ rook.set();
            let free = ((king_path | rook_path) & others).is_empty();
            let safe = |to| !self.attacked(to, self.occupied());
            if free && squares(king_path & !king.set()).all(safe) {
                rooks |= rook.set();
            }
        }
        rooks
    }

    /// Whether the opponent attacks `square` over the `occupied` squares.
    #[inline]
    pub(super) fn attacked(&self, square: Square, occupied: Bitset) -> bool {
        let leapers = ray::pawn(self.side.index(), square) & self.kind(Piece::Pawn)
            | ray::knight(square) & self.kind(Piece::Knight)
            | ray::king(square) & self.kind(Piece::King);
        let sliders = ray::bishop(square, occupied) & self.diagonal_sliders()
            | ray::rook(square, occupied) & self.straight_sliders();
        ((leapers | sliders) & self.them).any()
    }

    #[inline]
    fn pawn_moves<B>(
        &self,
        king: Square,
        guard: &Guard,
        targets: Bitset,
        answers: Bitset,
        listener: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let pawns = self.us & self.kind(Piece::Pawn);
        let wanted = targets & answers;
        let up = up(self.side);

        let empty = !self.occupied();
        let pushers = pawns & !guard.diagonal & (!guard.straight | file_set(king.file()));
        let single = pushers.turn(up) & empty;
        let double = (single & rank_set(third_rank(self.side))).turn(up) & empty & wanted;
        let single = single & wanted;

        let takers = pawns & !guard.straight;
        let take = |side_step: i16, edge: Bitset| {
            let takers = takers & !edge;
            let free = (takers & !guard.diagonal).turn(up + side_step);
            let pinned = (takers & guard.diagonal).turn(up + side_step) & guard.diagonal;
            (free | pinned) & self.them & wanted
        };
        let (west, east) = (take(-1, file_set(0)), take(1, file_set(7)));

        listener(MoveSet::of_pawns(2 * up, double, false))?;
        for (step, set) in [(up, single), (up - 1, west), (up + 1, east)] {
            listener(MoveSet::of_pawns(step, set & !LAST_RANKS, false))?;
        }
        if ((single | west | east) & LAST_RANKS).any() {
            for (step, set) in [(up, single), (up - 1, west), (up + 1, east)] {
                listener(MoveSet::of_pawns(step, set & LAST_RANKS, true))?;
            }
        }
        if let Some(target) = self.en_passant
            && targets.has(target.number())
        {
            for from in squares(self.en_passant_takers()) {
                listener(MoveSet::of_piece(from, target.set()))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Where king and rook stand after castling: on the g- and f-file, or on the c- and d-file.
pub(super) fn castled(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = if rook > king { (6, 5) } else { (2, 3) };
    let rank = king.rank();
    (Square::at(king_file, rank), Square::at(rook_file, rank))
}

/// How far a pawn's single step goes.
#[inline]
pub(super) const fn up(side: Side) -> i16 {
    match side {
        Side::First => 8,
        Side::Second => -8,
    }
}

const LAST_RANKS: Bitset = Bitset(0xff00_0000_0000_00ff);

/// The rank a pawn reaches by its first single step.
#[inline]
const fn third_rank(side: Side) -> u8 {
    match side {
        Side::First => 2,
        Side::Second => 5,
    }
}

/// The pinning rays if the piece on `from` stands on one, else all squares.
#[inline]
fn along(pins: Bitset, from: Square) -> Bitset {
    match pins.has(from.number()) {
        true => pins,
        false => Bitset(!0),
    }
}

impl Bitset {
    /// Every square moved by `step` (with wrap-around; the caller keeps off the edges).
    #[inline]
    fn turn(self, step: i16) -> Bitset {
        Bitset(self.0.rotate_left((step & 63) as u32))
    }
}
