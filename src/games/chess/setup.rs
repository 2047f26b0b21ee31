//! Sets up a board and checks that it is a legal position.

use super::generate::pawn_push;
use super::{ChessPosition, Piece};
use crate::board::square::{Square, rank_set, squares};
use crate::board::{Bitset, ray};
use crate::game::Side;
use thiserror::Error;

/// A board with pieces that has not been checked yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChessSetup {
    /// The piece on each square, a1 first.
    pub board: [Option<(Side, Piece)>; 64],
    /// The side to move.
    pub side: Side,
    /// The rooks with which castling is allowed.
    pub castling: Bitset,
    /// The square behind a pawn that has just made a double step.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub clock: u16,
    /// The number of the move in the game.
    pub full_move: u16,
}

/// Why a board is not a legal position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ChessSetupError {
    /// A side has no king, or several: how many.
    #[error("{side} has {1} kings; expected 1", side = side_name(*.0))]
    Kings(Side, u32),
    /// A side has more pieces than a game begins with: how many.
    #[error("{side} has {1} pieces; expected at most 16", side = side_name(*.0))]
    Pieces(Side, u32),
    /// A pawn stands on the first or last rank.
    #[error("pawn on {0}; expected pawns on the ranks 2 to 7 alone")]
    Pawn(Square),
    /// The side that has just moved is in check.
    #[error("{} is in check but not to move", side_name(*.0))]
    Exposed(Side),
    /// More pieces give check than is possible: how many.
    #[error("{0} pieces give check; expected at most 2")]
    Checkers(u32),
    /// A castling right without its king, or without a rook on this square.
    #[error("castling with {0} needs a rook there, and the king on the same back rank")]
    Castling(Square),
    /// An en passant square without a pawn that can have passed it.
    #[error("en passant on {0} needs a pawn that has just passed it by a double step")]
    EnPassant(Square),
}

impl ChessSetup {
    /// An empty board, White to move.
    pub fn empty() -> ChessSetup {
        ChessSetup {
            board: [None; 64],
            side: Side::First,
            castling: Bitset::EMPTY,
            en_passant: None,
            clock: 0,
            full_move: 1,
        }
    }

    /// The starting position of chess.
    pub fn start() -> ChessSetup {
        use Piece::{Bishop, King, Knight, Queen, Rook};
        ChessSetup::with_back_rank([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook])
    }

    /// A starting position of Chess960 with these pieces on the back rank, a-file first.
    pub fn with_back_rank(pieces: [Piece; 8]) -> ChessSetup {
        let mut setup = ChessSetup::empty();
        for (file, piece) in (0..8).zip(pieces) {
            for (rank, side, piece) in [
                (0, Side::First, piece),
                (1, Side::First, Piece::Pawn),
                (6, Side::Second, Piece::Pawn),
                (7, Side::Second, piece),
            ] {
                let square = Square::at(file, rank);
                setup.board[square.index()] = Some((side, piece));
                if piece == Piece::Rook {
                    setup.castling |= square.set();
                }
            }
        }
        setup
    }

    /// The position, if it is legal. An en passant square that no pawn attacks is dropped.
    pub fn position(&self) -> Result<ChessPosition, ChessSetupError> {
        let &ChessSetup { side, castling, clock, full_move, .. } = self;
        let mut position = ChessPosition { side, castling, clock, full_move, ..ChessPosition::empty() };
        for square in (0..64).map(Square::new) {
            if let Some((side, piece)) = self.board[square.index()] {
                position.put(side, piece, square);
            }
        }
        check_pieces(&position)?;
        check_castling(&position)?;
        if let Some(square) = self.en_passant {
            check_en_passant(&position, square)?;
            let takers = ray::pawn((!self.side).index(), square) & position.us;
            position.en_passant = (takers & position.kind(Piece::Pawn)).any().then_some(square);
        }
        position.key_without_en_passant = position.key_from_scratch();
        position.in_check = position.king_is_attacked();
        Ok(position)
    }
}

impl From<&ChessPosition> for ChessSetup {
    fn from(position: &ChessPosition) -> ChessSetup {
        let &ChessPosition { side, castling, en_passant, clock, full_move, .. } = position;
        let piece = |square| position.side_at(square).zip(position.piece_at(square));
        let board = std::array::from_fn(|index| piece(Square::new(index as u8)));
        ChessSetup { board, side, castling, en_passant, clock, full_move }
    }
}

/// The name of a side in messages.
pub(super) const fn side_name(side: Side) -> &'static str {
    ["white", "black"][side.index()]
}

/// The rank on which a side's pieces start, counted from 0.
pub(super) const fn back_rank(side: Side) -> u8 {
    [0, 7][side.index()]
}

fn check_pieces(position: &ChessPosition) -> Result<(), ChessSetupError> {
    for side in Side::BOTH {
        let kings = (position.kind(Piece::King) & position.of(side)).count();
        if kings != 1 {
            return Err(ChessSetupError::Kings(side, kings));
        }
        let pieces = position.of(side).count();
        if pieces > 16 {
            return Err(ChessSetupError::Pieces(side, pieces));
        }
    }
    if let Some(square) = squares(position.kind(Piece::Pawn) & (rank_set(0) | rank_set(7))).next() {
        return Err(ChessSetupError::Pawn(square));
    }
    let side = !position.side;
    if (position.attackers(position.king(side), position.occupied()) & position.us).any() {
        return Err(ChessSetupError::Exposed(side));
    }
    match position.checkers().count() {
        0..=2 => Ok(()),
        found => Err(ChessSetupError::Checkers(found)),
    }
}

fn check_castling(position: &ChessPosition) -> Result<(), ChessSetupError> {
    for square in squares(position.castling) {
        let fits = Side::BOTH.into_iter().find(|&side| square.rank() == back_rank(side)).is_some_and(|side| {
            let rooks = position.kind(Piece::Rook) & position.of(side);
            rooks.has(square.number()) && position.king(side).rank() == square.rank()
        });
        if !fits {
            return Err(ChessSetupError::Castling(square));
        }
    }
    for side in Side::BOTH {
        let (king, rooks) = (position.king(side), position.castling & position.of(side));
        let mut west = squares(rooks).filter(|&rook| rook < king);
        let mut east = squares(rooks).filter(|&rook| rook > king);
        if let Some(square) = west.nth(1).or_else(|| east.nth(1)) {
            return Err(ChessSetupError::Castling(square));
        }
    }
    Ok(())
}

fn check_en_passant(position: &ChessPosition, square: Square) -> Result<(), ChessSetupError> {
    let mover = !position.side;
    let passed_rank = [2, 5][mover.index()];
    let beside = |step: i16| Square::new((i16::from(square.number()) + step) as u8 & 63);
    let (pawn, origin) = (beside(pawn_push(mover)), beside(-pawn_push(mover)));
    let fits = square.rank() == passed_rank
        && (position.them & position.kind(Piece::Pawn)).has(pawn.number())
        && (position.occupied() & (square.set() | origin.set())).is_empty();
    if fits { Ok(()) } else { Err(ChessSetupError::EnPassant(square)) }
}
