//! Random trees as a game, for the tests.

use super::{Fraction, TextbookAlgorithm, end_value, relative};
use crate::game::{Game, Key, Outcome, Side, mix};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// A node of a tree that is computed from a seed. It has up to four children; many of them have equal values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RandomTree {
    seed: u64,
    ply: u32,
}

impl RandomTree {
    pub(super) fn new(number: u64) -> RandomTree {
        RandomTree { seed: mix(number + 1), ply: 0 }
    }

    /// The static evaluation for the side to move.
    pub(super) fn evaluate(&self) -> i32 {
        (self.seed % 21) as i32 - 10
    }

    fn children(self) -> u8 {
        let children = [0, 1, 2, 3, 3, 4, 4, 4][(self.seed >> 32) as usize % 8];
        if self.ply == 0 { 4 } else { children }
    }
}

impl Game for RandomTree {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.ply as usize % 2]
    }

    fn key(&self) -> Key {
        Key(self.seed)
    }

    fn visit_moves<B>(&self, listener: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.children()).try_for_each(listener)
    }

    fn play(&self, mv: u8) -> RandomTree {
        RandomTree { seed: mix(self.seed.wrapping_add(u64::from(mv) + 1)), ply: self.ply + 1 }
    }

    fn payoff(&self) -> Option<i32> {
        (!self.has_moves()).then(|| relative(self, self.evaluate()))
    }

    fn has_payoffs(&self) -> bool {
        true
    }

    fn outcome_without_moves(&self) -> Outcome {
        match self.evaluate() {
            ..0 => Outcome::Loss,
            0 => Outcome::Draw,
            1.. => Outcome::Win,
        }
    }

    fn code(mv: u8) -> u16 {
        mv.into()
    }
}

/// The value for the side to move of a composed search without any cut, written without its code: the definition of the
/// lecture.
pub(super) fn by_definition(
    position: &RandomTree,
    ply: u32,
    parts: &TextbookAlgorithm,
    parent: Option<&RandomTree>,
) -> Fraction {
    if let Some(value) = end_value(position, ply) {
        return value.into();
    }
    let for_first = |it: &RandomTree| relative(it, it.evaluate());
    let difference = parent.map(|parent| (for_first(parent) - for_first(position)).unsigned_abs());
    if ply >= parts.depth.max || ply >= parts.depth.min && difference.is_some_and(|it| it < parts.depth.k) {
        return position.evaluate().into();
    }
    let mut children: Vec<RandomTree> = (position.moves().into_iter()).map(|mv| position.play(mv)).collect();
    children.sort_by_key(|child: &RandomTree| end_value(child, 1).unwrap_or_else(|| child.evaluate()));
    children.truncate(parts.width.map_or(usize::MAX, |width| width as usize));
    let value = |child| -by_definition(child, ply + 1, parts, Some(position));
    let mut values: Vec<Fraction> = children.iter().map(value).collect();
    values.sort_by_key(|&value| Reverse(value));
    values.truncate(parts.children[position.side_to_move().index()] as usize);
    Fraction::mean(&values).unwrap()
}
