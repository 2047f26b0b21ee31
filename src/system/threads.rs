//! Work on several threads; if the system refuses a thread, the others do its work.

use super::processors;
use crate::system::error_words::explain;
use clap::Args;
use parking_lot::Mutex;
use std::io::{self, Write, stderr};
use std::panic::resume_unwind;
use std::sync::Once;
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

/// Stack size of a thread without deep recursion, in bytes: the default of the standard library.
pub const SMALL_STACK: usize = 2 << 20;

/// The option `--threads` of commands that use all processors by default.
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadCount {
    /// Threads to work with [default: all of the processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadCount {
    /// The number asked for, or that of the processors.
    pub fn count(self) -> usize {
        self.threads.map_or_else(processors, usize::from)
    }

    /// Runs `work` on all threads at once.
    pub fn run_on_all(self, work: &(dyn Fn() + Sync)) {
        run_on_threads(self.count(), SMALL_STACK, work);
    }
}

/// Applies `work` to every item, each on a thread of its own (the calling one included), and returns the
/// results in the order of the items. The work on one item must not wait for another.
pub fn parallel_map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let items: Vec<T> = items.into_iter().collect();
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    let count = items.len();
    let queue = Mutex::new(items.into_iter().enumerate());
    let next = || queue.lock().next();
    let part = || {
        let mut done = Vec::new();
        while let Some((place, item)) = next() {
            done.push((place, work(item)));
        }
        done
    };
    for (place, result) in run_on_threads(count, SMALL_STACK, part)
        .into_iter()
        .flatten()
    {
        results[place] = Some(result);
    }
    results.into_iter().flatten().collect()
}

/// Runs `work` on this many threads at once (the calling one included), or on fewer if the system
/// refuses some, and returns the result of each.
pub fn run_on_threads<R: Send>(
    threads: usize,
    stack_bytes: usize,
    work: impl Fn() -> R + Sync,
) -> Vec<R> {
    thread::scope(|scope| {
        let helpers = spawn_threads(scope, threads.saturating_sub(1), stack_bytes, &work);
        let own = work();
        let joined = helpers.into_iter().map(ScopedJoinHandle::join);
        let joined = joined.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic)));
        std::iter::once(own).chain(joined).collect()
    })
}

/// Starts `count` threads that all run `work`. If the system refuses one, this is said on standard error,
/// and there are fewer threads or none.
pub fn spawn_threads<'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    stack_bytes: usize,
    work: impl Fn() -> R + Copy + Send + 'scope,
) -> Vec<ScopedJoinHandle<'scope, R>> {
    let mut started = Vec::new();
    while started.len() < count {
        let builder = Builder::new().stack_size(stack_bytes);
        match builder.spawn_scoped(scope, work) {
            Ok(thread) => started.push(thread),
            Err(error) => {
                warn_refused(started.len(), count, &error);
                break;
            }
        }
    }
    started
}

/// Says on standard error, once in a run, that the system started fewer threads than asked for.
pub fn warn_refused(started: usize, wanted: usize, error: &io::Error) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        let _ = writeln!(
            stderr(),
            "kempelen: the system started {started} of {wanted} threads ({}); \
             the work goes on with these",
            explain(error)
        );
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stack size that every system refuses.
    const REFUSED: usize = usize::MAX / 4;

    #[test]
    fn results_have_the_order_of_the_items() {
        for count in [0, 1, 7] {
            let results = parallel_map(0..count, |item| item * 2);
            assert!(results.into_iter().eq((0..count).map(|item| item * 2)));
        }
    }

    #[test]
    fn refused_threads_are_replaced_by_the_others() {
        assert_eq!(run_on_threads(3, REFUSED, || 1), [1]);
        assert_eq!(run_on_threads(3, SMALL_STACK, || 1), [1; 3]);
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_on_a_thread_is_passed_on() {
        parallel_map(0..9, |item| assert_ne!(item, 7, "seven"));
    }
}
