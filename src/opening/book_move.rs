//! A move of a book as numbers, and how equal moves are merged.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::Game;
use std::cmp::Reverse;

/// A move of a book in one position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BookMove {
    /// The key of the position.
    pub key: u64,
    /// The [number](crate::game::Game::move_number) of the move, or that of the file's own format.
    pub code: u16,
    /// Its weight relative to the other moves of the position. A move of weight 0 is not played.
    pub weight: u32,
}

impl BookMove {
    /// The move of a position.
    pub fn new(position: &AnyPosition, mv: AnyMove, weight: u32) -> BookMove {
        BookMove { key: position.key().0, code: position.move_number(mv), weight }
    }
}

/// The greatest weight in a book.
const MAX_WEIGHT: u32 = u16::MAX as u32;

/// Merges equal moves by adding their weights, and sorts by key, then by descending weight, then by code.
///
/// If a sum does not fit into 16 bits, all weights of the position are scaled down; a positive weight stays positive.
pub(super) fn merge_moves(mut moves: Vec<BookMove>) -> Vec<BookMove> {
    moves.sort_unstable();
    moves.dedup_by(|next, kept| {
        let same = (next.key, next.code) == (kept.key, kept.code);
        if same {
            kept.weight = kept.weight.saturating_add(next.weight);
        }
        same
    });
    for position in moves.chunk_by_mut(|one, other| one.key == other.key) {
        let greatest = position.iter().map(|mv| mv.weight).max().unwrap_or(0);
        if greatest > MAX_WEIGHT {
            for mv in position {
                let shrunk = u64::from(mv.weight) * u64::from(MAX_WEIGHT) / u64::from(greatest);
                mv.weight = (shrunk as u32).max(mv.weight.min(1));
            }
        }
    }
    moves.sort_by_key(|mv| (mv.key, Reverse(mv.weight)));
    moves
}

#[cfg(test)]
mod tests {
    use super::{BookMove, merge_moves};

    fn moves(list: &[(u64, u16, u32)]) -> Vec<BookMove> {
        list.iter().map(|&(key, code, weight)| BookMove { key, code, weight }).collect()
    }

    #[test]
    fn the_same_move_in_the_same_position_counts_once() {
        let sum = merge_moves(moves(&[(2, 1, 3), (1, 9, 4), (2, 1, 5), (2, 0, 0)]));
        assert_eq!(sum, moves(&[(1, 9, 4), (2, 1, 8), (2, 0, 0)]));
    }

    #[test]
    fn great_weights_shrink_with_their_neighbours() {
        let great = merge_moves(moves(&[(1, 0, 400_000), (1, 1, 200_000), (1, 2, 1), (1, 3, 0)]));
        assert_eq!(great, moves(&[(1, 0, 65_535), (1, 1, 32_767), (1, 2, 1), (1, 3, 0)]));
        let overflow = merge_moves(moves(&[(1, 0, u32::MAX), (1, 0, u32::MAX), (2, 0, 7)]));
        assert_eq!(overflow, moves(&[(1, 0, 65_535), (2, 0, 7)]));
    }
}
