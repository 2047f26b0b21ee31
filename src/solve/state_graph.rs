//! The state graph: all positions that can arise from a position. Positions that differ only by a symmetry of the rules are one
//! node.

use super::error::{MAX_MOVES, SolveError};
use crate::game::{Game, Key, WorkLimit};
use std::collections::HashMap;
use std::ops::Range;

/// All positions that can arise from the first one, with the moves between them. It may have cycles. All positions but the
/// first are [canonical](Game::canonical).
pub struct StateGraph<G: Game> {
    /// The first position as it was given, so that its moves are those of the reader.
    root: G,
    /// The canonical positions in breadth-first order; that of the root is the first.
    positions: Vec<G>,
    /// The payoffs for the first side where the game is over.
    ends: Vec<Option<i32>>,
    /// The children of a position begin here; those of the next end them.
    first_child: Vec<usize>,
    children: Vec<u32>,
}

/// Where the positions with a key stand.
#[derive(Default)]
struct PositionIndex {
    /// The last position with a key.
    last: HashMap<Key, u32>,
    /// The position before with the same key.
    before: Vec<Option<u32>>,
}

impl<G: Game> StateGraph<G> {
    /// Searches the game from `root` out.
    ///
    /// # Errors
    /// There are more positions than the limit allows, or a position has more than 65,535 moves.
    pub fn new(root: &G, limit: &WorkLimit) -> Result<StateGraph<G>, SolveError> {
        let mut graph = StateGraph {
            root: root.clone(),
            positions: Vec::new(),
            ends: Vec::new(),
            first_child: vec![0],
            children: Vec::new(),
        };
        let mut index = PositionIndex::default();
        graph.place(root.clone(), &mut index);
        let mut node = 0;
        while node < graph.positions.len() {
            if graph.ends[node].is_none() {
                for mv in listed_moves(graph.position(node))? {
                    let place = graph.place(graph.position(node).play(mv), &mut index);
                    graph.children.push(place);
                    limit.check(graph.positions.len() as u64)?;
                }
            }
            graph.first_child.push(graph.children.len());
            node += 1;
        }
        (limit.progress)(graph.len() as u64);
        Ok(graph)
    }

    /// The place of a position, which is added if it is new.
    fn place(&mut self, position: G, index: &mut PositionIndex) -> u32 {
        let position = position.canonical();
        let key = position.key();
        let last = index.last.get(&key).copied();
        let mut same_key = last;
        while let Some(place) = same_key {
            if self.positions[place as usize] == position {
                return place;
            }
            same_key = index.before[place as usize];
        }
        let place = self.positions.len() as u32;
        self.ends.push(end_payoff(&position));
        self.positions.push(position);
        index.before.push(last);
        index.last.insert(key, place);
        place
    }

    /// The number of positions.
    #[expect(clippy::len_without_is_empty, reason = "the root is always there")]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// A position; the root is number 0.
    pub fn position(&self, node: usize) -> &G {
        if node == 0 { &self.root } else { &self.positions[node] }
    }

    /// The payoff for the first side if the game is over there.
    pub fn end(&self, node: usize) -> Option<i32> {
        self.ends[node]
    }

    /// The positions after the moves of a position, in their order; none if the game is over there.
    pub fn children(&self, node: usize) -> &[u32] {
        &self.children[self.edges(node)]
    }

    /// The numbers of the moves of a position among all moves.
    pub(super) fn edges(&self, node: usize) -> Range<usize> {
        self.first_child[node]..self.first_child[node + 1]
    }

    /// Whether the game counts more than win, draw and loss.
    pub fn has_payoffs(&self) -> bool {
        self.positions.iter().any(|it| it.payoff().is_some())
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
