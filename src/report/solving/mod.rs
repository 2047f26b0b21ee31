//! What `kempelen solve` says about a position: by theory, endgame tables, its state graph, or proof searches.

mod position_report;
mod searched;
mod strategy;
mod tables;
mod theory;
mod value;

use crate::game::WorkLimit;
use crate::solve::ProofLimit;
use serde::Deserialize;

pub use strategy::{StrategyFor, StrategyRequest, read_goal};
pub use value::value_of;

/// An answer as text, which may say that the value is not known.
pub struct SolveAnswer {
    /// Lines of text, or of JSON.
    pub text: String,
    /// Whether the answer is known.
    pub is_known: bool,
    /// Whether it is what was asked for, not a text that says that there is no such strategy.
    pub is_found: bool,
}

impl SolveAnswer {
    /// An answer.
    pub fn known(text: String) -> SolveAnswer {
        SolveAnswer { text, is_known: true, is_found: true }
    }
}

/// The method by which a position is solved.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SolveMethod {
    /// The first that has an answer: theory, tables, a small graph, proof, a larger graph.
    #[default]
    Auto,
    /// The theory of the game.
    Theory,
    /// Endgame tables.
    Tables,
    /// All positions that can arise.
    Graph,
    /// A search for a forced win of either side.
    Proof,
}

/// How a position is solved.
#[derive(Clone, Copy)]
pub struct SolveSettings<'a> {
    /// By which method.
    pub method: SolveMethod,
    /// The greatest number of positions of a state graph, or of a proof search; when the work stops, and who hears of its progress.
    pub search: WorkLimit<'a>,
    /// The memory of a proof search, in MiB.
    pub table_mebibytes: usize,
    /// Where the endgame tables are; empty for those in the program.
    pub tables: &'a str,
    /// Write the value as JSON.
    pub json: bool,
}

impl SolveSettings<'_> {
    /// The usual number of positions.
    pub const POSITIONS: u32 = 1_000_000;
    /// The usual memory of a proof search, in MiB.
    pub const TABLE_MEBIBYTES: u32 = 256;

    /// Whether this method may answer.
    pub(super) fn allows(&self, method: SolveMethod) -> bool {
        self.method == SolveMethod::Auto || self.method == method
    }

    /// The limits of a proof search.
    pub(super) fn limit(&self) -> ProofLimit<'_> {
        ProofLimit { search: self.search, table_bytes: self.table_mebibytes.saturating_mul(1 << 20) }
    }
}
