//! The moves of a book as numbers, and what many of them add up to.

/// A move of a book in one position, both by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BookMove {
    /// The key of the position.
    pub key: u64,
    /// The code of the move.
    pub code: u16,
    /// How much the move counts beside the others; 0: it is answered, not played.
    pub weight: u32,
}

/// The greatest weight that a book keeps.
const MAX_WEIGHT: u32 = u16::MAX as u32;

/// Makes one move of all those that agree in position and code; they come out in the order of
/// their keys and codes, with weights of 16 bits.
///
/// Where a sum is greater than that, all weights of the position shrink alike, but none to nothing.
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
    moves
}

#[cfg(test)]
mod tests {
    use super::{BookMove, merge_moves};

    fn moves(list: &[(u64, u16, u32)]) -> Vec<BookMove> {
        let each = list.iter();
        each.map(|&(key, code, weight)| BookMove { key, code, weight })
            .collect()
    }

    #[test]
    fn the_same_move_in_the_same_position_counts_once() {
        let sum = merge_moves(moves(&[(2, 1, 3), (1, 9, 4), (2, 1, 5), (2, 0, 0)]));
        assert_eq!(sum, moves(&[(1, 9, 4), (2, 0, 0), (2, 1, 8)]));
    }

    #[test]
    fn great_weights_shrink_with_their_neighbours() {
        let great = merge_moves(moves(&[
            (1, 0, 400_000),
            (1, 1, 200_000),
            (1, 2, 1),
            (1, 3, 0),
        ]));
        assert_eq!(
            great,
            moves(&[(1, 0, 65_535), (1, 1, 32_767), (1, 2, 1), (1, 3, 0)])
        );
        let overflow = merge_moves(moves(&[(1, 0, u32::MAX), (1, 0, u32::MAX), (2, 0, 7)]));
        assert_eq!(overflow, moves(&[(1, 0, 65_535), (2, 0, 7)]));
    }
}
