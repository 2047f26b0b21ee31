//! When solving stops before it is complete.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use thiserror::Error;

/// The greatest number of moves of a position that is searched.
pub(super) const MAX_MOVES: u64 = 65_535;

/// How far a position is searched, and who hears of the progress.
#[derive(Clone, Copy)]
pub struct SolveLimit<'a> {
    /// The greatest number of positions.
    pub positions: usize,
    /// Stops the work as soon as it is true.
    pub stop: &'a AtomicBool,
    /// Is called with the number of positions now and then.
    pub progress: &'a dyn Fn(usize),
}

/// Why a position is not solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// By [`SolveLimit::positions`].
    #[error("more than {0} positions can arise, the limit")]
    Positions(usize),
    /// By [`SolveLimit::stop`].
    #[error("interrupted")]
    Interrupted,
    /// The table of a proof search is full.
    #[error("the proof needs more memory than the table has")]
    Memory,
    /// The table of a proof search does not fit into memory.
    #[error("there is too little memory for a table of {0} MiB")]
    Table(usize),
    /// A position has too many moves to list them.
    #[error("a position has more than {MAX_MOVES} moves, the limit")]
    Moves,
    /// The normal form is too large.
    #[error("the {form} has {rows} rows and {columns} columns; the limit is {limit} entries")]
    Matrix {
        /// Which of the two forms.
        form: &'static str,
        /// The number of strategies of the first side.
        rows: String,
        /// The number of strategies of the second side.
        columns: String,
        /// The greatest number of entries.
        limit: usize,
    },
}

impl SolveLimit<'_> {
    /// Fails if there are too many positions, or after an interruption.
    pub(super) fn check(&self, positions: usize) -> Result<(), SolveError> {
        const STEP: usize = 1 << 10;
        if positions > self.positions {
            return Err(SolveError::Positions(self.positions));
        }
        if self.stop.load(Relaxed) {
            return Err(SolveError::Interrupted);
        }
        if positions.is_multiple_of(STEP) {
            (self.progress)(positions);
        }
        Ok(())
    }
}
