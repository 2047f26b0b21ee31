//! Fills and shifts of sets of squares, as seen by a side.

use crate::board::Bitset;
use crate::board::square::{Square, file_set};
use crate::game::Side;
use crate::games::chess::attack::pawn_attacks;

/// All squares on the files of the set.
pub fn file_fill(set: Bitset) -> Bitset {
    let up = set.0 | set.0 << 8;
    let up = up | up << 16;
    let up = up | up << 32;
    let all = up | up >> 8;
    let all = all | all >> 16;
    Bitset(all | all >> 32)
}

/// All squares in front of the set.
pub fn front_span(side: Side, set: Bitset) -> Bitset {
    match side {
        Side::First => {
            let set = set.0 << 8;
            let set = set | set << 8;
            let set = set | set << 16;
            Bitset(set | set << 32)
        }
        Side::Second => {
            let set = set.0 >> 8;
            let set = set | set >> 8;
            let set = set | set >> 16;
            Bitset(set | set >> 32)
        }
    }
}

/// The squares to the left and right of the set.
pub fn adjacent(set: Bitset) -> Bitset {
    (set & !file_set(7)) << 1 | (set & !file_set(0)) >> 1
}

/// The squares one step in front of the set.
pub fn push(side: Side, set: Bitset) -> Bitset {
    match side {
        Side::First => set << 8,
        Side::Second => set >> 8,
    }
}

/// The squares that pawns attack, now or after pushes.
pub fn pawn_attack_span(side: Side, pawns: Bitset) -> Bitset {
    let now = pawn_attacks(side, pawns);
    now | front_span(side, now)
}

/// The square in front of a pawn.
pub fn push_square(side: Side, pawn: Square) -> Square {
    match side {
        Side::First => Square::new(pawn.number() + 8),
        Side::Second => Square::new(pawn.number() - 8),
    }
}

/// The number of king moves between two squares.
pub fn distance(one: Square, other: Square) -> usize {
    usize::from(one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())))
}
