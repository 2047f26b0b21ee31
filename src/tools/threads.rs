//! Work side by side.

use std::panic::resume_unwind;
use std::thread;

/// How many threads work side by side: as many as were asked for, or as the processor has.
pub fn threads(asked: Option<usize>) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.unwrap_or_else(processors).max(1)
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
