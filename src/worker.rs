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
    thread: JobThread,
}

impl<T: Send + 'static> Worker<T> {
    /// Starts the thread. The error: the system cannot start another thread.
    pub fn new(value: T) -> io::Result<Worker<T>> {
        Ok(Worker { value: Arc::new(Mutex::new(value)), thread: JobThread::start()? })
    }

    /// Queues a job; returns at once.
    pub fn run(&mut self, job: impl FnOnce(&mut T) + Send + 'static) {
        let value = Arc::clone(&self.value);
        self.thread.queue(Box::new(move || job(&mut value.lock())));
    }

    /// Waits until all jobs are done.
    pub fn wait(&mut self) {
        self.thread.wait();
    }
}

/// The thread of a worker.
struct JobThread {
    jobs: Option<Sender<Job>>,
    finished: Receiver<()>,
    pending: usize,
    thread: Option<JoinHandle<()>>,
}

impl JobThread {
    fn start() -> io::Result<JobThread> {
        let (jobs, inbox) = channel::<Job>();
        let (done, finished) = channel();
        let work = move || {
            for job in inbox {
                // The thread must answer a job that panics too, or `wait` would never return.
                let _ = catch_unwind(AssertUnwindSafe(job));
                if done.send(()).is_err() {
                    return;
                }
            }
        };
        let thread = Builder::new().stack_size(STACK_BYTES).spawn(work)?;
        Ok(JobThread { jobs: Some(jobs), finished, pending: 0, thread: Some(thread) })
    }

    fn queue(&mut self, job: Job) {
        let jobs = self.jobs.as_ref().expect("taken only when dropped");
        jobs.send(job).expect("the thread lives as long as its queue");
        self.pending += 1;
    }

    fn wait(&mut self) {
        for _ in 0..std::mem::take(&mut self.pending) {
            self.finished.recv().expect("the thread answers every job");
        }
    }
}

impl Drop for JobThread {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
