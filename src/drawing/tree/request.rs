//! The settings of a tree drawing, shared by the command line and the web page.

use anyhow::ensure;
use serde::Deserialize;

/// The greatest depth of a drawing, in plies.
pub const MAX_SPACE_DEPTH: u32 = 100;

/// The greatest number of nodes of a drawing, and of moves of a position in it.
pub const MAX_SPACE_NODES: u32 = 10_000;

/// The settings of a tree drawing.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TreeRequest {
    /// Depth in plies; `None` for the whole tree.
    pub depth: Option<u32>,
    /// Draw the state graph: equal positions are one node.
    pub graph: bool,
    /// Write a page (HTML) that plays the algorithm step by step.
    pub steps: bool,
    /// The algorithm whose values are drawn.
    pub algorithm: DrawnAlgorithm,
    /// Draw an arc over the moves of MIN, all of which MAX must answer.
    pub and_or: bool,
    /// Show the board in every node.
    pub boards: bool,
    /// Refuse to draw more nodes.
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
            !self.graph || !self.prunes(),
            "--algorithm: found alpha-beta with --graph, expected minimax: the nodes of a graph have no alpha and beta"
        );
        ensure!(!self.graph || !self.steps, "--steps: found --graph, expected a tree: the algorithms visit trees");
        let (depth, nodes) = (self.max_depth(), self.max_nodes);
        ensure!(depth <= MAX_SPACE_DEPTH, "--depth: found {depth}, expected at most {MAX_SPACE_DEPTH}");
        let is_possible = (1..=MAX_SPACE_NODES).contains(&nodes);
        ensure!(is_possible, "--max-nodes: found {nodes}, expected a number from 1 to {MAX_SPACE_NODES}");
        Ok(())
    }

    /// The depth to which nodes are drawn.
    pub(super) fn max_depth(&self) -> u32 {
        self.depth.unwrap_or(MAX_SPACE_DEPTH)
    }

    /// Whether the algorithm is alpha-beta.
    pub(super) fn prunes(&self) -> bool {
        self.algorithm == DrawnAlgorithm::AlphaBeta
    }
}
