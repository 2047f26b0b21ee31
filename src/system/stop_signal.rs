//! How long work is stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether long work should stop soon. It is called often, from any thread.
pub type StopSignal<'a> = &'a (dyn Fn() -> bool + Sync);

/// The owner of work on another thread, which stops when this is dropped.
#[derive(Default)]
pub struct StopOnDrop(Arc<AtomicBool>);

impl StopOnDrop {
    /// The [`StopSignal`] of the work.
    pub fn signal(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let is_dropped = Arc::clone(&self.0);
        move || is_dropped.load(Relaxed)
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
