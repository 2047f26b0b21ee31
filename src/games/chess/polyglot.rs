//! Polyglot opening books for chess: the keys of positions, and look-up and conversion of books.
//!
//! The 16 bits of a book move are those of a [`ChessMove`](super::ChessMove), so
//! [`decode`](crate::game::Game::decode) reads them.

use super::{ChessPosition, Piece};
use crate::any_position::{AnyMove, AnyPosition};
use crate::board::square::squares;
use crate::game::{Game, Side, StartPosition};
use crate::opening::{BookEvent, BookLookup, BookMove, BookSize, PolyglotBook, walk_book};
use once_cell::sync::Lazy;

/// The 781 numbers of the format (Fabien Letouzey, 2004): pieces, castling rights, en passant files, side to move.
static NUMBERS: Lazy<Vec<u64>> = Lazy::new(|| {
    let lines = include_str!("polyglot_numbers.txt").lines();
    lines.map(|line| u64::from_str_radix(line, 16).expect("a line is a hexadecimal number")).collect()
});

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

impl ChessPosition {
    /// The key of the position in a Polyglot book.
    pub fn polyglot_key(&self) -> u64 {
        let mut key = if self.side() == Side::First { NUMBERS[WHITE_TO_MOVE] } else { 0 };
        for side in Side::BOTH {
            for piece in Piece::ALL {
                let kind = 2 * piece.index() + 1 - side.index();
                for square in squares(self.of(side) & self.kind(piece)) {
                    key ^= NUMBERS[64 * kind + square.index()];
                }
            }
            for rook in squares(self.castling() & self.of(side)) {
                key ^= NUMBERS[CASTLING + 2 * side.index() + usize::from(rook < self.king(side))];
            }
        }
        self.en_passant.map_or(key, |square| key ^ NUMBERS[EN_PASSANT + usize::from(square.file())])
    }
}

/// Converts a book to the Polyglot format. Only moves with a weight above 0 that are reachable from the starting
/// position are kept.
pub fn to_polyglot(book: &dyn BookLookup) -> PolyglotBook {
    let mut moves = Vec::new();
    walk_book(book, &AnyPosition::new(ChessPosition::start()), &mut |step| {
        if let BookEvent::Move { position, mv, weight: weight @ 1.. } = step {
            moves.push(BookMove { key: key_of(position), code: AnyPosition::code(mv), weight: weight.into() });
        }
    });
    PolyglotBook::from_moves(moves)
}

/// The key of a position of chess.
fn key_of(position: &AnyPosition) -> u64 {
    position.inside::<ChessPosition>().polyglot_key()
}

impl BookLookup for PolyglotBook {
    /// The recorded moves, and with weight 0 the moves that lead to a position of the book: a book may have moves for
    /// one side only.
    fn moves(&self, position: &AnyPosition) -> Vec<(AnyMove, u16)> {
        let mut known = PolyglotBook::moves(self, key_of(position), |code| position.decode(code));
        for mv in position.moves() {
            let answered = || self.has_key(key_of(&position.play(mv)));
            if !known.iter().any(|&(played, _)| played == mv) && answered() {
                known.push((mv, 0));
            }
        }
        known
    }

    fn size(&self) -> BookSize {
        PolyglotBook::size(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::StartPosition;

    #[test]
    fn keys_are_the_published_ones() {
        assert_eq!(ChessPosition::start().polyglot_key(), 0x463b_9618_1691_fc9c);
        for (fen, key) in [
            // No pawn stands beside the double step.
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(ChessPosition::parse(fen).unwrap().polyglot_key(), key, "{fen}");
        }
    }

    /// The numbers in the file are the published ones: this is their CRC-32.
    #[test]
    fn the_numbers_are_whole() {
        let bytes: Vec<u8> = NUMBERS.iter().flat_map(|number| number.to_le_bytes()).collect();
        assert_eq!(crate::bytes::checksum(&bytes, &[]), 0xeb4b_c79a);
    }

    /// The pawn is pinned and cannot capture, but the format only asks whether it stands beside the other pawn.
    #[test]
    fn a_pawn_that_may_not_take_en_passant_is_in_the_key() {
        let key = |square: &str| {
            let position = ChessPosition::parse(&format!("3k4/8/8/8/3pP3/8/8/3RK3 b - {square} 0 1")).unwrap();
            assert!(position.en_passant_takers().is_empty());
            position.polyglot_key()
        };
        assert_eq!(key("e3") ^ key("-"), NUMBERS[EN_PASSANT + 4]);
    }

    #[test]
    fn a_book_of_one_side_knows_the_moves_that_it_answers() {
        use crate::opening::OpeningBook;
        let book = OpeningBook::parse(&ChessPosition::start(), "White: e4 e5? Nf3 *3\nOther: d4? Nf6").unwrap();
        let binary = to_polyglot(&book);
        assert_eq!(binary.size().moves, 3);
        let start = AnyPosition::new(ChessPosition::start());
        let play = |position: &AnyPosition, index: usize| {
            let (mv, weight) = BookLookup::moves(&binary, position)[index];
            (position.play(mv), weight)
        };
        assert_eq!(BookLookup::moves(&binary, &start).len(), 2);
        let (after, weight) = play(&start, 0);
        assert_eq!(weight, 3);
        let (after, weight) = play(&after, 0);
        assert_eq!(weight, 0);
        assert_eq!(play(&after, 0).1, 3);
        assert_eq!(play(&start, 1).1, 0);
    }
}
