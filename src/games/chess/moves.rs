//! A move in 16 bits, and sets of moves.

use super::Piece;
use crate::board::Bitset;
use crate::board::square::Square;
use std::fmt;
use std::ops::ControlFlow;

/// A move: the squares from and to, and the promotion piece. Castling is the king capturing its own rook.
///
/// The bits are those of the Polyglot book format: 0-5 to, 6-11 from, 12-14 promotion (0 none,
/// 1 knight, 2 bishop, 3 rook, 4 queen).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChessMove(u16);

impl ChessMove {
    /// The move from one square to another.
    #[inline]
    pub const fn new(from: Square, to: Square) -> ChessMove {
        ChessMove(to.number() as u16 | (from.number() as u16) << 6)
    }

    /// A promotion to `piece`, which is neither a pawn nor a king.
    #[inline]
    pub fn promoting(from: Square, to: Square, piece: Piece) -> ChessMove {
        debug_assert!(piece != Piece::Pawn && piece != Piece::King);
        ChessMove(ChessMove::new(from, to).0 | (piece as u16) << 12)
    }

    /// The move with these 16 bits. It need not be a possible move.
    #[inline]
    pub const fn from_bits(bits: u16) -> ChessMove {
        ChessMove(bits)
    }

    /// The 16 bits of the Polyglot format.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The square that the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8)
    }

    /// The square to which the piece moves; for castling, the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    /// The promotion piece.
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

/// A set of similar moves, given by their target squares. It may be empty.
///
/// Either one piece moves to each of the squares, or all pawns move by the same step. In both cases the
/// bits of the move to a square are `square * factor + base`, so that listing and counting need no branch.
#[derive(Clone, Copy, Debug)]
pub struct PieceMoves {
    /// The squares to which the moves go.
    pub targets: Bitset,
    base: u16,
    factor: u16,
    promoting: bool,
}

impl PieceMoves {
    /// The moves of the piece on `from`.
    #[inline]
    pub(super) fn of_piece(from: Square, targets: Bitset) -> PieceMoves {
        PieceMoves { targets, base: (from.number() as u16) << 6, factor: 1, promoting: false }
    }

    /// The moves of pawns by `step` (a difference of square numbers), promotions if `promoting`.
    #[inline]
    pub(super) fn of_pawns(step: i16, targets: Bitset, promoting: bool) -> PieceMoves {
        PieceMoves { targets, base: (step * -64) as u16, factor: 65, promoting }
    }

    /// The number of moves.
    #[inline]
    pub fn count(self) -> u32 {
        self.targets.count() << (u32::from(self.promoting) * 2)
    }

    /// Shows every move to the listener until it breaks, by target square; promotions to a queen come first.
    #[inline]
    pub fn visit<B>(self, mut listener: impl FnMut(ChessMove) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.promoting {
            let promotions = |to| PROMOTIONS.iter().map(move |bits| ChessMove(self.move_to(to).0 | bits));
            return self.targets.into_iter().flat_map(promotions).try_for_each(listener);
        }
        for to in self.targets {
            listener(self.move_to(to))?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `listener` with every move, sorted by promotion piece and then by target square, not the other way round
    /// as by [`visit`](Self::visit). There is only one call of `listener`, so the compiler inlines it.
    #[inline(always)]
    pub(super) fn for_each(self, mut listener: impl FnMut(ChessMove)) {
        let promotions = if self.promoting { PROMOTIONS } else { &[0] };
        for promotion in promotions {
            for to in self.targets {
                listener(ChessMove(self.move_to(to).0 | promotion));
            }
        }
    }

    /// A square from which one of the moves begins. The same kind of piece makes all of them. There must be a move.
    #[inline]
    pub fn origin(self) -> Square {
        debug_assert!(self.targets.any());
        self.move_to(self.targets.first()).from()
    }

    #[inline]
    fn move_to(self, to: u8) -> ChessMove {
        ChessMove(u16::from(to).wrapping_mul(self.factor).wrapping_add(self.base))
    }
}

const QUEEN: u16 = (Piece::Queen as u16) << 12;
const KNIGHT: u16 = (Piece::Knight as u16) << 12;

/// The bits of promotions.
const PROMOTIONS: &[u16] = &[QUEEN, QUEEN - KNIGHT, QUEEN - 2 * KNIGHT, KNIGHT];
