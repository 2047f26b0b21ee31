//! The positions of a strategy in the order in which they were found.

use super::table::{KeyedPosition, PositionMap};
use crate::game::Game;

/// Positions with their numbers; equal ones once.
pub(super) struct NumberedPositions<G> {
    order: Vec<G>,
    numbers: PositionMap<G, usize>,
}

impl<G: Game> NumberedPositions<G> {
    /// One position, with the number 0.
    pub fn new(first: G) -> NumberedPositions<G> {
        let mut positions = NumberedPositions {
            order: Vec::new(),
            numbers: PositionMap::default(),
        };
        positions.number(first);
        positions
    }

    /// The position with a number.
    pub fn get(&self, number: usize) -> Option<&G> {
        self.order.get(number)
    }

    /// Whether a position has a number.
    pub fn contains(&self, position: &G) -> bool {
        self.numbers.contains_key(&KeyedPosition(position.clone()))
    }

    /// The number of a position, which is new or not.
    pub fn number(&mut self, position: G) -> usize {
        let next = self.order.len();
        let keyed = KeyedPosition(position.clone());
        let number = *self.numbers.entry(keyed).or_insert(next);
        if number == next {
            self.order.push(position);
        }
        number
    }
}
