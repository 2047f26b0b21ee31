//! Many positions of one game, kept in little memory: as values of its own type, without an allocation for each.

use crate::any_position::AnyPosition;
use crate::eval::nnue::{Features, MAX_ACTIVE_FEATURES};
use crate::game::Game;
use arrayvec::ArrayVec;
use std::any::Any;
use std::marker::PhantomData;

/// A list of positions of one game.
pub trait PositionList: Any + Send + Sync {
    /// Replaces a position, or adds one if the index is the length of the list.
    fn set(&mut self, index: usize, position: &AnyPosition);

    /// What a network sees of a position.
    fn active_features(&self, index: usize) -> ActiveFeatures;
}

/// What a network sees of a position.
pub struct ActiveFeatures {
    /// For the side to move, then for the other side.
    pub of_sides: [ArrayVec<u16, MAX_ACTIVE_FEATURES>; 2],
    /// The output bucket.
    pub bucket: usize,
}

/// Positions of `G`, which networks see by the features `F`.
pub struct TypedPositions<G, F>(Vec<G>, PhantomData<fn() -> F>);

impl<G, F> Default for TypedPositions<G, F> {
    fn default() -> TypedPositions<G, F> {
        TypedPositions(Vec::new(), PhantomData)
    }
}

impl<G: Game, F: Features<G>> TypedPositions<G, F> {
    /// The positions of a list, which must be of this type.
    pub fn inside(list: &dyn PositionList) -> &[G] {
        let own = (list as &dyn Any).downcast_ref::<TypedPositions<G, F>>();
        &own.expect("positions of this game").0
    }
}

impl<G: Game, F: Features<G>> PositionList for TypedPositions<G, F> {
    fn set(&mut self, index: usize, position: &AnyPosition) {
        let position = position.inside::<G>().clone();
        match self.0.get_mut(index) {
            Some(place) => *place = position,
            None => self.0.push(position),
        }
    }

    fn active_features(&self, index: usize) -> ActiveFeatures {
        const { assert!(F::COUNT <= 1 << u16::BITS) };
        let position = &self.0[index];
        let own = position.side_to_move();
        let active = |side| F::active_features(position, side).map(|feature| feature as u16);
        ActiveFeatures { of_sides: [active(own).collect(), active(!own).collect()], bucket: F::output_bucket(position) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::ChessPosition;
    use crate::games::chess::eval::ChessFeatures;
    use crate::notation::Notation;

    #[test]
    fn a_position_that_is_set_again_is_replaced() {
        let start = crate::games::find_game("chess").unwrap().start();
        let read = |text: &str| *start.parse_position(text).unwrap().inside::<ChessPosition>();
        let positions =
            ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"];
        let [first, second, third] = positions.map(read);
        let mut list = TypedPositions::<ChessPosition, ChessFeatures>::default();
        for (index, position) in [(0, first), (1, second), (0, third), (1, first), (2, second)] {
            list.set(index, &AnyPosition::new(position));
        }
        assert_eq!(TypedPositions::<ChessPosition, ChessFeatures>::inside(&list), [third, first, second]);
    }

    /// A network sees the side to move first, whichever it is.
    #[test]
    fn the_side_to_move_comes_first() {
        let start = crate::games::find_game("chess").unwrap().start();
        for (index, side) in ["w", "b"].into_iter().enumerate() {
            let text = format!("4k3/pp6/8/8/8/8/4P3/R3K3 {side} - - 0 1");
            let position = start.parse_position(&text).unwrap();
            let mut list = TypedPositions::<ChessPosition, ChessFeatures>::default();
            list.set(0, &position);
            let position = position.inside::<ChessPosition>();
            let seen_by = |side| ChessFeatures::active_features(position, side).map(|it| it as u16).collect::<Vec<_>>();
            let expected = crate::game::Side::BOTH.map(seen_by);
            let found = list.active_features(0).of_sides.map(|features| features.to_vec());
            assert_eq!([&found[index], &found[1 - index]], [&expected[0], &expected[1]], "{side}");
            assert_ne!(found[0], found[1]);
        }
    }
}
