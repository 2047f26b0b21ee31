//! The terms of the evaluation that are not piece-square tables.
//!
//! The evaluation is a sum of counts times weights, so that the same counts serve the evaluation, its breakdown and
//! its tuning. Ranks are as seen by the side for which a term counts.

mod attacks;
mod fills;
mod king;
mod layout;
mod moves;
mod pawns;
mod pieces;
mod threats;

use super::super::{ChessPosition, Piece};
use crate::board::Bitset;
use crate::board::square::Square;
use crate::game::Side;
use attacks::SideAttacks;
pub use layout::{COUNT, LAYOUT, OutpostRule, REQUIRED, TermGroups, TermWeights};
use layout::{TermGroup, first_index};

/// Counts a term of a side: the index of its weight, and how often it counts.
type TermCounter<'a> = dyn FnMut(usize, u32) + 'a;

/// Shows the terms of the position in some groups to `listener`, without those of [`visit_optional`]: the index of each
/// weight, and how often it counts for White minus how often it counts for Black.
pub fn visit(position: &ChessPosition, groups: TermGroups, mut listener: impl FnMut(usize, i32)) {
    if groups.has(TermGroup::Tempo) {
        listener(const { first_index("tempo") }, sign(position.side()));
    }
    let attacks = attacks_of_sides(position);
    for side in Side::BOTH {
        let view = SideView::of(position, side, &attacks);
        let mut add = |index: usize, count: u32| listener(index, sign(side) * count as i32);
        if groups.has(TermGroup::Pawns) {
            view.pawns(&mut add);
        }
        if groups.has(TermGroup::Mobility) {
            view.mobility(&mut add);
        }
        if groups.has(TermGroup::Rooks) {
            view.rooks(&mut add);
        }
        if groups.has(TermGroup::Minors) {
            view.minors(groups.outposts, &mut add);
        }
        if groups.has(TermGroup::King) {
            view.king(&mut add);
        }
        if groups.has(TermGroup::Threats) {
            view.threats(&mut add);
        }
    }
}

/// Shows the terms that most evaluations do without, like [`visit`]. They are kept apart so that they cost these
/// evaluations nothing.
pub fn visit_optional(position: &ChessPosition, groups: TermGroups, listener: &mut dyn FnMut(usize, i32)) {
    let attacks = attacks_of_sides(position);
    for side in Side::BOTH {
        let view = SideView::of(position, side, &attacks);
        let mut add = |index: usize, count: u32| listener(index, sign(side) * count as i32);
        if groups.has(TermGroup::Trapped) {
            view.trapped(&mut add);
        }
        if groups.has(TermGroup::Material) {
            view.material(&mut add);
        }
        if groups.has(TermGroup::OutpostAttacks) {
            view.outpost_attacks(groups.outposts, &mut add);
        }
        if groups.has(TermGroup::Moves) {
            view.moves(&mut add);
        }
    }
}

fn attacks_of_sides(position: &ChessPosition) -> [SideAttacks; 2] {
    // `map` would copy the large values.
    let [first, second] = Side::BOTH;
    [SideAttacks::of(position, first), SideAttacks::of(position, second)]
}

const fn sign(side: Side) -> i32 {
    1 - 2 * side.index() as i32
}

/// A position as one side sees it.
struct SideView<'a> {
    position: &'a ChessPosition,
    side: Side,
    own: Bitset,
    theirs: Bitset,
    pawns: Bitset,
    their_pawns: Bitset,
    king: Square,
    their_king: Square,
    attacks: &'a SideAttacks,
    their_attacks: &'a SideAttacks,
}

impl SideView<'_> {
    fn of<'a>(position: &'a ChessPosition, side: Side, attacks: &'a [SideAttacks; 2]) -> SideView<'a> {
        let (own, theirs) = (position.of(side), position.of(!side));
        SideView {
            position,
            side,
            own,
            theirs,
            pawns: own & position.kind(Piece::Pawn),
            their_pawns: theirs & position.kind(Piece::Pawn),
            king: position.king(side),
            their_king: position.king(!side),
            attacks: &attacks[side.index()],
            their_attacks: &attacks[(!side).index()],
        }
    }

    fn rank(&self, square: Square) -> usize {
        usize::from(match self.side {
            Side::First => square.rank(),
            Side::Second => 7 - square.rank(),
        })
    }

    /// The side's pieces of a kind.
    fn of_kind(&self, piece: Piece) -> Bitset {
        self.own & self.position.kind(piece)
    }

    /// The opponent's pieces of two kinds.
    fn their(&self, one: Piece, other: Piece) -> Bitset {
        self.theirs & (self.position.kind(one) | self.position.kind(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(fen: &str) -> [i32; COUNT] {
        let mut counts = [0; COUNT];
        let position = ChessPosition::parse(fen).unwrap();
        let mut add = |index: usize, count| counts[index] += count;
        visit(&position, TermGroups::ALL, &mut add);
        visit_optional(&position, TermGroups::ALL, &mut add);
        counts
    }

    #[test]
    fn a_mirrored_position_has_the_opposite_terms() {
        for (fen, mirrored) in [
            (
                "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 1",
                "r2q1rk1/pp1n1ppp/2pbpn2/3p1b2/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 1",
            ),
            ("8/2P5/4k3/8/p7/8/3K4/6R1 b - - 0 1", "6r1/3k4/8/P7/8/4K3/2p5/8 w - - 0 1"),
            (
                "r3r1k1/p4ppp/2pq4/3n1N2/1P6/P2Q3P/5PP1/2R1R1K1 w - - 0 1",
                "2r1r1k1/5pp1/p2q3p/1p6/3N1n2/2PQ4/P4PPP/R3R1K1 b - - 0 1",
            ),
        ] {
            assert_eq!(terms(fen), terms(mirrored).map(|count| -count));
        }
    }

    #[test]
    fn pawn_terms() {
        let counts = terms("4k3/p6p/8/1P6/1P3PP1/8/8/4K3 w - - 0 1");
        let count = |name| counts[first_index(name)];
        assert_eq!(count("doubled_pawn"), 1);
        // Two of each side.
        assert_eq!(count("isolated_pawn"), 0);
        assert_eq!(counts[first_index("pawn_beside") + 3], 2);
        assert_eq!(counts[first_index("passed_pawn") + 3], 1);
        // The king defends f7.
        assert_eq!(counts[first_index("passed_pawn_free") + 3], 0);
        let counts = terms("7k/8/8/1P6/8/8/8/4K3 w - - 0 1");
        assert_eq!(counts[first_index("passed_pawn_free") + 4], 1);
        let counts = terms("4k3/8/3p4/p1p5/P1P5/1P6/8/4K3 w - - 0 1");
        // b3 is not protected and cannot safely pass a5 and c5. d6 is not protected either, but can advance.
        assert_eq!(counts[first_index("backward_pawn")], 0);
        assert_eq!(counts[first_index("protected_pawn") + 3], 1 + 1 - 1);
    }

    #[test]
    fn a_knight_that_no_pawn_can_drive_away_has_an_outpost() {
        let outposts = |fen| terms(fen)[first_index("knight_outpost")];
        assert_eq!(outposts("4k3/p6p/8/3N4/4P3/8/8/4K3 w - - 0 1"), 1);
        assert_eq!(outposts("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1"), 0);
        assert_eq!(outposts("4k3/p6p/8/3N4/8/8/8/4K3 w - - 0 1"), 0);
    }

    #[test]
    fn what_is_attacked_and_not_guarded_hangs() {
        let hanging = |fen| terms(fen)[first_index("hanging_piece")];
        assert_eq!(hanging("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1"), 1);
        assert_eq!(hanging("4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1"), 0);
    }

    #[test]
    fn a_king_under_fire_is_in_more_danger() {
        let danger = |fen| {
            let counts = terms(fen);
            let start = first_index("king_danger");
            (0..layout::DANGER_LEVELS).rfind(|level| counts[start + level] > 0)
        };
        let calm = danger("6k1/5ppp/8/8/8/8/1Q6/1K6 w - - 0 1");
        let fire = danger("6k1/5p1p/8/4N2Q/8/3B4/8/1K3R2 w - - 0 1");
        assert!(fire > calm, "{fire:?} {calm:?}");
    }
}
