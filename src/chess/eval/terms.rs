//! What a chess position has beside pieces on squares, counted: the terms of the evaluation.
//!
//! A position is a sum of terms times their weights, so the same count serves the evaluation, its
//! explanation and its tuning. Ranks are those of the side a term is counted for.

use super::super::{Piece, Position};
use crate::board::square::{Square, file_set, squares};
use crate::board::{Bitset, ray};
use crate::game::Side;

/// The terms in the order of their numbers: what the weights file calls each, and how many
/// weights it has.
pub const LAYOUT: [(&str, usize); 23] = [
    ("tempo", 1),
    ("bishop_pair", 1),
    ("doubled_pawn", 1),
    ("isolated_pawn", 1),
    ("protected_pawn", 1),
    ("pawn_beside", 1),
    ("passed_pawn", 8),
    ("passed_pawn_blocked", 1),
    ("passed_pawn_to_own_king", 8),
    ("passed_pawn_to_their_king", 8),
    ("rook_on_open_file", 1),
    ("rook_on_half_open_file", 1),
    ("knight_mobility", 9),
    ("bishop_mobility", 14),
    ("rook_mobility", 15),
    ("queen_mobility", 28),
    ("king_attack_by_knight", 1),
    ("king_attack_by_bishop", 1),
    ("king_attack_by_rook", 1),
    ("king_attack_by_queen", 1),
    ("king_shelter", 4),
    ("pawn_attacks_minor", 1),
    ("pawn_attacks_major", 1),
];

/// How many weights all terms have.
pub const COUNT: usize = start_of("");

/// The number of the first weight of a term; of no term: their count.
const fn start_of(name: &str) -> usize {
    let mut start = 0;
    let mut index = 0;
    while index < LAYOUT.len() && !same(LAYOUT[index].0, name) {
        start += LAYOUT[index].1;
        index += 1;
    }
    start
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// Shows every term of the position to `listener`: the number of its weight, and how often it
/// counts for the first side less for the second.
pub fn visit(position: &Position, mut listener: impl FnMut(usize, i32)) {
    listener(const { start_of("tempo") }, sign(position.side()));
    let pawns = Side::BOTH.map(|side| position.of(side) & position.kind(Piece::Pawn));
    for side in Side::BOTH {
        let view = View::of(position, side, pawns);
        let mut add = |index: usize, count: u32| listener(index, sign(side) * count as i32);
        view.pawns(&mut add);
        view.rooks(&mut add);
        view.activity(&mut add);
        let bishops = position.of(side) & position.kind(Piece::Bishop);
        add(
            const { start_of("bishop_pair") },
            u32::from(bishops.several()),
        );
    }
}

const fn sign(side: Side) -> i32 {
    1 - 2 * side.index() as i32
}

/// One side of a position.
struct View<'a> {
    position: &'a Position,
    side: Side,
    own: Bitset,
    pawns: Bitset,
    their_pawns: Bitset,
    king: Square,
    their_king: Square,
}

impl View<'_> {
    fn of(position: &Position, side: Side, pawns: [Bitset; 2]) -> View<'_> {
        View {
            position,
            side,
            own: position.of(side),
            pawns: pawns[side.index()],
            their_pawns: pawns[(!side).index()],
            king: position.king(side),
            their_king: position.king(!side),
        }
    }

    fn rank(&self, square: Square) -> usize {
        usize::from(match self.side {
            Side::First => square.rank(),
            Side::Second => 7 - square.rank(),
        })
    }

    fn pawns(&self, add: &mut impl FnMut(usize, u32)) {
        let files = fill(self.pawns);
        let beside = sideways(self.pawns);
        let isolated = self.pawns & !fill(beside);
        let doubled = self.pawns & ahead(self.side, self.pawns);
        let protected = self.pawns & attacks(self.side, self.pawns);
        add(const { start_of("doubled_pawn") }, doubled.count());
        add(const { start_of("isolated_pawn") }, isolated.count());
        add(const { start_of("protected_pawn") }, protected.count());
        add(
            const { start_of("pawn_beside") },
            (self.pawns & beside).count(),
        );
        let barred = ahead(
            !self.side,
            self.their_pawns | attacks(!self.side, self.their_pawns),
        );
        let guarded = attacks(!self.side, self.their_pawns);
        let passed = self.pawns & !barred & !guarded & !ahead(!self.side, self.pawns);
        for pawn in squares(passed) {
            let rank = self.rank(pawn);
            let goal = step(self.side, pawn);
            add(const { start_of("passed_pawn") } + rank, 1);
            let blocked = self.position.occupied().has(goal.number());
            add(
                const { start_of("passed_pawn_blocked") },
                u32::from(blocked),
            );
            let far = |king| distance(king, goal);
            add(
                const { start_of("passed_pawn_to_own_king") } + far(self.king),
                1,
            );
            add(
                const { start_of("passed_pawn_to_their_king") } + far(self.their_king),
                1,
            );
        }
        let shield = ray::king(self.king)
            & self.pawns
            & ahead(self.side, sideways(self.king.set()) | self.king.set());
        let home = files.any() && self.rank(self.king) < 3;
        add(
            const { start_of("king_shelter") } + shield.count().min(3) as usize,
            u32::from(home),
        );
        let threatened = attacks(self.side, self.pawns) & self.position.of(!self.side);
        let of_kinds = |one, other| {
            let kinds = self.position.kind(one) | self.position.kind(other);
            (threatened & kinds).count()
        };
        add(
            const { start_of("pawn_attacks_minor") },
            of_kinds(Piece::Knight, Piece::Bishop),
        );
        add(
            const { start_of("pawn_attacks_major") },
            of_kinds(Piece::Rook, Piece::Queen),
        );
    }

    fn rooks(&self, add: &mut impl FnMut(usize, u32)) {
        let rooks = self.own & self.position.kind(Piece::Rook);
        let half_open = rooks & !fill(self.pawns);
        let open = half_open & !fill(self.their_pawns);
        add(const { start_of("rook_on_open_file") }, open.count());
        add(
            const { start_of("rook_on_half_open_file") },
            (half_open & !open).count(),
        );
    }

    /// Squares that pieces can go to without being taken by a pawn, and squares around the
    /// opponent's king that they attack.
    fn activity(&self, add: &mut impl FnMut(usize, u32)) {
        let free = !self.pawns & !attacks(!self.side, self.their_pawns) & !self.king.set();
        let ring = ray::king(self.their_king) & !attacks(!self.side, self.their_pawns);
        let occupied = self.position.occupied();
        let [knight, bishop, rook, queen] = MOBILITY;
        let mut count =
            |piece: Piece, (mobility, attack): (usize, usize), reach: &dyn Fn(Square) -> Bitset| {
                for square in squares(self.own & self.position.kind(piece)) {
                    let reached = reach(square);
                    add(mobility + (reached & free).count() as usize, 1);
                    add(attack, (reached & ring).count());
                }
            };
        count(Piece::Knight, knight, &ray::knight);
        count(Piece::Bishop, bishop, &|from| ray::bishop(from, occupied));
        count(Piece::Rook, rook, &|from| ray::rook(from, occupied));
        count(Piece::Queen, queen, &|from| {
            ray::bishop(from, occupied) | ray::rook(from, occupied)
        });
    }
}

/// The weights of mobility and of attacks on the king, by piece.
const MOBILITY: [(usize, usize); 4] = [
    (
        start_of("knight_mobility"),
        start_of("king_attack_by_knight"),
    ),
    (
        start_of("bishop_mobility"),
        start_of("king_attack_by_bishop"),
    ),
    (start_of("rook_mobility"), start_of("king_attack_by_rook")),
    (start_of("queen_mobility"), start_of("king_attack_by_queen")),
];

/// The files of all squares.
fn fill(set: Bitset) -> Bitset {
    let up = set.0 | set.0 << 8;
    let up = up | up << 16;
    let up = up | up << 32;
    let all = up | up >> 8;
    let all = all | all >> 16;
    Bitset(all | all >> 32)
}

/// All squares in front of some, as a side's pawns go.
fn ahead(side: Side, set: Bitset) -> Bitset {
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

/// The squares to the left and right.
fn sideways(set: Bitset) -> Bitset {
    (set & !file_set(7)) << 1 | (set & !file_set(0)) >> 1
}

/// What a side's pawns attack.
fn attacks(side: Side, pawns: Bitset) -> Bitset {
    let beside = sideways(pawns);
    match side {
        Side::First => beside << 8,
        Side::Second => beside >> 8,
    }
}

/// The square in front of a pawn, which is never on its last rank.
fn step(side: Side, pawn: Square) -> Square {
    match side {
        Side::First => Square::new(pawn.number() + 8),
        Side::Second => Square::new(pawn.number() - 8),
    }
}

/// Moves of a king between two squares.
fn distance(one: Square, other: Square) -> usize {
    let files = one.file().abs_diff(other.file());
    usize::from(files.max(one.rank().abs_diff(other.rank())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn terms(fen: &str) -> [i32; COUNT] {
        let mut counts = [0; COUNT];
        visit(&Position::parse(fen).unwrap(), |index, count| {
            counts[index] += count
        });
        counts
    }

    #[test]
    fn a_mirrored_position_has_the_opposite_terms() {
        for (fen, mirrored) in [
            (
                "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 1",
                "r2q1rk1/pp1n1ppp/2pbpn2/3p1b2/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 1",
            ),
            (
                "8/2P5/4k3/8/p7/8/3K4/6R1 b - - 0 1",
                "6r1/3k4/8/P7/8/4K3/2p5/8 w - - 0 1",
            ),
        ] {
            assert_eq!(terms(fen), terms(mirrored).map(|count| -count));
        }
    }

    #[test]
    fn pawns_are_told_apart() {
        let counts = terms("4k3/p6p/8/1P6/1P3PP1/8/8/4K3 w - - 0 1");
        let count = |name| counts[start_of(name)];
        assert_eq!(count("doubled_pawn"), 1);
        // Two of either side.
        assert_eq!(count("isolated_pawn"), 0);
        assert_eq!(count("pawn_beside"), 2);
        assert_eq!(counts[start_of("passed_pawn") + 3], 1);
    }
}
