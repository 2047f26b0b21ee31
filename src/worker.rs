//! A thread that lives on between jobs, with what it keeps in mind.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// Deep searches of big positions need room.
pub const STACK_BYTES: usize = 16 << 20;

type Job<T> = Box<dyn FnOnce(&mut T) + Send>;

/// Runs one job after the other on its own thread; each may use and change a value of type `T`
/// that never leaves it.
pub struct Worker<T> {
    jobs: Option<Sender<Job<T>>>,
    finished: Receiver<()>,
    pending: usize,
    thread: Option<JoinHandle<()>>,
}

impl<T: 'static> Worker<T> {
    /// Starts the thread; it makes its value itself.
    pub fn new(make: impl FnOnce() -> T + Send + 'static) -> Worker<T> {
        let (jobs, inbox) = channel::<Job<T>>();
        let (done, finished) = channel();
        let work = move || {
            let mut value = make();
            for job in inbox {
                job(&mut value);
                if done.send(()).is_err() {
                    return;
                }
            }
        };
        let builder = Builder::new().stack_size(STACK_BYTES);
        let thread = builder.spawn(work).expect("the system can start a thread");
        Worker {
            jobs: Some(jobs),
            finished,
            pending: 0,
            thread: Some(thread),
        }
    }

    /// Queues a job; returns at once.
    pub fn run(&mut self, job: impl FnOnce(&mut T) + Send + 'static) {
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

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
