//! The rules: a side chooses a child, then the other one does, until a leaf is reached.

use crate::game::{Game, Key, Outcome, Side, mix};
use std::iter::successors;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The greatest number of nodes of a tree.
pub const MAX_NODES: usize = 1 << 16;

/// The greatest number of moves from the root to a leaf.
pub const MAX_DEPTH: usize = 100;

/// The greatest number of children of a node.
pub const MAX_CHILDREN: usize = 256;

/// The greatest payoff, and the least without its sign.
pub const MAX_PAYOFF: i32 = 999_999;

/// The greatest static evaluation, and the least without its sign. The search keeps evaluations in 16 bits.
pub const MAX_EVALUATION: i32 = 20_000;

/// A node of a tree and the side that moves there: [`Side::First`] is MAX, whose payoffs the leaves show.
///
/// What lies above the node is not part of the position: nodes with equal trees below them are equal. Clones share the
/// tree.
#[derive(Clone, Debug)]
pub struct TreePosition {
    /// All nodes of the tree, each before its children, which follow with all that is below them.
    pub(super) nodes: Arc<[TreeNode]>,
    pub(super) index: usize,
    pub(super) side_to_move: Side,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TreeNode {
    /// The name of the move that leads to it.
    pub(super) label: Option<Box<str>>,
    /// The payoff for the first side, at a leaf.
    pub(super) payoff: Option<i32>,
    /// The static evaluation for the first side, at another node that has one.
    pub(super) evaluation: Option<i32>,
    /// The number of nodes of the tree below it, with itself.
    pub(super) size: usize,
    /// A hash of the tree below it, without its own label.
    pub(super) key: u64,
}

impl TreeNode {
    /// A node that stands alone.
    pub(super) fn new(label: Option<&str>, payoff: Option<i32>) -> TreeNode {
        TreeNode { label: label.map(Box::from), payoff, evaluation: None, size: 1, key: 0 }
    }
}

/// The choice of a child: its place among the children, from 0 on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TreeMove(pub(super) u16);

impl TreePosition {
    /// The tree below this position, with the node itself.
    pub(super) fn subtree(&self) -> &[TreeNode] {
        &self.nodes[self.index..self.index + self.node().size]
    }

    pub(super) fn node(&self) -> &TreeNode {
        &self.nodes[self.index]
    }

    /// The nodes that a move leads to.
    pub(super) fn children(&self) -> impl Iterator<Item = &TreeNode> {
        children(&self.nodes, self.index).map(|child| &self.nodes[child])
    }

    /// The number of nodes in the tree below this position, with the node itself.
    pub fn size(&self) -> usize {
        self.node().size
    }
}

/// The indices of the children of a node.
fn children(nodes: &[TreeNode], index: usize) -> impl Iterator<Item = usize> {
    let end = index + nodes[index].size;
    let first = Some(index + 1).filter(|&child| child < end);
    successors(first, move |&child| Some(child + nodes[child].size).filter(|&next| next < end))
}

/// Notes the size and the key of a node. All nodes behind it are below it, and have theirs.
pub(super) fn complete(nodes: &mut [TreeNode], index: usize) {
    nodes[index].size = nodes.len() - index;
    nodes[index].key = key(nodes, index);
}

/// The key of a node whose children have theirs.
fn key(nodes: &[TreeNode], index: usize) -> u64 {
    let add = |key: u64, number: u64| mix(key.rotate_left(1) ^ mix(number));
    let label = |child: &TreeNode| {
        child.label.iter().flat_map(|label| label.bytes()).fold(1, |key, byte| add(key, byte.into()))
    };
    let of_child = |key, child: usize| add(add(key, label(&nodes[child])), nodes[child].key);
    let number = |number: Option<i32>| number.map_or(0, |number| 1 + u64::from(number as u32));
    let own = number(nodes[index].payoff) ^ number(nodes[index].evaluation) << 32;
    children(nodes, index).fold(mix(own), of_child)
}

impl PartialEq for TreePosition {
    fn eq(&self, other: &TreePosition) -> bool {
        let without_label = |it: &TreePosition| (it.node().payoff, it.node().evaluation, it.node().size, it.key());
        without_label(self) == without_label(other) && self.subtree()[1..] == other.subtree()[1..]
    }
}

impl Eq for TreePosition {}

impl Game for TreePosition {
    type Move = TreeMove;

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    fn key(&self) -> Key {
        let side = self.side_to_move.index() as u64;
        Key(mix(self.node().key ^ mix(side + 1)))
    }

    fn visit_moves<B>(&self, mut listener: impl FnMut(TreeMove) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut numbers = 0..;
        self.children().zip(&mut numbers).try_for_each(|(_, number)| listener(TreeMove(number)))
    }

    fn play(&self, mv: TreeMove) -> TreePosition {
        let child = children(&self.nodes, self.index).nth(mv.0.into());
        debug_assert!(child.is_some(), "{mv:?} is not legal in {self:?}");
        TreePosition {
            nodes: Arc::clone(&self.nodes),
            index: child.unwrap_or(self.index),
            side_to_move: !self.side_to_move,
        }
    }

    /// By the sign of the payoff at a leaf. It is a rule, so that a search sees it without asking for moves.
    fn rule_outcome(&self) -> Option<Outcome> {
        Some(match self.side_to_move.relative(self.node().payoff?) {
            ..0 => Outcome::Loss,
            0 => Outcome::Draw,
            1.. => Outcome::Win,
        })
    }

    fn outcome_without_moves(&self) -> Outcome {
        self.rule_outcome().unwrap_or(Outcome::Draw)
    }

    fn payoff(&self) -> Option<i32> {
        self.node().payoff
    }

    fn has_payoffs(&self) -> bool {
        true
    }

    fn end_reason(&self) -> &'static str {
        "leaf of the tree"
    }

    fn code(mv: TreeMove) -> u16 {
        mv.0
    }
}
