//! Hand-crafted evaluation: piece-square tables, and counted terms.

use super::tapered::TaperedScore;
use super::{Evaluator, Model, Term};
use crate::board::Bitset;
use crate::game::Game;
use crate::system::data_file::DataFile;
use std::sync::Arc;

/// The weights of a hand-crafted evaluation.
pub trait HandCraftedWeights<G: Game>: Model {
    /// The text weights in the program for the game of a position.
    fn embedded_file(_position: &G) -> DataFile {
        Self::EMBEDDED
    }

    /// The squares on which each side has pieces.
    fn sides(position: &G) -> [Bitset; 2];

    /// The sum of the piece-square values of the pieces on some squares, as seen by the first side.
    fn sum(&self, position: &G, set: Bitset) -> TaperedScore;

    /// By how much the sum of the piece-square values of all pieces changes from one position to another.
    fn change(&self, before: &G, after: &G) -> TaperedScore {
        let ([first, second], sides) = (Self::sides(before), Self::sides(after));
        let changed = first ^ sides[0] | second ^ sides[1];
        self.sum(after, changed) - self.sum(before, changed)
    }

    /// The evaluation for the side to move, given the sum of its piece-square values.
    fn score(&self, position: &G, sum: TaperedScore) -> i32;

    /// Whether the evaluation is [coarse](Evaluator::coarse).
    fn coarse(&self) -> bool {
        false
    }

    /// The terms of the score.
    fn explain(&self, position: &G) -> Vec<Term>;
}

/// Updates the sum of the piece-square values move by move, and counts the terms when a score is needed.
pub struct HandCraftedEvaluator<W> {
    weights: Arc<W>,
    sums: Vec<TaperedScore>,
}

impl<W> HandCraftedEvaluator<W> {
    /// An evaluator with these weights.
    pub fn new(weights: &Arc<W>) -> HandCraftedEvaluator<W> {
        HandCraftedEvaluator { weights: Arc::clone(weights), sums: vec![TaperedScore::default()] }
    }

    fn sum(&self) -> TaperedScore {
        *self.sums.last().expect("the sum of the root is never popped")
    }

    fn sum_from_scratch<G: Game>(&self, position: &G) -> TaperedScore
    where
        W: HandCraftedWeights<G>,
    {
        let [first, second] = W::sides(position);
        self.weights.sum(position, first | second)
    }
}

impl<G: Game, W: HandCraftedWeights<G>> Evaluator<G> for HandCraftedEvaluator<W> {
    fn reset(&mut self, position: &G) {
        self.sums.clear();
        self.sums.push(self.sum_from_scratch(position));
    }

    fn push(&mut self, before: &G, after: &G) {
        self.sums.push(self.sum() + self.weights.change(before, after));
    }

    fn pop(&mut self) {
        self.sums.pop();
    }

    fn score(&mut self, position: &G) -> i32 {
        debug_assert_eq!(self.sum(), self.sum_from_scratch(position));
        self.weights.score(position, self.sum())
    }

    fn coarse(&self) -> bool {
        self.weights.coarse()
    }

    fn explain(&self, position: &G) -> Vec<Term> {
        self.weights.explain(position)
    }
}
