//! Work on several threads; if the system refuses a thread, the others do its work. Input that a thread reads ahead.

use crate::system::error_words::explain;
use parking_lot::Mutex;
use std::io::{self, BufRead, Write, stderr};
use std::panic::resume_unwind;
use std::sync::Once;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

/// Stack size of a thread without deep recursion, in bytes: the default of the standard library.
pub const SMALL_STACK: usize = 2 << 20;

/// Stack size of a thread that searches: deep searches need a large stack.
pub const LARGE_STACK: usize = 16 << 20;

/// Applies `work` to every item, each on a thread of its own (the calling one included), and returns the
/// results in the order of the items. The work on one item must not wait for another.
pub fn parallel_map<T: Send, R: Send>(items: impl IntoIterator<Item = T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let items: Vec<T> = items.into_iter().collect();
    let count = items.len();
    let results: Mutex<Vec<Option<R>>> = Mutex::new(items.iter().map(|_| None).collect());
    let queue = Mutex::new(items.into_iter().enumerate());
    let next = || queue.lock().next();
    run_on_threads(count, SMALL_STACK, &|| {
        while let Some((place, item)) = next() {
            let result = work(item);
            results.lock()[place] = Some(result);
        }
    });
    results.into_inner().into_iter().flatten().collect()
}

/// Runs `work` on this many threads at once (the calling one included), or on fewer if the system
/// refuses some.
pub fn run_on_threads(threads: usize, stack_bytes: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        let helpers = spawn_threads(scope, threads.saturating_sub(1), stack_bytes, work);
        work();
        for helper in helpers {
            helper.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Starts `count` threads that all run `work`. If the system refuses one, this is said on standard error,
/// and there are fewer threads or none.
pub fn spawn_threads<'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    stack_bytes: usize,
    work: &'scope (dyn Fn() + Sync),
) -> Vec<ScopedJoinHandle<'scope, ()>> {
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

/// Reads items on a thread of this name, at most `most` of them ahead, so that waiting for one takes no longer than asked for. The
/// thread ends with the source, or when nobody receives items any more.
///
/// # Errors
/// No thread can be started.
pub fn read_ahead<T: Send + 'static>(
    name: &str,
    most: usize,
    mut source: impl Iterator<Item = T> + Send + 'static,
) -> io::Result<Receiver<T>> {
    let (sender, items) = sync_channel(most);
    Builder::new().name(name.to_owned()).spawn(move || source.try_for_each(|item| sender.send(item)))?;
    Ok(items)
}

/// [Reads](read_ahead) lines. Bytes that are no text are replaced.
///
/// # Errors
/// No thread can be started.
pub fn read_lines_ahead(input: impl BufRead + Send + 'static, most: usize) -> io::Result<Receiver<String>> {
    let lines = input.split(b'\n').map_while(Result::ok);
    read_ahead("lines", most, lines.map(|line| String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

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
        for (stack_bytes, expected) in [(REFUSED, 1), (SMALL_STACK, 3)] {
            let ran = AtomicUsize::new(0);
            run_on_threads(3, stack_bytes, &|| {
                ran.fetch_add(1, Relaxed);
            });
            assert_eq!(ran.into_inner(), expected);
        }
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_on_a_thread_is_passed_on() {
        parallel_map(0..9, |item| assert_ne!(item, 7, "seven"));
    }
}
