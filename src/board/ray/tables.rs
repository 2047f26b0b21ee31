//! Tables of the 8x8 board, computed at compile time.

/// One entry a square, a1 first.
pub type SquareTable<T = u64> = [T; 64];

/// The difference of files and of ranks.
type Step = (i32, i32);

const NORTH: Step = (0, 1);
const SOUTH: Step = (0, -1);
const EAST: Step = (1, 0);
const WEST: Step = (-1, 0);
const NORTH_EAST: Step = (1, 1);
const NORTH_WEST: Step = (-1, 1);
const SOUTH_EAST: Step = (1, -1);
const SOUTH_WEST: Step = (-1, -1);

/// The eight directions.
const DIRECTIONS: [Step; 8] = [NORTH, SOUTH, EAST, WEST, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST];

/// The squares that a knight attacks.
pub static KNIGHT: SquareTable = leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

/// The squares that a king attacks.
pub static KING: SquareTable = leaps(&DIRECTIONS);

/// The squares that a pawn attacks, by its direction.
pub static PAWN: [SquareTable; 2] = [leaps(&[NORTH_WEST, NORTH_EAST]), leaps(&[SOUTH_WEST, SOUTH_EAST])];

/// The squares that a bishop attacks on an empty board.
pub static DIAGONALS: SquareTable = rays(&[NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST]);

/// The squares that a rook attacks on an empty board.
pub static ORTHOGONALS: SquareTable = rays(&[NORTH, SOUTH, EAST, WEST]);

/// The lines through a square that leave its rank, without the square.
#[derive(Clone, Copy)]
pub struct LineMasks {
    /// Its file.
    pub file: u64,
    /// Its two diagonals.
    pub diagonals: [u64; 2],
}

/// The lines through every square.
pub static LINES: SquareTable<LineMasks> = {
    let file = rays(&[NORTH, SOUTH]);
    let rising = rays(&[NORTH_EAST, SOUTH_WEST]);
    let falling = rays(&[NORTH_WEST, SOUTH_EAST]);
    let none = LineMasks { file: 0, diagonals: [0; 2] };
    let mut table = [none; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = LineMasks { file: file[square], diagonals: [rising[square], falling[square]] };
        square += 1;
    }
    table
};

/// The squares that a rook on the first rank attacks along it, by the occupied files b to g and its own file.
pub static RANK: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut index = 0;
    while index < 64 * 8 {
        let (inner, file) = (index / 8, index % 8);
        let occupied = (inner as u64) << 1;
        table[inner][file] = (ray(file, occupied, EAST) | ray(file, occupied, WEST)) as u8;
        index += 1;
    }
    table
};

/// The squares strictly between two squares on one line.
pub static BETWEEN: [SquareTable; 64] = {
    let mut table = [[0; 64]; 64];
    let mut index = 0;
    while index < 64 * DIRECTIONS.len() {
        let (from, direction) = (index / DIRECTIONS.len(), DIRECTIONS[index % DIRECTIONS.len()]);
        let mut passed = 0;
        let mut next = step(from, direction);
        while let Some(to) = next {
            table[from][to] = passed;
            passed |= 1 << to;
            next = step(to, direction);
        }
        index += 1;
    }
    table
};

/// The squares at these steps.
const fn leaps(steps: &[Step]) -> SquareTable {
    attacks(steps, u64::MAX)
}

/// The squares in these directions, up to the edge of the board.
const fn rays(directions: &[Step]) -> SquareTable {
    attacks(directions, 0)
}

const fn attacks(directions: &[Step], occupied: u64) -> SquareTable {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 * directions.len() {
        let square = index / directions.len();
        table[square] |= ray(square, occupied, directions[index % directions.len()]);
        index += 1;
    }
    table
}

/// The squares in one direction, up to and with the first occupied one.
const fn ray(square: usize, occupied: u64, direction: Step) -> u64 {
    let mut set = 0;
    let mut next = step(square, direction);
    while let Some(to) = next {
        set |= 1 << to;
        next = match occupied >> to & 1 {
            0 => step(to, direction),
            _ => None,
        };
    }
    set
}

/// The square at a step, if it is on the board.
const fn step(square: usize, (files, ranks): Step) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 { Some((rank * 8 + file) as usize) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ray::{bishop, rook};
    use crate::board::{Bitset, Square};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sliders_see_as_far_as_one_who_walks(square in 0_u8..64, pieces: [u64; 3]) {
            let occupied = pieces[0] & (pieces[1] | pieces[2]);
            let walk = |directions: [Step; 4]| {
                let ray = |direction| ray(square.into(), occupied, direction);
                Bitset(directions.map(ray).into_iter().fold(0, |all, ray| all | ray))
            };
            let (from, occupied) = (Square::new(square), Bitset(occupied));
            prop_assert_eq!(rook(from, occupied), walk([NORTH, EAST, SOUTH, WEST]));
            let diagonal = [NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST];
            prop_assert_eq!(bishop(from, occupied), walk(diagonal));
        }
    }
}
