//! The thread of a worker.

use super::{Job, STACK_BYTES};
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

/// A thread that runs the jobs of its queue.
pub(super) struct JobThread {
    queue: Arc<JobQueue>,
    thread: Option<JoinHandle<()>>,
}

/// The jobs of a thread. A channel of the standard library could not say whether all jobs are done.
#[derive(Default)]
struct JobQueue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    jobs: VecDeque<Job>,
    /// A job has been taken and is not done.
    is_running: bool,
    is_closed: bool,
}

impl JobThread {
    pub(super) fn start() -> io::Result<JobThread> {
        let queue = Arc::new(JobQueue::default());
        let jobs = Arc::clone(&queue);
        let work = move || {
            while let Some(job) = jobs.next() {
                // The thread goes on after a job that panics, or `wait` would never return.
                let _ = catch_unwind(AssertUnwindSafe(job));
                jobs.change(|state| state.is_running = false);
            }
        };
        let thread = Builder::new().stack_size(STACK_BYTES).spawn(work)?;
        Ok(JobThread { queue, thread: Some(thread) })
    }

    pub(super) fn queue(&mut self, job: Job) {
        self.queue.change(|state| state.jobs.push_back(job));
    }

    pub(super) fn wait(&mut self) {
        let mut state = self.queue.state.lock();
        self.queue.changed.wait_while(&mut state, |state| state.is_running || !state.jobs.is_empty());
    }
}

impl JobQueue {
    /// The next job, which runs from now on; `None` when the queue is closed and empty.
    fn next(&self) -> Option<Job> {
        let mut state = self.state.lock();
        self.changed.wait_while(&mut state, |state| state.jobs.is_empty() && !state.is_closed);
        let job = state.jobs.pop_front();
        state.is_running = job.is_some();
        job
    }

    fn change(&self, change: impl FnOnce(&mut QueueState)) {
        change(&mut self.state.lock());
        self.changed.notify_all();
    }
}

impl Drop for JobThread {
    fn drop(&mut self) {
        self.queue.change(|state| state.is_closed = true);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
