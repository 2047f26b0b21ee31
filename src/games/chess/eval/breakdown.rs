//! Breaks the evaluation down into its terms.

use super::super::{ChessPosition, Piece};
use super::file::PIECES;
use super::{ChessWeights, TaperedScore, terms};
use crate::eval::Term;
use crate::eval::hand_crafted::HandCraftedWeights;
use crate::eval::tapered::{self, TermSums};
use crate::game::Side;
use std::ops::Add;

impl ChessWeights {
    /// The value of every term to each side. They add up to the evaluation.
    pub(super) fn term_values(&self, position: &ChessPosition) -> Vec<Term> {
        let sums = self.term_sums(position);
        let total = sums.iter().flat_map(|&(_, sums)| sums).fold(TaperedScore::default(), Add::add);
        let interpolation = self.interpolation(position, total);
        let mut terms = tapered::interpolate_terms(sums, |sum| interpolation.score(sum));
        let mut score = interpolation.score(total);
        for (name, remaining) in self.discounted(position, score) {
            let change = remaining - score;
            terms.push(Term { name, values: [change.min(0), -change.max(0)] });
            score = remaining;
        }
        terms
    }

    /// The sums of the piece-square tables by kind of piece, then of the counted terms that the file names.
    fn term_sums(&self, position: &ChessPosition) -> Vec<TermSums> {
        let of_kind = |piece| {
            let set = |side| position.kind(piece) & position.of(side);
            Side::each(|side| self.sum(position, set(side)))
        };
        let mut sums: Vec<TermSums> = PIECES.into_iter().zip(Piece::ALL.map(of_kind)).collect();
        if let Some(terms) = &self.terms {
            let counted = tapered::sum_terms(&terms::LAYOUT, &terms.weights, |mut listener| {
                terms::visit(position, terms.groups, &mut listener);
                terms::visit_optional(position, terms.groups, &mut listener);
            });
            let named = counted.into_iter().zip(terms.named);
            sums.extend(named.filter_map(|(sums, named)| named.then_some(sums)));
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Model;

    fn values(fen: &str, name: &str) -> [i32; 2] {
        let terms = ChessWeights::embedded().unwrap().term_values(&ChessPosition::parse(fen).unwrap());
        terms.iter().find(|term| term.name == name).unwrap().values
    }

    #[test]
    fn a_term_counts_for_the_side_that_has_it() {
        let [white, black] = values("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "bishop_pair");
        assert!(white > 0 && black == 0);
        let [white, black] = values("2b1kb2/8/8/8/8/8/8/4K3 w - - 0 1", "bishop_pair");
        assert!(white == 0 && black > 0);
        let pawns = values("4k3/pp6/8/8/8/8/P7/4K3 b - - 0 1", "pawn");
        assert!(pawns[1] > pawns[0] && pawns[0] > 50, "{pawns:?}");
        assert_eq!(values("4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "tempo")[0], 0);
    }
}
