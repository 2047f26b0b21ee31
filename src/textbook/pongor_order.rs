//! The order of moves in the program of G. Pongor, "A computer implementation of a two-player game" (Debrecen 2009).
//!
//! The node counts of the thesis depend on the order in which its program lists moves, on the sort of the library that it
//! was written with, and on the nodes from which its history learns. From the start position this order visits exactly the
//! published numbers of nodes to depth 8 (`docs/compare.md`).

use super::dotnet_sort::dotnet_sort;
use super::{History, MoveOrder, UntriedMove};
use crate::game::Game;

/// Lists the moves by their [first steps](super::TextbookKnowledge::first_step). With a history it sorts the untried moves
/// again before each of them, by an unstable sort, and learns the best move of every inner node.
pub struct PongorOrder<'a, G: Game> {
    /// The history values, which the search changes; `None` to search the moves as they are listed.
    pub history: Option<&'a mut History>,
    /// The number of the first step of a move.
    pub first_step: &'a dyn Fn(&G, G::Move) -> usize,
}

impl<G: Game> MoveOrder<G> for PongorOrder<'_, G> {
    fn rank(&self, position: &G, mv: G::Move) -> usize {
        (self.first_step)(position, mv)
    }

    fn list(&self, moves: &mut [UntriedMove]) {
        moves.sort_by_key(|it| it.rank);
    }

    fn next(&self, _ply: u32, untried: &mut [UntriedMove]) -> usize {
        if let Some(history) = &self.history {
            let value = |it: &UntriedMove| history.value(it.rank);
            dotnet_sort(untried, &|one, other| value(other).cmp(&value(one)));
        }
        0
    }

    fn learn(&mut self, ply: u32, rank: usize, _cutoff: bool) {
        if let Some(history) = &mut self.history {
            history.add(rank, ply);
        }
    }

    fn learns_below_alpha(&self) -> bool {
        true
    }
}
