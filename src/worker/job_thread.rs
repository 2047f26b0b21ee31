//! The thread of a worker.

use super::{Job, STACK_BYTES};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

pub(super) struct JobThread {
    jobs: Option<Sender<Job>>,
    finished: Receiver<()>,
    pending: usize,
    thread: Option<JoinHandle<()>>,
}

impl JobThread {
    pub(super) fn start() -> io::Result<JobThread> {
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

    pub(super) fn queue(&mut self, job: Job) {
        let jobs = self.jobs.as_ref().expect("taken only when dropped");
        jobs.send(job).expect("the thread lives as long as its queue");
        self.pending += 1;
    }

    pub(super) fn wait(&mut self) {
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
