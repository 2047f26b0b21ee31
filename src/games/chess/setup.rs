//! From pieces on squares to a position that can occur.

use super::generate::up;
use super::{ChessPosition, Piece};
use crate::board::square::{Square, rank_set, squares};
use crate::board::{Bitset, ray};
use crate::game::Side;
use thiserror::Error;

/// A board that somebody has set up; nothing is known of it yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChessSetup {
    /// What stands on each square, a1 first.
    pub board: [Option<(Side, Piece)>; 64],
    /// Whose turn it is.
    pub side: Side,
    /// The rooks that may castle.
    pub castling: Bitset,
    /// The square behind a pawn that has just made a double step.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub clock: u16,
    /// The number of the move in the game.
    pub full_move: u16,
}

/// Why a board is no position that can occur.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ChessSetupError {
    /// No king, or several.
    #[error("{} has {found} kings; expected 1", name(*.side))]
    Kings {
        /// Whose kings.
        side: Side,
        /// How many there are.
        found: u32,
    },
    /// More pieces than a game begins with.
    #[error("{} has {found} pieces; expected at most 16", name(*.side))]
    Pieces {
        /// Whose pieces.
        side: Side,
        /// How many there are.
        found: u32,
    },
    /// A pawn where none can be.
    #[error("pawn on {square}; expected pawns on the ranks 2 to 7 alone")]
    Pawn {
        /// Where it stands.
        square: Square,
    },
    /// The king of the side that has just moved could be taken.
    #[error("{} is in check but not to move", name(*.side))]
    Exposed {
        /// The side that has just moved.
        side: Side,
    },
    /// A check by more pieces than one move can bring about.
    #[error("{found} pieces give check; expected at most 2")]
    Checkers {
        /// How many there are.
        found: u32,
    },
    /// A castling right that pieces on other squares would be needed for.
    #[error("castling with {square} needs a rook there, and the king on the same back rank")]
    Castling {
        /// Where the rook should stand.
        square: Square,
    },
    /// An en passant square that no double step can have left.
    #[error("en passant on {square} needs a pawn that has just passed it by a double step")]
    EnPassant {
        /// The square.
        square: Square,
    },
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

    /// The board at the start of a game.
    pub fn start() -> ChessSetup {
        use Piece::{Bishop, King, Knight, Queen, Rook};
        ChessSetup::back_rank([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook])
    }

    /// The board at the start of a game of Chess960, from the pieces on the a- to the h-file.
    pub fn back_rank(pieces: [Piece; 8]) -> ChessSetup {
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

    /// The position, if it can occur. An en passant square that no pawn attacks is dropped.
    pub fn position(&self) -> Result<ChessPosition, ChessSetupError> {
        let mut position = ChessPosition::empty();
        position.side = self.side;
        for square in (0..64).map(Square::new) {
            if let Some((side, piece)) = self.board[square.index()] {
                position.put(side, piece, square);
            }
        }
        position.castling = self.castling;
        position.clock = self.clock;
        position.full_move = self.full_move;
        check_pieces(&position)?;
        check_castling(&position)?;
        if let Some(square) = self.en_passant {
            check_en_passant(&position, square)?;
            let takers = ray::pawn((!self.side).index(), square) & position.us;
            let takers = takers & position.kind(Piece::Pawn);
            position.en_passant = takers.any().then_some(square);
        }
        position.lasting_key = position.key_from_scratch();
        Ok(position)
    }
}

impl From<&ChessPosition> for ChessSetup {
    fn from(position: &ChessPosition) -> ChessSetup {
        let mut setup = ChessSetup {
            board: [None; 64],
            side: position.side,
            castling: position.castling,
            en_passant: position.en_passant,
            clock: position.clock,
            full_move: position.full_move,
        };
        for square in squares(position.occupied()) {
            setup.board[square.index()] = position.side_at(square).zip(position.piece_at(square));
        }
        setup
    }
}

/// The side's name in messages.
pub(super) const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "white",
        Side::Second => "black",
    }
}

/// The rank on which a side's pieces start.
pub(super) const fn back_rank(side: Side) -> u8 {
    match side {
        Side::First => 0,
        Side::Second => 7,
    }
}

fn check_pieces(position: &ChessPosition) -> Result<(), ChessSetupError> {
    for side in Side::BOTH {
        let kings = (position.kind(Piece::King) & position.of(side)).count();
        if kings != 1 {
            return Err(ChessSetupError::Kings { side, found: kings });
        }
        let pieces = position.of(side).count();
        if pieces > 16 {
            return Err(ChessSetupError::Pieces {
                side,
                found: pieces,
            });
        }
    }
    let misplaced = position.kind(Piece::Pawn) & (rank_set(0) | rank_set(7));
    if let Some(square) = squares(misplaced).next() {
        return Err(ChessSetupError::Pawn { square });
    }
    let side = !position.side;
    let exposed = position.attackers(position.king(side), position.occupied()) & position.us;
    if exposed.any() {
        return Err(ChessSetupError::Exposed { side });
    }
    match position.checkers().count() {
        0..=2 => Ok(()),
        found => Err(ChessSetupError::Checkers { found }),
    }
}

fn check_castling(position: &ChessPosition) -> Result<(), ChessSetupError> {
    for square in squares(position.castling) {
        let owner = Side::BOTH
            .into_iter()
            .find(|&side| square.rank() == back_rank(side));
        let fits = owner.is_some_and(|side| {
            let rooks = position.kind(Piece::Rook) & position.of(side);
            rooks.has(square.number()) && position.king(side).rank() == square.rank()
        });
        if !fits {
            return Err(ChessSetupError::Castling { square });
        }
    }
    for side in Side::BOTH {
        let (king, rooks) = (position.king(side), position.castling & position.of(side));
        let mut west = squares(rooks).filter(|&rook| rook < king);
        let mut east = squares(rooks).filter(|&rook| rook > king);
        if let Some(square) = west.nth(1).or_else(|| east.nth(1)) {
            return Err(ChessSetupError::Castling { square });
        }
    }
    Ok(())
}

fn check_en_passant(position: &ChessPosition, square: Square) -> Result<(), ChessSetupError> {
    let mover = !position.side;
    let passed_rank = match mover {
        Side::First => 2,
        Side::Second => 5,
    };
    let beside = |step: i16| Square::new((i16::from(square.number()) + step) as u8 & 63);
    let (pawn, origin) = (beside(up(mover)), beside(-up(mover)));
    let fits = square.rank() == passed_rank
        && (position.them & position.kind(Piece::Pawn)).has(pawn.number())
        && (position.occupied() & (square.set() | origin.set())).is_empty();
    match fits {
        true => Ok(()),
        false => Err(ChessSetupError::EnPassant { square }),
    }
}
