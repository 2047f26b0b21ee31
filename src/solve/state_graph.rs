//! The state graph: all positions that can arise from a position. Positions that differ only by a symmetry of the rules are one
//! node.

use super::error::{MAX_MOVES, SolveError};
use super::numbered_positions::NumberedPositions;
use crate::game::{Game, WorkLimit};

/// All positions that can arise from the first one, with the moves between them. It may have cycles. All positions but the
/// first are [canonical](Game::canonical).
pub struct StateGraph<G: Game> {
    /// In breadth-first order.
    positions: NumberedPositions<G>,
    /// The payoffs for the first side where the game is over.
    ends: Vec<Option<i32>>,
    /// The children of a position begin here; those of the next end them.
    first_child: Vec<usize>,
    children: Vec<u32>,
}

impl<G: Game> StateGraph<G> {
    /// Searches the game from `root` out.
    ///
    /// # Errors
    /// There are more positions than the limit allows, or a position has more than 65,535 moves.
    pub fn new(root: &G, limit: &WorkLimit) -> Result<StateGraph<G>, SolveError> {
        let mut positions = NumberedPositions::new(root);
        let (mut ends, mut first_child, mut children) = (Vec::new(), vec![0], Vec::new());
        while let Some(position) = positions.get(ends.len()).cloned() {
            let end = end_payoff(&position);
            if end.is_none() {
                for mv in listed_moves(&position)? {
                    children.push(positions.number(position.play(mv)) as u32);
                    limit.check(positions.len() as u64)?;
                }
            }
            ends.push(end);
            first_child.push(children.len());
        }
        (limit.progress)(positions.len() as u64);
        Ok(StateGraph { positions, ends, first_child, children })
    }

    /// The number of positions.
    #[expect(clippy::len_without_is_empty, reason = "the root is always there")]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// A position; the root is number 0.
    ///
    /// # Panics
    /// There is no such position.
    pub fn position(&self, node: usize) -> &G {
        self.positions.get(node).expect("the position is in the graph")
    }

    /// The number of a position that is in the graph.
    pub(super) fn node(&self, position: &G) -> Option<usize> {
        self.positions.number_of(position)
    }

    /// The payoff for the first side if the game is over there.
    pub fn end(&self, node: usize) -> Option<i32> {
        self.ends[node]
    }

    /// The positions after the moves of a position, in their order; none if the game is over there.
    pub fn children(&self, node: usize) -> &[u32] {
        &self.children[self.first_child[node]..self.first_child[node + 1]]
    }

    /// All payoffs with which the game can end.
    pub(super) fn payoffs(&self) -> impl Iterator<Item = i32> {
        self.ends.iter().flatten().copied()
    }
}

/// The payoff for the first side if the game is over: 1 for a win, -1 for a loss in games without payoffs.
pub(super) fn end_payoff<G: Game>(position: &G) -> Option<i32> {
    Some(position.payoff().unwrap_or(position.outcome()?.payoff(position.side_to_move())))
}

/// The moves of a position, if there are not too many to list them.
pub(super) fn listed_moves<G: Game>(position: &G) -> Result<Vec<G::Move>, SolveError> {
    if position.count_moves() > MAX_MOVES {
        return Err(SolveError::Moves);
    }
    Ok(position.moves())
}
