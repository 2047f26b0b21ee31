//! A parallel map whose results come in the order of the input.

use super::threads::spawn_threads;
use crate::worker::STACK_BYTES;
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

/// How many results for each worker may wait for an earlier one that takes longer.
const BUFFERED_PER_WORKER: usize = 16;

/// Applies `workers`, each on a thread of its own, to the items of `source`, and passes the results to `sink` in the
/// order of the source until the sink returns an error. Only a few items for each worker are in memory at a time. If
/// the system refuses threads, fewer workers do the work; a panic of a worker is passed on.
pub fn run_in_order<T, R, W, E>(
    source: impl Iterator<Item = T> + Send,
    workers: Vec<W>,
    sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    R: Send,
    W: FnMut(T) -> R + Send,
{
    run_with_stack(STACK_BYTES, source, workers, sink)
}

fn run_with_stack<T, R, W, E>(
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
    let buffer = ReorderBuffer::new(BUFFERED_PER_WORKER * count);
    let source = Mutex::new(source);
    let idle = Mutex::new(workers);
    let work = || {
        let Some(mut worker) = idle.lock().pop() else {
            return;
        };
        let _close = CloseOnDrop(&buffer);
        while let Some((number, item)) = buffer.next(&source) {
            let result = catch_unwind(AssertUnwindSafe(|| worker(item)));
            buffer.put(number, result);
        }
    };
    let drained = thread::scope(|scope| {
        let wanted = if count > 1 { count } else { 0 };
        let started = spawn_threads(scope, wanted, stack_bytes, &work);
        (!started.is_empty()).then(|| buffer.drain(&mut sink))
    });
    drained.unwrap_or_else(|| {
        let worker = idle.lock().pop();
        let source = source.into_inner();
        worker.map_or(Ok(()), |worker| source.map(worker).try_for_each(sink))
    })
}

/// Where the workers put their results, and the sink takes them in order.
struct ReorderBuffer<R> {
    slots: Mutex<Slots<R>>,
    changed: Condvar,
    capacity: usize,
}

struct Slots<R> {
    /// The results from number `taken` on; `None` while a worker computes one.
    results: VecDeque<Option<thread::Result<R>>>,
    taken: usize,
    /// The source has ended, or the sink wants no more.
    closed: bool,
}

impl<R> ReorderBuffer<R> {
    fn new(capacity: usize) -> ReorderBuffer<R> {
        ReorderBuffer {
            slots: Mutex::new(Slots { results: VecDeque::new(), taken: 0, closed: false }),
            changed: Condvar::new(),
            capacity,
        }
    }

    /// The next item and its number; waits until there is a slot for its result.
    fn next<T>(&self, source: &Mutex<impl Iterator<Item = T>>) -> Option<(usize, T)> {
        // The lock on the source stops the other workers while this one waits, but not the sink.
        let mut source = source.lock();
        let mut slots = self.slots.lock();
        let full = |slots: &mut Slots<R>| !slots.closed && slots.results.len() >= self.capacity;
        self.changed.wait_while(&mut slots, full);
        if slots.closed {
            return None;
        }
        drop(slots);
        let item = source.next()?;
        let mut slots = self.slots.lock();
        slots.results.push_back(None);
        Some((slots.taken + slots.results.len() - 1, item))
    }

    fn put(&self, number: usize, result: thread::Result<R>) {
        let mut slots = self.slots.lock();
        let index = number - slots.taken;
        slots.results[index] = Some(result);
        self.changed.notify_all();
    }

    /// Passes the results to `sink` in order until it fails.
    fn drain<E>(&self, mut sink: impl FnMut(R) -> Result<(), E>) -> Result<(), E> {
        let _close = CloseOnDrop(self);
        while let Some(result) = self.take() {
            sink(result.unwrap_or_else(|panic| resume_unwind(panic)))?;
        }
        Ok(())
    }

    /// The next result in order, or `None` after the last.
    fn take(&self) -> Option<thread::Result<R>> {
        let pending = |slots: &mut Slots<R>| match slots.results.front() {
            Some(first) => first.is_none(),
            None => !slots.closed,
        };
        let mut slots = self.slots.lock();
        self.changed.wait_while(&mut slots, pending);
        let result = slots.results.pop_front()?;
        slots.taken += 1;
        self.changed.notify_all();
        result
    }
}

/// Closes the buffer at the end or on a panic, so that nobody waits for a thread that has ended.
struct CloseOnDrop<'a, R>(&'a ReorderBuffer<R>);

impl<R> Drop for CloseOnDrop<'_, R> {
    fn drop(&mut self) {
        self.0.slots.lock().closed = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn results_have_the_order_of_the_source() {
        for count in [1, 2, 5] {
            let workers = (0..count).map(|_| {
                |number: u64| {
                    thread::sleep(Duration::from_micros(number % 7 * 50));
                    number * 2
                }
            });
            let mut seen = Vec::new();
            let result: Result<(), ()> = run_in_order(0..500, workers.collect(), |number| {
                seen.push(number);
                Ok(())
            });
            assert_eq!(result, Ok(()));
            assert!(seen.into_iter().eq((0..500).map(|number| number * 2)));
        }
    }

    /// A stack size that every system refuses.
    const REFUSED: usize = usize::MAX / 4;

    #[test]
    fn refused_threads_are_replaced_by_the_calling_one() {
        let workers = (0..3).map(|_| |number: u64| number * 2).collect();
        let mut seen = Vec::new();
        let result: Result<(), ()> = run_with_stack(REFUSED, 0..5, workers, |number| {
            seen.push(number);
            Ok(())
        });
        assert_eq!((result, &seen[..]), (Ok(()), &[0, 2, 4, 6, 8][..]));
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_of_a_worker_is_passed_on() {
        let workers = (0..2).map(|_| |number: u64| assert_ne!(number, 7, "seven"));
        let _: Result<(), ()> = run_in_order(0.., workers.collect(), |()| Ok(()));
    }

    #[test]
    fn an_error_of_the_sink_ends_the_run() {
        let workers = (0..2).map(|_| |number: u64| number);
        let result = run_in_order(0.., workers.collect(), |number| match number {
            100 => Err("full"),
            _ => Ok(()),
        });
        assert_eq!(result, Err("full"));
    }

    #[test]
    fn nobody_waits_for_a_slot_of_a_closed_buffer() {
        let buffer = ReorderBuffer::<()>::new(0);
        drop(CloseOnDrop(&buffer));
        let (sender, receiver) = channel();
        thread::spawn(move || sender.send(buffer.next(&Mutex::new(0..3))));
        assert_eq!(receiver.recv_timeout(Duration::from_secs(30)), Ok(None));
    }
}
