//! What the parts of the evaluation add to it.

use super::super::{Piece, Position};
use super::file::PIECES;
use super::{Pair, Weights, terms};
use crate::eval::Term;
use crate::eval::hand_crafted::Weighted;
use crate::eval::tapered::{self, Part};
use crate::game::Side;
use std::ops::Add;

impl Weights {
    /// What every part of the evaluation is worth to each side.
    pub(super) fn terms_of(&self, position: &Position) -> Vec<Term> {
        let parts = self.parts(position);
        let each = parts.iter().flat_map(|&(_, sums)| sums);
        let mix = self.mix(position, each.fold(Pair::default(), Add::add));
        tapered::explain(parts, |sum| mix.of(sum))
    }

    /// The kinds of pieces with their squares, then the counted terms.
    fn parts(&self, position: &Position) -> Vec<Part> {
        let of_kind = |piece| {
            let set = |side| position.kind(piece) & position.of(side);
            Side::BOTH.map(|side| self.sum(position, set(side)))
        };
        let mut parts: Vec<Part> = PIECES.into_iter().zip(Piece::ALL.map(of_kind)).collect();
        if let Some(weights) = &self.terms {
            let visit = |tell: &mut dyn FnMut(usize, i32)| terms::visit(position, tell);
            parts.extend(tapered::parts(&terms::LAYOUT, &weights[..], visit));
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Model;
    use crate::notation::Notation;

    fn worth(fen: &str, name: &str) -> [i32; 2] {
        let weights = Weights::embedded().unwrap();
        let terms = weights.terms_of(&Position::parse(fen).unwrap());
        terms.iter().find(|term| term.name == name).unwrap().worth
    }

    #[test]
    fn a_part_is_of_the_side_that_has_it() {
        let [white, black] = worth("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "bishop_pair");
        assert!(white > 0 && black == 0);
        let [white, black] = worth("2b1kb2/8/8/8/8/8/8/4K3 w - - 0 1", "bishop_pair");
        assert!(white == 0 && black > 0);
        let pawns = worth("4k3/pp6/8/8/8/8/P7/4K3 b - - 0 1", "pawn");
        assert!(pawns[1] > pawns[0] && pawns[0] > 50, "{pawns:?}");
        assert_eq!(worth("4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "tempo")[0], 0);
    }
}
