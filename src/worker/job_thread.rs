//! The thread of a worker.

use super::Job;
use crate::system::threads::LARGE_STACK;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, JoinHandle};

/// A thread that runs the jobs of its queue.
pub(super) struct JobThread {
    /// `None` only while the thread is dropped.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    /// Whether all jobs are known to be done.
    is_idle: bool,
}

impl JobThread {
    pub(super) fn start() -> io::Result<JobThread> {
        let (sender, jobs) = channel::<Job>();
        // The thread goes on after a job that panics.
        let work = move || jobs.into_iter().for_each(|job| drop(catch_unwind(AssertUnwindSafe(job))));
        let thread = Builder::new().stack_size(LARGE_STACK).spawn(work)?;
        Ok(JobThread { jobs: Some(sender), thread: Some(thread), is_idle: true })
    }

    pub(super) fn queue(&mut self, job: Job) {
        self.is_idle = false;
        // The thread ends only after its queue is closed.
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(job));
    }

    /// Waits for a last job, which closes a channel.
    pub(super) fn wait(&mut self) {
        if !self.is_idle {
            let (done, all_done) = channel::<()>();
            self.queue(Box::new(move || drop(done)));
            let _ = all_done.recv();
            self.is_idle = true;
        }
    }
}

impl Drop for JobThread {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
