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
