//! The counts at one depth, for people and for scripts.

use super::count::{Count, Root};
use super::thesis::{Figures, figures};
use crate::games::Entry;
use crate::notation::Notation;
use serde::Serialize;

/// The version of the object that scripts read.
const VERSION: u32 = 1;

/// What every algorithm visits at one depth.
#[derive(Serialize)]
pub struct Row {
    version: u32,
    game: &'static str,
    position: String,
    depth: u32,
    minimax: Count,
    alpha_beta: Count,
    history: Count,
    search: Count,
    #[serde(skip_serializing_if = "Option::is_none")]
    thesis: Option<&'static Figures>,
}

impl Row {
    /// Lets every algorithm search.
    pub fn count<K: Entry>(root: &Root<K>, depth: u32) -> anyhow::Result<Row> {
        Ok(Row {
            version: VERSION,
            game: K::INFO.name,
            position: root.position.show(),
            depth,
            minimax: root.minimax(depth),
            alpha_beta: root.alpha_beta(depth),
            history: root.history(depth),
            search: root.search(depth)?,
            thesis: figures::<K>(&root.position, depth),
        })
    }

    /// The names of the columns of [`text`](Row::text).
    pub fn heading() -> String {
        line("", &["minimax", "alpha-beta", "history", "search"])
    }

    /// For people: the nodes, how many times as many minimax visits, and what the thesis tells.
    pub fn text(&self) -> String {
        let counts = [&self.minimax, &self.alpha_beta, &self.history, &self.search];
        let factor = |count: &Count| self.minimax.nodes as f64 / count.nodes as f64;
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
