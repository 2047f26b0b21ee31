//! Many at once, told in the order in which they came.

use super::threads::spawn_threads;
use crate::worker::STACK_BYTES;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How many results may wait for one that takes longer, for each worker.
const AHEAD: usize = 16;

/// Works on every item of `source`, on as many threads as there are `workers`, and gives what
/// comes of it to `sink` in the order of the source, until the sink fails. Needs memory for a few
/// items a worker, however long the source is. If the system refuses threads, fewer workers do it.
pub fn run_in_order<T, R, W, E>(
    source: impl Iterator<Item = T> + Send,
    workers: Vec<W>,
    sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    R: Send,
    W: FnMut(T) -> R + Send,
{
    run_with(STACK_BYTES, source, workers, sink)
}

fn run_with<T, R, W, E>(
    stack_bytes: usize,
    source: impl Iterator<Item = T> + Send,
    workers: Vec<W>,
    mut sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    R: Send,
    W: FnMut(T) -> R + Send,
{
    let count = workers.len();
    let bench = ReorderBuffer::new(AHEAD * count);
    let source = Mutex::new(source);
    let idle = Mutex::new(workers);
    let work = || {
        let Some(mut work) = lock(&idle).pop() else {
            return;
        };
        let _close = CloseOnDrop(&bench);
        while let Some((number, item)) = bench.next(&source) {
            let result = catch_unwind(AssertUnwindSafe(|| work(item)));
            bench.put(number, result);
        }
    };
    let told = thread::scope(|scope| {
        let others = if count > 1 { count } else { 0 };
        let started = spawn_threads(scope, others, stack_bytes, work);
        (!started.is_empty()).then(|| bench.drain(&mut sink))
    });
    told.unwrap_or_else(|| {
        let worker = lock(&idle).pop();
        let source = source.into_inner().unwrap_or_else(PoisonError::into_inner);
        worker.map_or(Ok(()), |work| source.map(work).try_for_each(sink))
    })
}

/// Where the workers put their results and the sink takes them away.
struct ReorderBuffer<R> {
    slots: Mutex<Slots<R>>,
    changed: Condvar,
    most: usize,
}

struct Slots<R> {
    /// The results from number `taken` on; empty where a worker is still at it.
    results: VecDeque<Option<thread::Result<R>>>,
    taken: usize,
    /// Whether the source is at its end, or nobody wants more of it.
    closed: bool,
}

impl<R> ReorderBuffer<R> {
    fn new(most: usize) -> ReorderBuffer<R> {
        ReorderBuffer {
            slots: Mutex::new(Slots {
                results: VecDeque::new(),
                taken: 0,
                closed: false,
            }),
            changed: Condvar::new(),
            most,
        }
    }

    /// The next item and its number, when there is a place for its result.
    fn next<T>(&self, source: &Mutex<impl Iterator<Item = T>>) -> Option<(usize, T)> {
        // Waiting for the source holds up the other workers, but not the sink.
        let mut source = lock(source);
        let places = lock(&self.slots);
        let full = |places: &mut Slots<R>| !places.closed && places.results.len() >= self.most;
        let waited = self.changed.wait_while(places, full);
        let places = waited.unwrap_or_else(PoisonError::into_inner);
        if places.closed {
            return None;
        }
        drop(places);
        let item = source.next()?;
        let mut places = lock(&self.slots);
        places.results.push_back(None);
        Some((places.taken + places.results.len() - 1, item))
    }

    fn put(&self, number: usize, result: thread::Result<R>) {
        let mut places = lock(&self.slots);
        let place = number - places.taken;
        places.results[place] = Some(result);
        self.changed.notify_all();
    }

    /// Gives the results to `sink` in order, until it fails.
    fn drain<E>(&self, mut sink: impl FnMut(R) -> Result<(), E>) -> Result<(), E> {
        let _close = CloseOnDrop(self);
        while let Some(result) = self.take() {
            sink(result.unwrap_or_else(|panic| resume_unwind(panic)))?;
        }
        Ok(())
    }

    /// The next result in order; none after the last.
    fn take(&self) -> Option<thread::Result<R>> {
        let pending = |places: &mut Slots<R>| match places.results.front() {
            Some(first) => first.is_none(),
            None => !places.closed,
        };
        let waited = self.changed.wait_while(lock(&self.slots), pending);
        let mut places = waited.unwrap_or_else(PoisonError::into_inner);
        let result = places.results.pop_front()?;
        places.taken += 1;
        self.changed.notify_all();
        result
    }
}

/// Closes the bench in the end, even if that is a panic: nobody waits for one that has gone.
struct CloseOnDrop<'a, R>(&'a ReorderBuffer<R>);

impl<R> Drop for CloseOnDrop<'_, R> {
    fn drop(&mut self) {
        lock(&self.0.slots).closed = true;
        self.0.changed.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_order_is_that_of_the_source() {
        for count in [1, 2, 5] {
            let workers = (0..count).map(|_| {
                |number: u64| {
                    thread::sleep(Duration::from_micros(number % 7 * 50));
                    number * 2
                }
            });
            let mut seen = Vec::new();
            let told: Result<(), ()> = run_in_order(0..500, workers.collect(), |number| {
                seen.push(number);
                Ok(())
            });
            assert_eq!(told, Ok(()));
            assert!(seen.into_iter().eq((0..500).map(|number| number * 2)));
        }
    }

    /// No system has so much room for a stack.
    const REFUSED: usize = usize::MAX / 4;

    #[test]
    fn without_other_threads_the_work_is_done_on_this_one() {
        let workers = (0..3).map(|_| |number: u64| number * 2).collect();
        let mut seen = Vec::new();
        let told: Result<(), ()> = run_with(REFUSED, 0..5, workers, |number| {
            seen.push(number);
            Ok(())
        });
        assert_eq!((told, &seen[..]), (Ok(()), &[0, 2, 4, 6, 8][..]));
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_worker_that_panics_ends_it() {
        let workers = (0..2).map(|_| |number: u64| assert_ne!(number, 7, "seven"));
        let _: Result<(), ()> = run_in_order(0.., workers.collect(), |()| Ok(()));
    }

    #[test]
    fn a_sink_that_fails_ends_it() {
        let workers = (0..2).map(|_| |number: u64| number);
        let told = run_in_order(0.., workers.collect(), |number| match number {
            100 => Err("full"),
            _ => Ok(()),
        });
        assert_eq!(told, Err("full"));
    }
}
