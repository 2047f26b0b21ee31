//! What the parts of the evaluation add to it.

use super::super::{ChessPosition, Piece};
use super::file::PIECES;
use super::{ChessWeights, TaperedScore, terms};
use crate::eval::Term;
use crate::eval::hand_crafted::HandCraftedWeights;
use crate::eval::tapered::{self, TermSums};
use crate::game::Side;
use std::ops::Add;

impl ChessWeights {
    /// What every part of the evaluation is worth to each side.
    pub(super) fn terms_of(&self, position: &ChessPosition) -> Vec<Term> {
        let parts = self.parts(position);
        let each = parts.iter().flat_map(|&(_, sums)| sums);
        let mix = self.interpolation(position, each.fold(TaperedScore::default(), Add::add));
        tapered::interpolate_terms(parts, |sum| mix.score(sum))
    }

    /// The kinds of pieces with their squares, then the counted terms.
    fn parts(&self, position: &ChessPosition) -> Vec<TermSums> {
        let of_kind = |piece| {
            let set = |side| position.kind(piece) & position.of(side);
            Side::BOTH.map(|side| self.sum(position, set(side)))
        };
        let mut parts: Vec<TermSums> = PIECES.into_iter().zip(Piece::ALL.map(of_kind)).collect();
        if let Some(weights) = &self.terms {
            let visit = |tell: &mut dyn FnMut(usize, i32)| terms::visit(position, tell);
            parts.extend(tapered::sum_terms(&terms::LAYOUT, &weights[..], visit));
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
        let weights = ChessWeights::embedded().unwrap();
        let terms = weights.terms_of(&ChessPosition::parse(fen).unwrap());
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
