//! Work on several threads. If the system refuses a thread, the others do its work.

use clap::Args;
use std::io::{self, Write, stderr};
use std::panic::resume_unwind;
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, Builder, Scope, ScopedJoinHandle, available_parallelism};

/// The room that a thread has for its stack where its work is not deep: as much as by default.
pub const SMALL_STACK: usize = 2 << 20;

/// How many threads a command may use.
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadCount {
    /// Threads to work with [default: all of the processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadCount {
    /// As many as were asked for, or as the processor has.
    pub fn count(self) -> usize {
        let processors = || available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(processors, usize::from)
    }

    /// Does `work` on all of them at once.
    pub fn together(self, work: &(dyn Fn() + Sync)) {
        run_on_threads(self.count(), SMALL_STACK, work);
    }
}

/// Does the same work with every item, on as many threads as there are items, this one among them;
/// the results in the order of the items. No item may wait for another.
pub fn parallel_map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let items: Vec<T> = items.into_iter().collect();
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    let count = items.len();
    let left = Mutex::new(items.into_iter().enumerate());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
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

/// Does `work` on so many threads at once, this one among them, or on fewer if the system refuses
/// some; gives what each of them makes of it.
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

/// Starts so many threads that all do `work`. If the system refuses one, says so on standard error
/// and leaves it at those that were started: there may be none.
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

/// Says that the system has started fewer threads than it was asked for. A command that starts
/// threads again and again says it once.
pub fn warn_refused(started: usize, wanted: usize, error: &io::Error) {
    static TOLD: Once = Once::new();
    TOLD.call_once(|| {
        let _ = writeln!(
            stderr(),
            "kempelen: the system started {started} of {wanted} threads ({error}); \
             the work goes on with these"
        );
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No system has so much room for a stack.
    const REFUSED: usize = usize::MAX / 4;

    #[test]
    fn results_have_the_order_of_the_items() {
        for count in [0, 1, 7] {
            let results = parallel_map(0..count, |item| item * 2);
            assert!(results.into_iter().eq((0..count).map(|item| item * 2)));
        }
    }

    #[test]
    fn threads_that_are_refused_are_not_missed() {
        assert_eq!(run_on_threads(3, REFUSED, || 1), [1]);
        assert_eq!(run_on_threads(3, SMALL_STACK, || 1), [1; 3]);
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_on_a_thread_is_one_here() {
        parallel_map(0..9, |item| assert_ne!(item, 7, "seven"));
    }
}
