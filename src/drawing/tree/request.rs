//! The settings of a tree drawing, shared by the command line and the web page.

use super::drawing::DrawingStyle;
use super::space::{MAX_SPACE_DEPTH, MAX_SPACE_NODES, SpaceSize};
use anyhow::ensure;
use serde::Deserialize;

/// The settings of a tree drawing.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TreeRequest {
    /// Depth in plies; `None` for the whole tree.
    pub depth: Option<u32>,
    /// Draw the state graph, in which equal positions are one node.
    pub graph: bool,
    /// Make a page that plays the algorithm step by step.
    pub steps: bool,
    /// The algorithm whose values are drawn.
    pub algorithm: DrawnAlgorithm,
    /// Draw an arc over the moves of MIN.
    pub and_or: bool,
    /// Draw the board in every node.
    pub boards: bool,
    /// The greatest number of nodes.
    pub max_nodes: u32,
}

/// An algorithm that can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawnAlgorithm {
    /// All nodes with their values.
    #[default]
    Minimax,
    /// Alpha and beta, cut branches and the order of visits.
    AlphaBeta,
}

impl Default for TreeRequest {
    fn default() -> TreeRequest {
        TreeRequest {
            depth: None,
            graph: false,
            steps: false,
            algorithm: DrawnAlgorithm::default(),
            and_or: false,
            boards: false,
            max_nodes: TreeRequest::USUAL_NODES,
        }
    }
}

impl TreeRequest {
    /// The usual limit of nodes.
    pub const USUAL_NODES: u32 = 1000;

    /// Checks that the settings are compatible.
    ///
    /// # Errors
    /// Two settings exclude each other; the message names them.
    pub fn check(&self) -> anyhow::Result<()> {
        ensure!(
            !self.graph || self.algorithm == DrawnAlgorithm::Minimax,
            "--algorithm: found alpha-beta with --graph, expected minimax: the nodes of a graph have no alpha and beta"
        );
        ensure!(!self.graph || !self.steps, "--steps: found --graph, expected a tree: the algorithms visit trees");
        let SpaceSize { depth, nodes } = self.size();
        ensure!(depth <= MAX_SPACE_DEPTH, "--depth: found {depth}, expected at most {MAX_SPACE_DEPTH}");
        let is_possible = (1..=MAX_SPACE_NODES).contains(&nodes);
        ensure!(is_possible, "--max-nodes: found {nodes}, expected a number from 1 to {MAX_SPACE_NODES}");
        Ok(())
    }

    /// How large the tree or graph may become.
    pub(super) fn size(&self) -> SpaceSize {
        SpaceSize { depth: self.depth.unwrap_or(MAX_SPACE_DEPTH), nodes: self.max_nodes as usize }
    }

    /// What the nodes show.
    pub(super) fn style(&self) -> DrawingStyle {
        DrawingStyle { alpha_beta: self.algorithm == DrawnAlgorithm::AlphaBeta, and_or: self.and_or }
    }
}
