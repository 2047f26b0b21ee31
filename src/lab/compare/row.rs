//! The counts at one depth, for people and for scripts.

use super::algorithms::{ComparisonRoot, NodeCount};
use super::thesis::{ThesisCounts, thesis_counts};
use crate::games::GameEntry;
use crate::notation::Notation;
use serde::Serialize;

/// The version of the object that scripts read.
const VERSION: u32 = 1;

/// What every algorithm visits at one depth.
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
    /// Lets every algorithm search.
    pub fn count<K: GameEntry>(
        root: &ComparisonRoot<K>,
        depth: u32,
    ) -> anyhow::Result<ComparisonRow> {
        Ok(ComparisonRow {
            version: VERSION,
            game: K::INFO.name,
            position: root.position.show(),
            depth,
            minimax: root.minimax(depth),
            alpha_beta: root.alpha_beta(depth),
            history: root.history(depth),
            search: root.search(depth)?,
            thesis: thesis_counts::<K>(&root.position, depth),
        })
    }

    /// The names of the columns of [`text`](Row::text).
    pub fn heading() -> String {
        line("", &["minimax", "alpha-beta", "history", "search"])
    }

    /// For people: the nodes, how many times as many minimax visits, and what the thesis tells.
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
