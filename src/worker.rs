//! A thread that runs jobs one after the other and keeps a value between them, and a thread for one job that can be stopped.

#[cfg(not(target_family = "wasm"))]
mod job_thread;
#[cfg(target_family = "wasm")]
#[path = "worker/no_thread.rs"]
mod job_thread;

use crate::system::{StopOnDrop, StopSignal};
use job_thread::JobThread;
use parking_lot::Mutex;
use std::io;
use std::sync::Arc;

/// It does not depend on the type of the value, so that the queue is compiled once for all games.
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

/// A job on a thread of its own. Dropping it stops the job, and waits for its end.
pub struct StoppableJob {
    // Dropped before the thread, which waits for the job.
    stop: StopOnDrop,
    thread: JobThread,
}

impl StoppableJob {
    /// Starts the job. The error: the system cannot start another thread.
    pub fn start(job: impl FnOnce(StopSignal) + Send + 'static) -> io::Result<StoppableJob> {
        let (stop, mut thread) = (StopOnDrop::default(), JobThread::start()?);
        let signal = stop.signal();
        thread.queue(Box::new(move || job(&signal)));
        Ok(StoppableJob { stop, thread })
    }

    /// Tells the job to stop; returns at once.
    pub fn stop(&mut self) {
        self.stop = StopOnDrop::default();
    }

    /// Waits for the end of the job.
    pub fn wait(&mut self) {
        self.thread.wait();
    }
}
