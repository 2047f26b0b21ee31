//! Many at once, told in the order in which they came.

use crate::worker::STACK_BYTES;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

/// How many results may wait for one that takes longer, for each worker.
const AHEAD: usize = 16;

/// Works on every item of `source`, on as many threads as there are `workers`, and gives what
/// comes of it to `sink` in the order of the source, until the sink fails. Needs memory for a few
/// items a worker, however long the source is.
pub fn run<T, R, W, E>(
    source: impl Iterator<Item = T> + Send,
    workers: Vec<W>,
    mut sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send,
    R: Send,
    W: FnMut(T) -> R + Send,
{
    if workers.len() == 1 {
        let Some(mut work) = workers.into_iter().next() else {
            return Ok(());
        };
        return source.map(&mut work).try_for_each(sink);
    }
    // A permit a result that may be on its way.
    let (permit, permits) = channel();
    for _ in 0..AHEAD * workers.len() {
        let _ = permit.send(());
    }
    let (task, tasks) = channel();
    let tasks = Mutex::new(tasks);
    let (teller, heard) = channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            for item in source.enumerate() {
                if permits.recv().is_err() || task.send(item).is_err() {
                    return;
                }
            }
        });
        for work in workers {
            let (tasks, teller) = (&tasks, teller.clone());
            let builder = Builder::new().stack_size(STACK_BYTES);
            let spawned = builder.spawn_scoped(scope, move || work_on(tasks, work, &teller));
            spawned.expect("the system can start a thread");
        }
        drop(teller);
        // Dropped at the end of the sink, so that nobody waits for a permit any more.
        let permit = permit;
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, result) in heard {
            let result = result.unwrap_or_else(|panic| resume_unwind(panic));
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                sink(result)?;
                next += 1;
                let _ = permit.send(());
            }
        }
        Ok(())
    })
}

fn work_on<T, R>(
    tasks: &Mutex<Receiver<(usize, T)>>,
    mut work: impl FnMut(T) -> R,
    teller: &Sender<(usize, thread::Result<R>)>,
) {
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, item)) = task else { return };
        // Told, since the others would wait for this result for ever.
        let result = catch_unwind(AssertUnwindSafe(|| work(item)));
        let failed = result.is_err();
        if teller.send((number, result)).is_err() || failed {
            return;
        }
    }
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
            let told: Result<(), ()> = run(0..500, workers.collect(), |number| {
                seen.push(number);
                Ok(())
            });
            assert_eq!(told, Ok(()));
            assert!(seen.into_iter().eq((0..500).map(|number| number * 2)));
        }
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_worker_that_panics_ends_it() {
        let workers = (0..2).map(|_| |number: u64| assert_ne!(number, 7, "seven"));
        let _: Result<(), ()> = run(0.., workers.collect(), |()| Ok(()));
    }

    #[test]
    fn a_sink_that_fails_ends_it() {
        let workers = (0..2).map(|_| |number: u64| number);
        let told = run(0.., workers.collect(), |number| match number {
            100 => Err("full"),
            _ => Ok(()),
        });
        assert_eq!(told, Err("full"));
    }
}
