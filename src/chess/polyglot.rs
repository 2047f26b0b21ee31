//! Polyglot opening books: the key under which they have a position.
//!
//! The 16 bits of a book's move are those of a [`Move`], so that
//! [`decode`](crate::game::Game::decode) reads them.

use super::polyglot_numbers::NUMBERS;
use super::{Move, Piece, Position};
use crate::board::square::squares;
use crate::game::{Game, Side};
use crate::opening::{Library, Records};

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

impl Position {
    /// The key of the position in a Polyglot book.
    pub fn polyglot_key(&self) -> u64 {
        let mut key = match self.side() {
            Side::First => NUMBERS[WHITE_TO_MOVE],
            Side::Second => 0,
        };
        for side in Side::BOTH {
            for piece in Piece::ALL {
                let kind = 2 * piece.index() + 1 - side.index();
                for square in squares(self.of(side) & self.kind(piece)) {
                    key ^= NUMBERS[64 * kind + square.index()];
                }
            }
            for rook in squares(self.castling() & self.of(side)) {
                let queenside = usize::from(rook < self.king(side));
                key ^= NUMBERS[CASTLING + 2 * side.index() + queenside];
            }
        }
        match self.en_passant() {
            Some(square) => key ^ NUMBERS[EN_PASSANT + usize::from(square.file())],
            None => key,
        }
    }
}

impl Library<Position> for Records {
    fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        Records::moves(self, position.polyglot_key(), |code| position.decode(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_the_starting_position_is_the_published_one() {
        assert_eq!(Position::start().polyglot_key(), 0x463b_9618_1691_fc9c);
    }

    #[test]
    fn a_pawn_beside_the_double_step_counts_and_no_other() {
        let start = Position::start();
        let after = |from, to| {
            let named = |name| crate::board::Square::named(name).unwrap();
            start.play(super::super::Move::new(named(from), named(to)))
        };
        assert_eq!(after("e2", "e4").polyglot_key(), 0x823c_9b50_fd11_4196);
    }
}
