//! Evaluation by weights that people can name: pieces on squares, and counted terms.

use super::tapered::Pair;
use super::{Evaluator, Term};
use crate::board::Bitset;
use crate::game::Game;
use std::sync::Arc;

/// Weights of a game in which pieces stand on squares.
pub trait Weighted<G: Game>: Send + Sync {
    /// The squares on which each side has pieces.
    fn sides(position: &G) -> [Bitset; 2];

    /// The sum over the pieces on some squares, for the first side.
    fn sum(&self, position: &G, set: Bitset) -> Pair;

    /// The value of the position for the side to move, from the sum over its pieces.
    fn score(&self, position: &G, sum: Pair) -> i32;

    /// The parts of the score.
    fn explain(&self, position: &G) -> Vec<Term>;
}

/// Keeps the sum over the pieces up to date, move by move; counts the terms when asked.
pub struct HandCrafted<W> {
    weights: Arc<W>,
    sums: Vec<Pair>,
}

impl<W> HandCrafted<W> {
    /// An evaluator with these weights.
    pub fn new(weights: &Arc<W>) -> HandCrafted<W> {
        HandCrafted {
            weights: Arc::clone(weights),
            sums: vec![Pair::default()],
        }
    }

    fn sum(&self) -> Pair {
        *self
            .sums
            .last()
            .expect("the sum of the root is never popped")
    }

    fn whole_sum<G: Game>(&self, position: &G) -> Pair
    where
        W: Weighted<G>,
    {
        let [first, second] = W::sides(position);
        self.weights.sum(position, first | second)
    }
}

impl<G: Game, W: Weighted<G>> Evaluator<G> for HandCrafted<W> {
    fn reset(&mut self, position: &G) {
        self.sums.clear();
        self.sums.push(self.whole_sum(position));
    }

    fn push(&mut self, before: &G, after: &G) {
        let ([first, second], sides) = (W::sides(before), W::sides(after));
        let changed = first ^ sides[0] | second ^ sides[1];
        let weights = &self.weights;
        let sum = self.sum() + weights.sum(after, changed) - weights.sum(before, changed);
        self.sums.push(sum);
    }

    fn pop(&mut self) {
        self.sums.pop();
    }

    fn score(&mut self, position: &G) -> i32 {
        debug_assert_eq!(self.sum(), self.whole_sum(position));
        self.weights.score(position, self.sum())
    }

    fn explain(&self, position: &G) -> Vec<Term> {
        self.weights.explain(position)
    }
}
