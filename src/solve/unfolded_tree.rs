//! The game tree in full: every line of play, equal positions apart.

use super::error::SolveError;
use super::state_graph::{end_payoff, listed_moves};
use crate::game::{Game, Side, WorkLimit};
use std::ops::Range;

/// A strategy: for each position where its side has a choice, the number of the position in the tree and that of the
/// chosen move.
pub type PlannedChoices = Vec<(usize, usize)>;

/// All lines of play from a position.
pub struct UnfoldedTree<G: Game> {
    /// In breadth-first order; the children of a node stand together.
    nodes: Vec<UnfoldedNode<G>>,
}

struct UnfoldedNode<G: Game> {
    position: G,
    /// The node before, and the move that was made there; none at the root.
    before: Option<(usize, G::Move)>,
    end: Option<i32>,
    children: Range<usize>,
}

impl<G: Game> UnfoldedTree<G> {
    /// The tree below `root`.
    ///
    /// # Errors
    /// It has more nodes than the limit allows, or a position has more than 65,535 moves.
    pub fn new(root: &G, limit: &WorkLimit) -> Result<UnfoldedTree<G>, SolveError> {
        let mut nodes = vec![UnfoldedNode::new(root.clone(), None)];
        let mut node = 0;
        while node < nodes.len() {
            let begin = nodes.len();
            if nodes[node].end.is_none() {
                for mv in listed_moves(&nodes[node].position)? {
                    nodes.push(UnfoldedNode::new(nodes[node].position.play(mv), Some((node, mv))));
                    limit.check(nodes.len() as u64)?;
                }
            }
            nodes[node].children = begin..nodes.len();
            node += 1;
        }
        (limit.progress)(nodes.len() as u64);
        Ok(UnfoldedTree { nodes })
    }

    /// The number of nodes.
    #[expect(clippy::len_without_is_empty, reason = "the root is always there")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The position of a node; the root is number 0.
    pub fn position(&self, node: usize) -> &G {
        &self.nodes[node].position
    }

    /// The nodes after the moves of a node, in their order.
    pub fn children(&self, node: usize) -> Range<usize> {
        self.nodes[node].children.clone()
    }

    /// The node before, and the move that leads from there; `None` at the root.
    pub fn before(&self, node: usize) -> Option<(usize, G::Move)> {
        self.nodes[node].before
    }

    /// The payoff for the first side if each side follows a strategy from a node on.
    pub(super) fn play_out(&self, mut node: usize, strategies: [&PlannedChoices; 2]) -> i32 {
        loop {
            let at = &self.nodes[node];
            if let Some(payoff) = at.end {
                return payoff;
            }
            let choice = strategies[at.position.side_to_move().index()].iter().find(|&&(place, _)| place == node);
            // Where there is a single move, strategies need not name it.
            node = at.children.start + choice.map_or(0, |&(_, mv)| mv);
        }
    }

    /// The minimax value of every node for the first side.
    pub(super) fn values(&self) -> Vec<i32> {
        let mut values = vec![0; self.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let of_children = values[node.children.clone()].iter().copied();
            let best = match node.position.side_to_move() {
                Side::First => of_children.max(),
                Side::Second => of_children.min(),
            };
            values[index] = node.end.or(best).unwrap_or(0);
        }
        values
    }
}

impl<G: Game> UnfoldedNode<G> {
    fn new(position: G, before: Option<(usize, G::Move)>) -> UnfoldedNode<G> {
        UnfoldedNode { end: end_payoff(&position), position, before, children: 0..0 }
    }
}
