//! The settings of a tree drawing, shared by the command line and the web page.

use crate::notation::excerpt;
use crate::textbook::{TextbookAlgorithm, TextbookMethod, TextbookOrder};
use anyhow::ensure;
use serde::Deserialize;
use std::str::FromStr;

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

/// An algorithm that can be drawn: a textbook algorithm that tries the moves as the game lists them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct DrawnAlgorithm(TextbookAlgorithm);

impl Default for DrawnAlgorithm {
    fn default() -> DrawnAlgorithm {
        DrawnAlgorithm(TextbookAlgorithm::new(TextbookMethod::Minimax, MAX_SPACE_DEPTH))
    }
}

impl FromStr for DrawnAlgorithm {
    type Err = String;

    fn from_str(text: &str) -> Result<DrawnAlgorithm, String> {
        const DRAWN: [TextbookMethod; 6] = [
            TextbookMethod::Minimax,
            TextbookMethod::Negamax,
            TextbookMethod::AlphaBeta,
            TextbookMethod::Averaging,
            TextbookMethod::Variable,
            TextbookMethod::Selective,
        ];
        let algorithm = TextbookAlgorithm::parse(text, Some(MAX_SPACE_DEPTH)).map_err(|error| error.to_string())?;
        if !DRAWN.contains(&algorithm.method) || algorithm.order != TextbookOrder::Given {
            let found = excerpt(text);
            return Err(format!(
                "found '{found}', expected minimax, negamax, alpha-beta, averaging, variable or selective, with moves in the given order"
            ));
        }
        Ok(DrawnAlgorithm(algorithm))
    }
}

impl TryFrom<String> for DrawnAlgorithm {
    type Error = String;

    fn try_from(text: String) -> Result<DrawnAlgorithm, String> {
        text.parse()
    }
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
        let TextbookAlgorithm { method, depth: own_depth, .. } = self.algorithm.0;
        let name = method.name();
        ensure!(
            !self.graph || method == TextbookMethod::Minimax,
            "--algorithm: found {name} with --graph, expected minimax: the other algorithms visit trees"
        );
        let has_steps = matches!(method, TextbookMethod::Minimax | TextbookMethod::AlphaBeta);
        ensure!(
            !self.steps || has_steps,
            "--steps: found {name}, expected minimax or alpha-beta, whose steps are known"
        );
        ensure!(!self.graph || !self.steps, "--steps: found --graph, expected a tree: the algorithms visit trees");
        let (depth, nodes) = (self.max_depth(), self.max_nodes);
        ensure!(depth <= MAX_SPACE_DEPTH, "--depth: found {depth}, expected at most {MAX_SPACE_DEPTH}");
        let is_twice = self.depth.is_some() && own_depth.max < MAX_SPACE_DEPTH;
        ensure!(!is_twice, "--depth: found a depth of the algorithm, too; expected one of them");
        let is_possible = (1..=MAX_SPACE_NODES).contains(&nodes);
        ensure!(is_possible, "--max-nodes: found {nodes}, expected a number from 1 to {MAX_SPACE_NODES}");
        Ok(())
    }

    /// The depth to which nodes are drawn.
    pub(super) fn max_depth(&self) -> u32 {
        self.depth.unwrap_or(self.algorithm.0.depth())
    }

    /// The algorithm.
    pub(super) fn textbook(&self) -> &TextbookAlgorithm {
        &self.algorithm.0
    }

    /// Whether the algorithm is alpha-beta.
    pub(super) fn prunes(&self) -> bool {
        self.algorithm.0.method == TextbookMethod::AlphaBeta
    }
}
