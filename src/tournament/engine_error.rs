//! Why an engine cannot continue.

use crate::system::error_words::explain;
use std::io;
use std::time::Duration;
use thiserror::Error;

/// Why an engine process cannot be used any more. The texts continue a sentence that begins with the engine's name.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The program cannot be started.
    #[error("cannot be started: {}", explain(.0))]
    Start(io::Error),
    /// The process has exited, or has closed its input or output.
    #[error("has ended")]
    Exited,
    /// The engine did not answer a command.
    #[error("did not answer '{command}' within {} s", timeout.as_secs_f64())]
    Timeout {
        /// The command that was sent.
        command: String,
        /// How long the engine had to answer.
        timeout: Duration,
    },
    /// The engine refuses its options, does not play the game or ignores its limits, so its games do not count.
    #[error("{0}")]
    Disqualified(String),
    /// The user has asked to stop at once.
    #[error("interrupted")]
    Interrupted,
}

/// Whether the cause of `error` is that the user has asked to stop.
pub fn is_interrupted(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(EngineError::Interrupted))
}
