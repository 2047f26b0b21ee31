//! How a position is solved.

use crate::game::WorkLimit;
use crate::solve::ProofLimit;
use serde::Deserialize;

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
