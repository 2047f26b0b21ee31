//! Positions in the order in which they were found.

use crate::game::{Game, Key, MixHasher};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Positions with their numbers. Positions that differ only by a symmetry of the rules share a number. All but the first
/// position are [canonical](Game::canonical).
pub(crate) struct NumberedPositions<G> {
    /// The first position as it was given, so that its moves are those of the reader.
    first: G,
    /// The canonical positions by their numbers.
    canonical: Vec<G>,
    /// The last position with a key.
    last: HashMap<Key, u32, BuildHasherDefault<MixHasher>>,
    /// For each position the one before with the same key.
    before: Vec<Option<u32>>,
}

impl<G: Game> NumberedPositions<G> {
    /// One position, with the number 0.
    pub fn new(first: &G) -> NumberedPositions<G> {
        let (canonical, before) = (Vec::new(), Vec::new());
        let mut positions = NumberedPositions { first: first.clone(), canonical, last: HashMap::default(), before };
        positions.number(first.clone());
        positions
    }

    pub fn len(&self) -> usize {
        self.canonical.len()
    }

    /// The position with a number.
    pub fn get(&self, number: usize) -> Option<&G> {
        if number == 0 { Some(&self.first) } else { self.canonical.get(number) }
    }

    /// The number of a position, if it has one.
    pub fn number_of(&self, position: &G) -> Option<usize> {
        self.find(&position.clone().canonical())
    }

    /// The number of a position; a new position gets the next number.
    pub fn number(&mut self, position: G) -> usize {
        let position = position.canonical();
        self.find(&position).unwrap_or_else(|| {
            let number = self.canonical.len();
            self.before.push(self.last.insert(position.key(), number as u32));
            self.canonical.push(position);
            number
        })
    }

    fn find(&self, canonical: &G) -> Option<usize> {
        let last = self.last.get(&canonical.key()).copied();
        let mut same_key = std::iter::successors(last, |&number| self.before[number as usize]);
        same_key.find(|&number| self.canonical[number as usize] == *canonical).map(|number| number as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::heaps::HeapPosition;

    #[test]
    fn heaps_in_another_order_have_the_same_number() {
        let parse = |text: &str| HeapPosition::parse(text).unwrap();
        let mut positions = NumberedPositions::new(&parse("nim 5,3 p1"));
        let mut numbers = Vec::new();
        for text in ["nim 3,5 p1", "nim 5,3 p2", "nim 3,5 p2", "nim 2,1 p1", "nim 1,2 p1", "nim 5,3 p1"] {
            let known = positions.number_of(&parse(text));
            let number = positions.number(parse(text));
            assert_eq!(known, Some(number).filter(|number| *number == 0 || numbers.contains(number)), "{text}");
            assert_eq!(positions.number_of(&parse(text)), Some(number), "{text}");
            numbers.push(number);
        }
        assert_eq!(numbers, [0, 1, 1, 2, 2, 0]);
        assert_eq!(positions.get(0), Some(&parse("nim 5,3 p1")), "the first one stays as it was given");
    }
}
