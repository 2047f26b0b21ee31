//! Sets up a board and checks that it is a legal position.

use super::generate::pawn_push;
use super::{ChessPosition, Piece};
use crate::board::square::{Square, rank_set, squares};
use crate::board::{Bitset, ray};
use crate::game::Side;

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

    /// The position. An en passant square that no pawn attacks is dropped.
    ///
    /// # Errors
    /// It is not legal: what was found, and what was expected.
    pub fn position(&self) -> Result<ChessPosition, String> {
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

fn check_pieces(position: &ChessPosition) -> Result<(), String> {
    for side in Side::BOTH {
        let name = side_name(side);
        let kings = (position.kind(Piece::King) & position.of(side)).count();
        if kings != 1 {
            return Err(format!("{name} has {kings} kings; expected 1"));
        }
        let pieces = position.of(side).count();
        if pieces > 16 {
            return Err(format!("{name} has {pieces} pieces; expected at most 16"));
        }
    }
    if let Some(square) = squares(position.kind(Piece::Pawn) & (rank_set(0) | rank_set(7))).next() {
        return Err(format!("pawn on {square}; expected pawns on the ranks 2 to 7 alone"));
    }
    let side = !position.side;
    if (position.attackers(position.king(side), position.occupied()) & position.us).any() {
        return Err(format!("{} is in check but not to move", side_name(side)));
    }
    match position.checkers().count() {
        0..=2 => Ok(()),
        found => Err(format!("{found} pieces give check; expected at most 2")),
    }
}

fn check_castling(position: &ChessPosition) -> Result<(), String> {
    let fits = |square: &Square| {
        let side = Side::BOTH.into_iter().find(|&side| square.rank() == back_rank(side));
        side.is_some_and(|side| {
            let rooks = position.kind(Piece::Rook) & position.of(side);
            rooks.has(square.number()) && position.king(side).rank() == square.rank()
        })
    };
    // A king has one rook on each of its sides.
    let second = |side| {
        let (king, rooks) = (position.king(side), position.castling & position.of(side));
        let mut west = squares(rooks).filter(|&rook| rook < king);
        let mut east = squares(rooks).filter(|&rook| rook > king);
        west.nth(1).or_else(|| east.nth(1))
    };
    if let Some(square) = squares(position.castling).find(|square| !fits(square)) {
        return Err(format!("castling with {square} needs a rook there, and the king on the same back rank"));
    }
    match Side::BOTH.into_iter().find_map(second) {
        Some(square) => Err(format!(
            "castling with {square} and a second rook on the same side of the king; expected one on each side"
        )),
        None => Ok(()),
    }
}

fn check_en_passant(position: &ChessPosition, square: Square) -> Result<(), String> {
    let mover = !position.side;
    let passed_rank = [2, 5][mover.index()];
    let beside = |step: i16| Square::new((i16::from(square.number()) + step) as u8 & 63);
    let (pawn, origin) = (beside(pawn_push(mover)), beside(-pawn_push(mover)));
    let fits = square.rank() == passed_rank
        && (position.them & position.kind(Piece::Pawn)).has(pawn.number())
        && (position.occupied() & (square.set() | origin.set())).is_empty();
    let error = || format!("en passant on {square} needs a pawn that has just passed it by a double step");
    if fits { Ok(()) } else { Err(error()) }
}
