//! A thread that lives on between jobs, with what it keeps in mind.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

/// Deep searches of big positions need room.
pub const STACK_BYTES: usize = 16 << 20;

/// Knows nothing of the value, so that channels of it are compiled once for all games.
type Job = Box<dyn FnOnce() + Send>;

/// Runs one job after the other on its own thread; each may use and change a value of type `T`
/// that is kept between them.
pub struct Worker<T> {
    value: Arc<Mutex<T>>,
    jobs: Option<Sender<Job>>,
    finished: Receiver<()>,
    pending: usize,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Worker<T> {
    /// Starts the thread, if the system has one.
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
        let job = move || job(&mut value.lock().unwrap_or_else(PoisonError::into_inner));
        let jobs = self.jobs.as_ref().expect("taken only when dropped");
        jobs.send(Box::new(job))
            .expect("the thread lives as long as its queue");
        self.pending += 1;
    }

    /// Waits until every job is done.
    pub fn wait(&mut self) {
        for _ in 0..std::mem::take(&mut self.pending) {
            self.finished.recv().expect("the thread answers every job");
        }
    }
}

fn start(inbox: Receiver<Job>, done: Sender<()>) -> io::Result<JoinHandle<()>> {
    let work = move || {
        for job in inbox {
            // Whoever waits for a job that panics would wait for ever.
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
