//! How a position is solved.

use crate::game::WorkLimit;
use crate::solve::ProofLimit;
use crate::system::{interrupt, progress};

/// The method by which a position is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveMethod {
    /// The first that has an answer: theory, tables, a small graph, proof, a larger graph.
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
#[derive(Clone, Copy, Debug)]
pub struct SolveSettings<'a> {
    /// By which method.
    pub method: SolveMethod,
    /// The greatest number of positions of a state graph, or of a proof search.
    pub positions: u64,
    /// The memory of a proof search, in MiB.
    pub table_mebibytes: usize,
    /// Where the endgame tables are; empty for those in the program.
    pub tables: &'a str,
    /// Write the value as JSON.
    pub json: bool,
    /// Whether the answer goes to a file, so that progress can be shown on a terminal.
    pub to_file: bool,
}

impl SolveSettings<'_> {
    /// Whether this method may answer.
    pub(super) fn allows(&self, method: SolveMethod) -> bool {
        self.method == SolveMethod::Auto || self.method == method
    }

    /// Runs `work` with these limits. It shows its progress and can be interrupted.
    pub fn with_limit<T>(&self, work: impl FnOnce(&ProofLimit) -> T) -> T {
        interrupt::listen();
        let bar = progress::counter("positions", self.to_file);
        let limit = ProofLimit {
            search: WorkLimit {
                positions: self.positions,
                stop: &interrupt::raised,
                progress: &|positions| bar.set_position(positions),
            },
            table_bytes: self.table_mebibytes << 20,
        };
        let result = work(&limit);
        bar.finish_and_clear();
        result
    }
}
