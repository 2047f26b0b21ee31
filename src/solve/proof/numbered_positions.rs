//! The positions of a strategy in the order in which they were found.

use super::table::{KeyedPosition, PositionMap};
use crate::game::Game;

/// Positions with their numbers. Positions that differ only by a symmetry of the rules share a number. All but the first
/// position are [canonical](Game::canonical).
pub(super) struct NumberedPositions<G> {
    order: Vec<G>,
    numbers: PositionMap<G, usize>,
}

impl<G: Game> NumberedPositions<G> {
    /// One position, with the number 0.
    pub fn new(first: G) -> NumberedPositions<G> {
        let mut numbers = PositionMap::default();
        numbers.insert(KeyedPosition(first.clone().canonical()), 0);
        NumberedPositions { order: vec![first], numbers }
    }

    /// The position with a number.
    pub fn get(&self, number: usize) -> Option<&G> {
        self.order.get(number)
    }

    /// Whether a position has a number.
    pub fn contains(&self, position: &G) -> bool {
        self.numbers.contains_key(&KeyedPosition(position.clone().canonical()))
    }

    /// The number of a position; a new position gets the next number.
    pub fn number(&mut self, position: G) -> usize {
        let next = self.order.len();
        let position = position.canonical();
        let number = *self.numbers.entry(KeyedPosition(position.clone())).or_insert(next);
        if number == next {
            self.order.push(position);
        }
        number
    }
}
