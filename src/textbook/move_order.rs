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

    /// The index of the move to search next. `ranks` are those of the moves that are left, of which there is at least
    /// one, in the order in which the game lists them.
    fn next(&self, _ply: u32, _ranks: &[usize]) -> usize {
        0
    }

    /// Learns that the move of this rank was the best of a node at `ply`, above alpha. `cutoff` says whether it ended the
    /// search of the node.
    fn learn(&mut self, _ply: u32, _rank: usize, _cutoff: bool) {}
}

/// The order in which the game lists the moves.
pub struct GenerationOrder;

impl<G: Game> MoveOrder<G> for GenerationOrder {}

/// First the moves with the best static evaluation of the position after them.
pub struct StaticOrder<'a, G: Game>(pub &'a dyn Fn(&G) -> i32);

impl<G: Game> MoveOrder<G> for StaticOrder<'_, G> {
    fn rank(&self, position: &G, mv: G::Move) -> usize {
        let value = evaluate_move(self.0, position, mv);
        value.wrapping_sub(i32::MIN) as u32 as usize
    }

    fn next(&self, _ply: u32, ranks: &[usize]) -> usize {
        greatest(ranks.len(), |index| ranks[index])
    }
}

/// The static evaluation of the position after a move, for the side that makes the move.
pub(super) fn evaluate_move<G: Game>(
    evaluate: &dyn Fn(&G) -> i32,
    position: &G,
    mv: G::Move,
) -> i32 {
    let child = position.play(mv);
    -end_value(&child, 1).unwrap_or_else(|| evaluate(&child))
}

/// The first of the indices below `count` at which `value` is greatest; 0 if there are none.
pub(super) fn greatest<V: Ord>(count: usize, value: impl Fn(usize) -> V) -> usize {
    let first = (0..count).max_by_key(|&index| (value(index), Reverse(index)));
    first.unwrap_or(0)
}

/// The moves of a node that have not been searched yet.
pub(super) struct UntriedMoves<M> {
    moves: Vec<M>,
    ranks: Vec<usize>,
}

impl<M: Copy> UntriedMoves<M> {
    pub(super) fn new<G: Game<Move = M>>(
        position: &G,
        moves: Vec<M>,
        order: &dyn MoveOrder<G>,
    ) -> UntriedMoves<M> {
        let ranks = moves.iter().map(|&mv| order.rank(position, mv)).collect();
        UntriedMoves { moves, ranks }
    }

    /// Removes and returns the next move and its rank.
    pub(super) fn take<G: Game<Move = M>>(
        &mut self,
        ply: u32,
        order: &dyn MoveOrder<G>,
    ) -> Option<(M, usize)> {
        if self.moves.is_empty() {
            return None;
        }
        let index = order.next(ply, &self.ranks);
        Some((self.moves.remove(index), self.ranks.remove(index)))
    }
}
