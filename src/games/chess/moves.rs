//! A move in 16 bits, and sets of moves.

use super::Piece;
use crate::board::Bitset;
use crate::board::square::Square;
use std::fmt;
use std::ops::ControlFlow;

/// A move: from, to, and the piece that a pawn becomes. Castling is the king taking its own rook.
///
/// The bits are those of the Polyglot book format: to 0-5, from 6-11, promotion 12-14 (0 none,
/// 1 knight, 2 bishop, 3 rook, 4 queen).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChessMove(u16);

impl ChessMove {
    /// The move from one square to another.
    #[inline]
    pub const fn new(from: Square, to: Square) -> ChessMove {
        ChessMove(to.number() as u16 | (from.number() as u16) << 6)
    }

    /// The move of a pawn that becomes a `piece`, which is neither a pawn nor a king.
    #[inline]
    pub fn promoting(from: Square, to: Square, piece: Piece) -> ChessMove {
        debug_assert!(piece != Piece::Pawn && piece != Piece::King);
        ChessMove(ChessMove::new(from, to).0 | (piece as u16) << 12)
    }

    /// The move with these 16 bits, which may mean nothing.
    #[inline]
    pub const fn from_bits(bits: u16) -> ChessMove {
        ChessMove(bits)
    }

    /// The 16 bits of the Polyglot format.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Where the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8)
    }

    /// Where the piece arrives; for castling, the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Piece> {
        match self.0 >> 12 {
            1 => Some(Piece::Knight),
            2 => Some(Piece::Bishop),
            3 => Some(Piece::Rook),
            4 => Some(Piece::Queen),
            _ => None,
        }
    }
}

impl fmt::Debug for ChessMove {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(piece) => write!(formatter, "{}", piece.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// Moves of one kind, told by the squares they go to. It may be empty.
///
/// Either one piece goes to each of the squares, or many pawns go the same way. In both cases the
/// move to a square is `square * factor + base`, so that neither listing nor counting branches.
#[derive(Clone, Copy, Debug)]
pub struct MoveSet {
    /// Where the moves go.
    pub targets: Bitset,
    base: u16,
    factor: u16,
    promoting: bool,
}

impl MoveSet {
    /// The moves of the piece on `from`.
    #[inline]
    pub(super) fn of_piece(from: Square, targets: Bitset) -> MoveSet {
        MoveSet {
            targets,
            base: (from.number() as u16) << 6,
            factor: 1,
            promoting: false,
        }
    }

    /// The moves of pawns that go `step` squares each, and become pieces if `promoting`.
    #[inline]
    pub(super) fn of_pawns(step: i16, targets: Bitset, promoting: bool) -> MoveSet {
        MoveSet {
            targets,
            base: (step * -64) as u16,
            factor: 65,
            promoting,
        }
    }

    /// The number of moves.
    #[inline]
    pub fn count(self) -> u32 {
        self.targets.count() << (u32::from(self.promoting) * 2)
    }

    /// Shows every move to the listener until it breaks, in the order of the iterator, but with
    /// one decision on promotions a set instead of one a move.
    #[inline]
    pub fn visit<B>(self, mut listener: impl FnMut(ChessMove) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.promoting {
            return self.into_iter().try_for_each(listener);
        }
        for to in self.targets {
            listener(self.plain(to))?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn plain(self, to: u8) -> ChessMove {
        ChessMove(
            u16::from(to)
                .wrapping_mul(self.factor)
                .wrapping_add(self.base),
        )
    }
}

impl IntoIterator for MoveSet {
    type Item = ChessMove;
    type IntoIter = Moves;

    #[inline]
    fn into_iter(self) -> Moves {
        Moves {
            set: self,
            promotion: if self.promoting { QUEEN } else { 0 },
        }
    }
}

/// The moves of a [`MoveSet`], by target; the queen first among promotions.
#[derive(Clone, Debug)]
pub struct Moves {
    set: MoveSet,
    promotion: u16,
}

const QUEEN: u16 = (Piece::Queen as u16) << 12;
const KNIGHT: u16 = (Piece::Knight as u16) << 12;

impl Iterator for Moves {
    type Item = ChessMove;

    #[inline]
    fn next(&mut self) -> Option<ChessMove> {
        if self.set.targets.is_empty() {
            return None;
        }
        let mv = ChessMove(self.set.plain(self.set.targets.first()).0 | self.promotion);
        if self.set.promoting && self.promotion > KNIGHT {
            self.promotion -= KNIGHT;
        } else {
            self.set.targets = self.set.targets.rest();
            self.promotion = if self.set.promoting { QUEEN } else { 0 };
        }
        Some(mv)
    }
}
