//! Why solving stops before it is complete.

use crate::game::WorkStop;
use thiserror::Error;

/// The greatest number of moves of a position that is searched.
pub(super) const MAX_MOVES: u64 = 65_535;

/// Why a position is not solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// By [`WorkLimit::positions`](crate::game::WorkLimit::positions).
    #[error("more than {0} positions can arise, the limit")]
    Positions(u64),
    /// By [`WorkLimit::stop`](crate::game::WorkLimit::stop).
    #[error("interrupted")]
    Interrupted,
    /// By [`WorkLimit::deadline`](crate::game::WorkLimit::deadline).
    #[error("the limit of --time was reached")]
    Time,
    /// The table of a proof search is full.
    #[error("the table of --hash is full")]
    Memory,
    /// A proof search would need a longer path than it can keep.
    #[error("a line of play is too long")]
    LongLine,
    /// The table of a proof search does not fit into memory.
    #[error("there is too little memory for a table of {0} MiB")]
    Table(usize),
    /// A position has too many moves to list them.
    #[error("a position has more than {MAX_MOVES} moves, the limit")]
    Moves,
    /// The normal form is too large: how large it is.
    #[error("{0}")]
    Matrix(String),
}

impl SolveError {
    /// Whether a limit was reached: more time or memory may solve the position.
    pub(super) fn is_limit(&self) -> bool {
        matches!(self, SolveError::Positions(_) | SolveError::Time | SolveError::Memory | SolveError::LongLine)
    }
}

impl From<WorkStop> for SolveError {
    fn from(stop: WorkStop) -> SolveError {
        match stop {
            WorkStop::Positions(limit) => SolveError::Positions(limit),
            WorkStop::Interrupted => SolveError::Interrupted,
            WorkStop::Time => SolveError::Time,
        }
    }
}
