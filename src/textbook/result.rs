//! What a textbook algorithm has found and counted.

use std::ops::AddAssign;

/// What a textbook algorithm has found. `V` is `i32`, or a [`Fraction`](super::Fraction) where means are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextbookResult<M, V = i32> {
    /// The value of the position.
    pub value: V,
    /// The best move; if several are equal, the one that was searched first. If the algorithm was stopped, the best of
    /// those whose search is complete. `None` if there is none: at an end of the game and at depth 0.
    pub best: Option<M>,
    /// The size of the tree that was searched.
    pub counts: TextbookCounts,
}

/// The size of the tree that an algorithm has searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextbookCounts {
    /// The visited positions, including the root.
    pub nodes: u64,
    /// The visited positions that were evaluated, or where the game was over.
    pub leaves: u64,
    /// The nodes where the search of a move showed that the node cannot change the result, so that no further move was
    /// searched there.
    pub cutoffs: u64,
    /// The children that were searched at these nodes, all together.
    pub children_at_cutoffs: u64,
}

impl AddAssign for TextbookCounts {
    fn add_assign(&mut self, other: TextbookCounts) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.cutoffs += other.cutoffs;
        self.children_at_cutoffs += other.children_at_cutoffs;
    }
}

impl TextbookCounts {
    /// The mean number of children that were searched at a node with a cutoff; `None` without cutoffs. It is 1 with
    /// perfect move ordering.
    pub fn children_per_cutoff(&self) -> Option<f64> {
        let children = self.children_at_cutoffs as f64;
        (self.cutoffs > 0).then(|| children / self.cutoffs as f64)
    }
}
