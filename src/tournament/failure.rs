//! Why an engine cannot go on.

use std::io;
use std::time::Duration;
use thiserror::Error;

/// Why an engine is of no more use.
#[derive(Debug, Error)]
pub enum Failure {
    /// It does not run.
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// It has ended, or has closed its output.
    #[error("has ended")]
    Ended,
    /// It did not answer.
    #[error("did not answer '{question}' within {} s", patience.as_secs_f64())]
    Silent {
        /// What it was told.
        question: String,
        /// How long it had.
        patience: Duration,
    },
    /// It cannot take part, whatever it plays: it refuses its options or ignores its limits.
    #[error("{0}")]
    Unfit(String),
    /// Nobody wants to wait for it.
    #[error("interrupted")]
    Interrupted,
}

/// Whether an error is none: nobody wants to wait for an engine.
pub fn is_interruption(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Failure::Interrupted))
}
