//! What the parts of the evaluation add to it.

use super::super::{Piece, Position};
use super::file::PIECES;
use super::{Pair, Weights, terms};
use crate::eval::Term;
use crate::game::Side;
use std::iter::repeat_n;
use std::ops::Add;

/// A part by its name, and its sums over the pieces of each side, for White.
type Part = (&'static str, [Pair; 2]);

impl Weights {
    /// What every part of the evaluation is worth to each side.
    ///
    /// The parts are mixed and rounded one after the other, each as the difference that it makes
    /// to those before it: so they add up to the score exactly.
    pub(super) fn explain(&self, position: &Position) -> Vec<Term> {
        let parts = self.parts(position);
        let each = parts.iter().flat_map(|&(_, sums)| sums);
        let mix = self.mix(position, each.fold(Pair::default(), Add::add));
        let mut sum = Pair::default();
        let mut worth = |part: Pair| {
            let before = mix.of(sum);
            sum = sum + part;
            mix.of(sum) - before
        };
        let term = |(name, [white, black]): Part| Term {
            name,
            worth: [worth(white), -worth(black)],
        };
        parts.into_iter().map(term).collect()
    }

    /// The kinds of pieces with their squares, then the counted terms.
    fn parts(&self, position: &Position) -> Vec<Part> {
        let of_kind = |piece| {
            let set = |side| position.kind(piece) & position.of(side);
            Side::BOTH.map(|side| self.sum_of(position, set(side)))
        };
        let pieces = PIECES.into_iter().zip(Piece::ALL.map(of_kind));
        let mut parts: Vec<Part> = pieces.collect();
        let Some(weights) = &self.terms else {
            return parts;
        };
        let first = parts.len();
        parts.extend(terms::LAYOUT.map(|(name, _)| (name, [Pair::default(); 2])));
        let owners: Vec<usize> = (first..)
            .zip(terms::LAYOUT)
            .flat_map(|(part, (_, count))| repeat_n(part, count))
            .collect();
        terms::visit(position, |index, count| {
            let (_, sums) = &mut parts[owners[index]];
            let side = usize::from(count < 0);
            sums[side] = sums[side] + weights[index] * count;
        });
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
        let terms = weights.explain(&Position::parse(fen).unwrap());
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
