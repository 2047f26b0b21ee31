//! Finds reversible moves by their key difference, to detect upcoming repetitions.
//!
//! Every move of a piece on an empty board changes the key by a unique number. A cuckoo hash table of these numbers
//! needs two look-ups (Pagh and Rodler 2001; for repetitions: van Kervinck 2013).

use super::attack::piece_attacks;
use super::key::{PIECES, TURN};
use super::{ChessPosition, Piece};
use crate::board::square::{Square, squares};
use crate::board::{Bitset, ray};
use crate::game::Key;
use once_cell::sync::Lazy;

const SIZE: usize = 1 << 13;

/// A key difference and the two squares of its move. The difference 0 marks an empty entry.
type Entry = (u64, [u8; 2]);

static TABLE: Lazy<Box<[Entry]>> = Lazy::new(table);

/// Whether one reversible move in `position` changes the key by exactly `difference`. Pawn moves and castling are
/// not reversible.
pub fn has_reversible_move(position: &ChessPosition, difference: Key) -> bool {
    let found = places(difference.0).map(|place| TABLE[place]).into_iter().find(|entry| entry.0 == difference.0);
    found.is_some_and(|(_, squares)| {
        let [one, other] = squares.map(Square::new);
        (ray::between(one, other) & position.occupied()).is_empty()
    })
}

fn table() -> Box<[Entry]> {
    let mut table = vec![(0, [0; 2]); SIZE].into_boxed_slice();
    for row in PIECES {
        for piece in Piece::ALL {
            let keys = row[piece.index() + 1];
            for (one, other) in move_squares(piece) {
                let difference = keys[one.index()] ^ keys[other.index()] ^ TURN;
                insert(&mut table, (difference, [one.number(), other.number()]));
            }
        }
    }
    table
}

/// The pairs of squares between which a piece moves on an empty board, each pair once.
fn move_squares(piece: Piece) -> impl Iterator<Item = (Square, Square)> {
    (0..64).map(Square::new).flat_map(move |one| {
        let reach = piece_attacks(piece, one, Bitset::EMPTY);
        squares(reach & Bitset(one.set().0 - 1)).map(move |other| (one, other))
    })
}

/// Puts an entry in one of its places; the entry that was there moves to its other place.
fn insert(table: &mut [Entry], mut entry: Entry) {
    let mut place = places(entry.0)[0];
    loop {
        std::mem::swap(&mut table[place], &mut entry);
        if entry.0 == 0 {
            return;
        }
        let [first, second] = places(entry.0);
        place ^= first ^ second;
    }
}

/// The two places of the table where a difference may be stored.
fn places(difference: u64) -> [usize; 2] {
    [difference, difference >> 16].map(|hash| hash as usize % SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::notation::Notation;

    #[test]
    fn every_move_is_in_the_table() {
        // The pairs of squares of two knights (168 each), bishops (280), rooks (448), queens (728) and kings (210).
        assert_eq!(TABLE.iter().filter(|entry| entry.0 != 0).count(), 2 * (168 + 280 + 448 + 728 + 210));
    }

    #[test]
    fn a_move_back_is_seen_and_a_move_through_others_is_not() {
        let difference = |from: &ChessPosition, text: &str| {
            let to = from.play(from.parse_move(text).unwrap());
            (to, Key(from.key().0 ^ to.key().0))
        };
        let start = ChessPosition::parse("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1").unwrap();
        let (rook_up, by_rook) = difference(&start, "a1a8");
        assert!(has_reversible_move(&rook_up, by_rook));
        let (_, by_pawn) = difference(&start, "e2e3");
        assert!(!has_reversible_move(&start, by_pawn));
        let closed = ChessPosition::parse("4k3/8/8/8/p7/8/4P3/R3K3 w - - 0 1").unwrap();
        assert!(!has_reversible_move(&closed, by_rook));
    }
}
