//! Why an engine cannot go on.

use std::io;
use std::time::Duration;
use thiserror::Error;

/// Why an engine is of no more use.
#[derive(Debug, Error)]
pub enum EngineError {
    /// It does not run.
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// It has ended, or has closed its output.
    #[error("has ended")]
    Exited,
    /// It did not answer.
    #[error("did not answer '{command}' within {} s", timeout.as_secs_f64())]
    Timeout {
        /// What it was told.
        command: String,
        /// How long it had.
        timeout: Duration,
    },
    /// It cannot take part, whatever it plays: it refuses its options or ignores its limits.
    #[error("{0}")]
    Disqualified(String),
    /// Nobody wants to wait for it.
    #[error("interrupted")]
    Interrupted,
}

/// Whether an error is none: nobody wants to wait for an engine.
pub fn is_interrupted(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(EngineError::Interrupted))
}
