//! Work side by side.

use clap::Args;
use std::panic::resume_unwind;
use std::thread::{self, available_parallelism};

/// How many threads a command may use.
#[derive(Args, Clone, Copy, Debug)]
pub struct Threads {
    /// Threads to work with [default: all of the processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// As many as were asked for, or as the processor has.
    pub fn count(self) -> usize {
        let processors = || available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(processors, usize::from)
    }
}

/// Does the same work with every item, each on a thread of its own; the results in their order.
pub fn side_by_side<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    thread::scope(|scope| {
        let work = &work;
        let items = items.into_iter();
        let running = items.map(|item| scope.spawn(move || work(item)));
        let running: Vec<_> = running.collect();
        let ended = running.into_iter().map(|thread| thread.join());
        ended
            .map(|result| result.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}
