//! A parallel map whose results come in the order of the input.

use super::threads::{LARGE_STACK, spawn_threads};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::thread;

/// How many results for each worker may wait for an earlier one that takes longer.
const BUFFERED_PER_WORKER: usize = 16;

/// Applies `workers`, each on a thread of its own, to the items of `source`, and passes the results to `sink` in the
/// order of the source until the sink returns an error. Only a few items for each worker are in memory at a time. If
/// the system refuses threads, fewer workers do the work; a panic of a worker is passed on.
pub fn run_in_order<T, R: Send, E>(
    source: impl Iterator<Item = T> + Send,
    workers: Vec<impl FnMut(T) -> R + Send>,
    sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    run_with_stack(LARGE_STACK, source, workers, sink)
}

fn run_with_stack<T, R: Send, E>(
    stack_bytes: usize,
    source: impl Iterator<Item = T> + Send,
    workers: Vec<impl FnMut(T) -> R + Send>,
    mut sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let count = workers.len();
    let (sender, results) = channel();
    let (places, taken) = sync_channel(BUFFERED_PER_WORKER * count);
    // After the end every worker asks once more.
    let source = Mutex::new(source.fuse().enumerate());
    let idle: Mutex<Vec<_>> = Mutex::new(workers.into_iter().map(|worker| (worker, sender.clone())).collect());
    drop(sender);
    let next = || {
        // The lock on the source stops the other workers while this one waits for a place, but not the sink.
        let mut source = source.lock();
        places.send(()).ok()?;
        source.next()
    };
    let work = || {
        let Some((mut worker, results)) = idle.lock().pop() else { return };
        while let Some((number, item)) = next() {
            let _ = results.send((number, catch_unwind(AssertUnwindSafe(|| worker(item)))));
        }
    };
    let drained = thread::scope(|scope| {
        let wanted = if count > 1 { count } else { 0 };
        let started = spawn_threads(scope, wanted, stack_bytes, &work).len();
        // Nobody waits for the results of workers without a thread.
        (started..wanted).filter(|_| started > 0).for_each(|_| drop(idle.lock().pop()));
        (started > 0).then(|| drain(results, taken, &mut sink))
    });
    drained.unwrap_or_else(|| {
        let source = source.into_inner().map(|(_, item)| item);
        idle.into_inner().pop().map_or(Ok(()), |(worker, _)| source.map(worker).try_for_each(sink))
    })
}

/// Passes numbered results to `sink` in order until it fails or there are no more. `taken` gives the place of each back to the
/// workers; they stop when it is dropped.
fn drain<R, E>(
    results: Receiver<(usize, thread::Result<R>)>,
    taken: Receiver<()>,
    mut sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    // The results from number `next` on that have come; `None` while a worker computes one.
    let mut early = VecDeque::new();
    let mut next = 0;
    for (number, result) in results {
        early.resize_with(early.len().max(number - next + 1), || None);
        early[number - next] = Some(result);
        while let Some(result) = early.front_mut().and_then(Option::take) {
            early.pop_front();
            next += 1;
            let _ = taken.recv();
            sink(result.unwrap_or_else(|panic| resume_unwind(panic)))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn nobody_waits_for_a_sink_that_has_failed() {
        let (sender, receiver) = channel();
        let run = || run_in_order(0.., vec![|number: u64| number; 3], |_| Err("full"));
        thread::spawn(move || sender.send(run()));
        assert_eq!(receiver.recv_timeout(Duration::from_secs(30)), Ok(Err("full")));
    }
}
