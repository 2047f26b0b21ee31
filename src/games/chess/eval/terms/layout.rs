//! The names of the terms, the indices of their weights, and the groups in which they are counted.

use crate::eval::tapered::{self, TaperedScore};
use serde::Deserialize;

/// Terms that are counted together. A group is skipped if all its weights are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermGroup {
    /// The right to move.
    Tempo,
    /// Pawn structure and passed pawns.
    Pawns,
    /// A weight for every number of attacked squares.
    Mobility,
    /// Open files.
    Rooks,
    /// Bishop pair, bad bishops, outposts.
    Minors,
    /// Attack, shelter and storm.
    King,
    /// Attacked pieces.
    Threats,
    /// Pieces shut in by pawns or by their king.
    Trapped,
    /// Pairs of pieces, values that depend on pawns.
    Material,
    /// Attacks on outposts.
    OutpostAttacks,
    /// Legal moves, safe moves, guarded pieces.
    Moves,
}

use TermGroup::{King, Material, Minors, Mobility, Moves, OutpostAttacks, Pawns, Rooks, Tempo, Threats, Trapped};

/// The number of weights of the king danger.
pub(super) const DANGER_LEVELS: usize = 24;

/// The terms in the order of their indices: the group, the name in the weights file, and the number of weights.
#[rustfmt::skip]
const TERMS: [(TermGroup, &str, usize); 61] = [
    (Tempo, "tempo", 1),
    (Minors, "bishop_pair", 1),
    (Pawns, "doubled_pawn", 1),
    (Pawns, "isolated_pawn", 1),
    (Pawns, "backward_pawn", 1),
    (Pawns, "protected_pawn", 8),
    (Pawns, "pawn_beside", 8),
    (Pawns, "passed_pawn", 8),
    (Pawns, "passed_pawn_blocked", 1),
    (Pawns, "passed_pawn_stopped", 1),
    (Pawns, "passed_pawn_free", 8),
    (Pawns, "passed_pawn_to_own_king", 8),
    (Pawns, "passed_pawn_to_their_king", 8),
    (Rooks, "rook_on_open_file", 1),
    (Rooks, "rook_on_half_open_file", 1),
    (Minors, "knight_outpost", 1),
    (Minors, "bishop_outpost", 1),
    (Minors, "bishop_with_pawns", 1),
    (Mobility, "knight_mobility", 9),
    (Mobility, "bishop_mobility", 14),
    (Mobility, "rook_mobility", 15),
    (Mobility, "queen_mobility", 28),
    (King, "king_danger", DANGER_LEVELS),
    (King, "king_shelter", 8),
    (King, "king_storm", 8),
    (King, "king_file_half_open", 1),
    (Threats, "pawn_attacks_minor", 1),
    (Threats, "pawn_attacks_major", 1),
    (Threats, "push_attacks_piece", 1),
    (Threats, "minor_attacks_minor", 1),
    (Threats, "minor_attacks_major", 1),
    (Threats, "rook_attacks_queen", 1),
    (Threats, "king_attacks_piece", 1),
    (Threats, "hanging_piece", 1),
    (Trapped, "trapped_bishop_seventh", 1),
    (Trapped, "trapped_bishop_sixth", 1),
    (Trapped, "trapped_knight_eighth", 1),
    (Trapped, "trapped_knight_seventh", 1),
    (Trapped, "shut_in_rook", 1),
    (Material, "knight_pair", 1),
    (Material, "knight_by_pawns", 9),
    (Material, "rook_by_pawns", 9),
    (Material, "rook_pawn", 1),
    (Material, "centre_pawn", 1),
    (Material, "no_pawns", 1),
    (OutpostAttacks, "knight_attacks_outpost", 1),
    (OutpostAttacks, "bishop_attacks_outpost", 1),
    (Moves, "legal_moves", 1),
    (Moves, "knight_moves", 2),
    (Moves, "knight_centre_moves", 1),
    (Moves, "bishop_moves", 2),
    (Moves, "rook_moves", 3),
    (Moves, "queen_moves", 3),
    (Moves, "knight_safe_moves", 2),
    (Moves, "bishop_safe_moves", 2),
    (Moves, "rook_safe_moves", 3),
    (Moves, "queen_safe_moves", 3),
    (Moves, "knight_guards", 1),
    (Moves, "bishop_guards", 1),
    (Moves, "rook_guards", 1),
    (Moves, "queen_guards", 1),
];

/// The number of terms, from the first on, without which a tapered evaluation is refused.
pub const REQUIRED: usize = 34;

/// The name and the number of weights of every term, in the order of their indices.
pub const LAYOUT: [(&str, usize); TERMS.len()] = {
    let mut layout = [("", 0); TERMS.len()];
    let mut term = 0;
    while term < TERMS.len() {
        layout[term] = (TERMS[term].1, TERMS[term].2);
        term += 1;
    }
    layout
};

/// The number of weights of all terms.
pub const COUNT: usize = tapered::first_index(&LAYOUT, "");

/// The index of the first weight of a term.
pub(super) const fn first_index(name: &str) -> usize {
    tapered::first_index(&LAYOUT, name)
}

/// Which squares are outposts for a piece. In each case a pawn of its side guards the square.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutpostRule {
    /// From the fourth rank on, where no pawn of the opponent attacks the square now or after pushes.
    #[default]
    SafeFromPawns,
    /// In the opponent's half, on a file without own pawns and with at least one of the opponent (Simay 2009).
    HalfOpenFile,
}

/// A set of groups, and what an outpost is in them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TermGroups {
    set: u16,
    /// What an outpost is.
    pub outposts: OutpostRule,
}

impl TermGroups {
    /// The groups of terms that [`visit_optional`](super::visit_optional) evaluates.
    const OPTIONAL: u16 = 1 << Trapped as u16 | 1 << Material as u16 | 1 << OutpostAttacks as u16 | 1 << Moves as u16;

    /// Whether a group is in the set.
    #[inline]
    pub const fn has(self, group: TermGroup) -> bool {
        self.set >> group as u16 & 1 != 0
    }

    /// Whether [`visit_optional`](super::visit_optional) has something to count.
    #[inline]
    pub const fn has_optional(self) -> bool {
        self.set & TermGroups::OPTIONAL != 0
    }
}

/// The weights of all terms, and which of them count.
#[derive(Debug)]
pub struct TermWeights {
    /// By the indices of [`LAYOUT`].
    pub weights: [TaperedScore; COUNT],
    /// The groups that have a weight other than 0.
    pub groups: TermGroups,
    /// By term: whether the file names it.
    pub named: [bool; LAYOUT.len()],
}

impl TermWeights {
    /// From the weights of every term of [`LAYOUT`] in turn, or `None` for a term that the file does not name.
    pub fn new(terms: Vec<Option<Vec<TaperedScore>>>) -> TermWeights {
        let mut result = TermWeights {
            weights: [TaperedScore::default(); COUNT],
            groups: TermGroups::default(),
            named: [false; LAYOUT.len()],
        };
        let mut start = 0;
        for (term, given) in terms.into_iter().enumerate() {
            let (group, _, count) = TERMS[term];
            if let Some(weights) = given {
                result.weights[start..start + count].copy_from_slice(&weights);
                result.named[term] = true;
                if weights.iter().any(|&weight| weight != TaperedScore::default()) {
                    result.groups.set |= 1 << group as u16;
                }
            }
            start += count;
        }
        result
    }
}
