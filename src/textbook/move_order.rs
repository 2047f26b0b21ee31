//! The order in which an algorithm searches the moves of a node.

use super::value::end_value;
use crate::game::Game;
use std::cmp::Reverse;

/// An order of the moves, which may learn from what is found.
pub trait MoveOrder<G: Game> {
    /// What [`next`](MoveOrder::next) needs to know of a move; asked once for each move of a node.
    fn rank(&self, _position: &G, _mv: G::Move) -> usize {
        0
    }

    /// Rearranges the moves of a node before the first of them is searched. They come as the game lists them.
    fn list(&self, _moves: &mut [UntriedMove]) {}

    /// The index of the move to search next. `untried` are the moves that are left, at least one, in the order of
    /// [`list`](MoveOrder::list); they may be rearranged.
    fn next(&self, _ply: u32, _untried: &mut [UntriedMove]) -> usize {
        0
    }

    /// Learns that the move of this rank was the best of a node at `ply`, above alpha. `cutoff` says whether it ended the
    /// search of the node.
    fn learn(&mut self, _ply: u32, _rank: usize, _cutoff: bool) {}

    /// Whether it also learns the best move of nodes where no value is above alpha. Their values are only bounds.
    fn learns_below_alpha(&self) -> bool {
        false
    }
}

/// A move of a node that has not been searched yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UntriedMove {
    /// Its [rank](MoveOrder::rank).
    pub rank: usize,
    /// Its index in the list of the game.
    index: usize,
}

/// The order in which the game lists the moves.
pub struct GenerationOrder;

impl<G: Game> MoveOrder<G> for GenerationOrder {}

/// First the moves with the best static evaluation of the position after them.
pub struct StaticOrder<'a, G: Game>(pub &'a dyn Fn(&G) -> i32);

impl<G: Game> MoveOrder<G> for StaticOrder<'_, G> {
    fn rank(&self, position: &G, mv: G::Move) -> usize {
        evaluate_move(self.0, position, mv).wrapping_sub(i32::MIN) as u32 as usize
    }

    fn next(&self, _ply: u32, untried: &mut [UntriedMove]) -> usize {
        greatest(untried.len(), |index| untried[index].rank)
    }
}

/// The static evaluation of the position after a move, for the side that makes the move.
pub(super) fn evaluate_move<G: Game>(evaluate: &dyn Fn(&G) -> i32, position: &G, mv: G::Move) -> i32 {
    let child = position.play(mv);
    -end_value(&child, 1).unwrap_or_else(|| evaluate(&child))
}

/// The first of the indices below `count` at which `value` is greatest; 0 if there are none.
pub(super) fn greatest<V: Ord>(count: usize, value: impl Fn(usize) -> V) -> usize {
    (0..count).max_by_key(|&index| (value(index), Reverse(index))).unwrap_or(0)
}

/// The moves of a node that have not been searched yet.
pub(super) struct UntriedMoves<M> {
    moves: Vec<M>,
    untried: Vec<UntriedMove>,
}

impl<M: Copy> UntriedMoves<M> {
    pub(super) fn new<G: Game<Move = M>>(position: &G, moves: Vec<M>, order: &dyn MoveOrder<G>) -> UntriedMoves<M> {
        let ranked = moves.iter().enumerate().map(|(index, &mv)| UntriedMove { rank: order.rank(position, mv), index });
        let mut untried: Vec<_> = ranked.collect();
        order.list(&mut untried);
        UntriedMoves { moves, untried }
    }

    /// Removes and returns the next move and its rank.
    pub(super) fn take<G: Game<Move = M>>(&mut self, ply: u32, order: &dyn MoveOrder<G>) -> Option<(M, usize)> {
        if self.untried.is_empty() {
            return None;
        }
        let next = order.next(ply, &mut self.untried);
        let UntriedMove { rank, index } = self.untried.remove(next);
        Some((self.moves[index], rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of moves of equal rank the first one is searched first, in any order that takes the greatest.
    #[test]
    fn the_first_of_the_greatest_is_chosen() {
        for (values, expected) in
            [(&[][..], 0), (&[7], 0), (&[0, 0, 0], 0), (&[1, 3, 2, 3], 1), (&[3, 1, 3], 0), (&[1, 2, 3], 2)]
        {
            assert_eq!(greatest(values.len(), |index| values[index]), expected, "{values:?}");
        }
    }
}
