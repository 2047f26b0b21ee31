//! The node counts at one depth, as text and JSON.

use super::algorithms::{ComparisonRoot, NodeCount, alpha_beta, alpha_beta_with_history, minimax};
use super::thesis::{ThesisCounts, thesis_counts};
use crate::games::GameEntry;
use crate::notation::Notation;
use serde::Serialize;

/// The version of the JSON object.
const VERSION: u32 = 1;

/// The node counts of all algorithms at one depth.
#[derive(Serialize)]
pub struct ComparisonRow {
    version: u32,
    game: &'static str,
    position: String,
    depth: u32,
    minimax: NodeCount,
    alpha_beta: NodeCount,
    history: NodeCount,
    search: NodeCount,
    #[serde(skip_serializing_if = "Option::is_none")]
    thesis: Option<&'static ThesisCounts>,
}

impl ComparisonRow {
    /// Runs all algorithms.
    ///
    /// # Errors
    /// There is too little memory for the transposition table.
    pub fn count<K: GameEntry>(
        root: &ComparisonRoot<K>,
        depth: u32,
    ) -> anyhow::Result<ComparisonRow> {
        Ok(ComparisonRow {
            version: VERSION,
            game: K::INFO.name,
            position: root.position.show(),
            depth,
            minimax: root.textbook("minimax", minimax, depth),
            alpha_beta: root.textbook("alpha-beta", alpha_beta, depth),
            history: root.textbook("history", alpha_beta_with_history, depth),
            search: root.search(depth)?,
            thesis: thesis_counts::<K>(&root.position, depth),
        })
    }

    /// The names of the columns of [`text`](ComparisonRow::text).
    pub fn heading() -> String {
        line("", &["minimax", "alpha-beta", "history", "search"])
    }

    /// Lines of text: the nodes, the factor by which minimax visits more, and the counts of the thesis.
    pub fn text(&self) -> String {
        let counts = [&self.minimax, &self.alpha_beta, &self.history, &self.search];
        let factor = |count: &NodeCount| self.minimax.nodes as f64 / count.nodes as f64;
        let nodes = counts.map(|count| count.nodes.to_string());
        let factors = counts.map(|count| format!("{:.1}", factor(count)));
        let mut text = line(&format!("depth {}", self.depth), &nodes) + &line("  factor", &factors);
        if let Some(thesis) = self.thesis {
            let figures = [
                thesis.minimax,
                Some(thesis.alpha_beta),
                Some(thesis.history),
            ];
            let shown = |figure: Option<u64>| figure.map_or("-".into(), |nodes| nodes.to_string());
            text += &line("  thesis", &figures.map(shown));
        }
        text
    }
}

/// A line of the table.
fn line(name: &str, cells: &[impl AsRef<str>]) -> String {
    let cells = cells.iter().map(|cell| format!("{:>12}", cell.as_ref()));
    format!("{name:<10}{}\n", cells.collect::<String>())
}
