//! When long work on positions stops before it is complete.

use crate::system::{Instant, StopSignal};
use thiserror::Error;

/// When long work on positions stops before it is complete, and who hears of its progress. The default has no limit.
#[derive(Clone, Copy)]
pub struct WorkLimit<'a> {
    /// The greatest number of positions.
    pub positions: u64,
    /// Stops the work.
    pub stop: StopSignal<'a>,
    /// Stops the work, too; `None` if time has no limit.
    pub deadline: Option<Instant>,
    /// Is called with the number of positions now and then.
    pub progress: &'a dyn Fn(u64),
}

/// Why long work has stopped before it was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum WorkStop {
    /// By [`WorkLimit::positions`].
    #[error("stopped after {0} positions, the limit")]
    Positions(u64),
    /// By [`WorkLimit::stop`].
    #[error("interrupted")]
    Interrupted,
    /// By [`WorkLimit::deadline`].
    #[error("stopped by the limit of time")]
    Time,
}

impl WorkLimit<'_> {
    /// Fails if there are too many positions, or if the work should stop.
    ///
    /// # Errors
    /// The reason.
    pub fn check(&self, positions: u64) -> Result<(), WorkStop> {
        const STEP: u64 = 1 << 10;
        self.check_positions(positions)?;
        if positions.is_multiple_of(STEP) {
            (self.progress)(positions);
        }
        self.check_stop()
    }

    /// Fails if there are too many positions.
    ///
    /// # Errors
    /// [`WorkStop::Positions`].
    pub fn check_positions(&self, positions: u64) -> Result<(), WorkStop> {
        if positions > self.positions { Err(WorkStop::Positions(self.positions)) } else { Ok(()) }
    }

    /// Fails if the work should stop.
    ///
    /// # Errors
    /// [`WorkStop::Interrupted`] or [`WorkStop::Time`].
    pub fn check_stop(&self) -> Result<(), WorkStop> {
        if (self.stop)() {
            return Err(WorkStop::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) { Err(WorkStop::Time) } else { Ok(()) }
    }
}

impl Default for WorkLimit<'_> {
    fn default() -> Self {
        WorkLimit { positions: u64::MAX, stop: &|| false, deadline: None, progress: &|_| () }
    }
}
