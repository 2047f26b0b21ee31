//! Minimax of variable depth (T. Gregorics, "Two-player games", Budapest): a position whose value has just changed much
//! is not quiet, and its static evaluation is not to be trusted.

use super::run::{TextbookRun, TextbookStop};
use crate::game::Game;

/// How deep the tree goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VariableDepth {
    /// The depth in plies to which every line goes, at least 1.
    pub min: u32,
    /// The depth in plies that no line exceeds, at least `min`.
    pub max: u32,
    /// Below `min` a position is searched only if its static evaluation differs from that of its parent by this much or
    /// more, seen from the same side.
    pub k: u32,
}

/// What a position is to an algorithm.
pub(super) enum VisitedNode {
    /// It has this value for the side to move.
    Leaf(i32),
    /// It is searched. The value is its static evaluation for the first side, if the children need it.
    Inner(Option<i32>),
}

impl VariableDepth {
    /// The same depth for all lines.
    pub const fn fixed(depth: u32) -> VariableDepth {
        VariableDepth { min: depth, max: depth, k: 0 }
    }

    /// Visits a position. `parent` is the static evaluation that its parent's visit has returned.
    pub(super) fn visit<G: Game>(
        self,
        run: &mut TextbookRun<G>,
        position: &G,
        ply: u32,
        parent: Option<i32>,
    ) -> Result<VisitedNode, TextbookStop> {
        if let Some(value) = run.visit_to_depth(position, ply, self.max)? {
            return Ok(VisitedNode::Leaf(value));
        }
        if self.min == self.max || ply + 1 < self.min {
            return Ok(VisitedNode::Inner(None));
        }
        let value = run.evaluate_for_first(position);
        if ply >= self.min && parent.is_some_and(|parent| parent.abs_diff(value) < self.k) {
            return Ok(VisitedNode::Leaf(run.evaluate_leaf(position)));
        }
        Ok(VisitedNode::Inner(Some(value)))
    }
}
