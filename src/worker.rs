//! A thread that runs jobs one after the other and keeps a value between them.

use parking_lot::Mutex;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// The stack size of a worker: deep searches need a large stack.
pub const STACK_BYTES: usize = 16 << 20;

/// Does not depend on the type of the value, so that its channels are compiled once for all games.
type Job = Box<dyn FnOnce() + Send>;

/// Runs jobs on its own thread, one after the other. Each job may use and change a value of type `T`,
/// which is kept between jobs. Dropping the worker waits for its jobs.
pub struct Worker<T> {
    value: Arc<Mutex<T>>,
    jobs: Option<Sender<Job>>,
    finished: Receiver<()>,
    pending: usize,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Worker<T> {
    /// Starts the thread. The error: the system cannot start another thread.
    pub fn new(value: T) -> io::Result<Worker<T>> {
        let (jobs, inbox) = channel();
        let (done, finished) = channel();
        Ok(Worker {
            value: Arc::new(Mutex::new(value)),
            jobs: Some(jobs),
            finished,
            pending: 0,
            thread: Some(start(inbox, done)?),
        })
    }

    /// Queues a job; returns at once.
    pub fn run(&mut self, job: impl FnOnce(&mut T) + Send + 'static) {
        let value = Arc::clone(&self.value);
        let job = move || job(&mut value.lock());
        let jobs = self.jobs.as_ref().expect("taken only when dropped");
        jobs.send(Box::new(job)).expect("the thread lives as long as its queue");
        self.pending += 1;
    }

    /// Waits until all jobs are done.
    pub fn wait(&mut self) {
        for _ in 0..std::mem::take(&mut self.pending) {
            self.finished.recv().expect("the thread answers every job");
        }
    }
}

fn start(inbox: Receiver<Job>, done: Sender<()>) -> io::Result<JoinHandle<()>> {
    let work = move || {
        for job in inbox {
            // The thread must answer a job that panics too, or `wait` would never return.
            let _ = catch_unwind(AssertUnwindSafe(job));
            if done.send(()).is_err() {
                return;
            }
        }
    };
    Builder::new().stack_size(STACK_BYTES).spawn(work)
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
