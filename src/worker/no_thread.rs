//! What a worker has in place of a thread in a browser, where a program has none.

use super::Job;
use std::io;

/// Runs every job at once.
pub(super) struct JobThread;

impl JobThread {
    pub(super) fn start() -> io::Result<JobThread> {
        Ok(JobThread)
    }

    pub(super) fn queue(&mut self, job: Job) {
        job();
    }

    pub(super) fn wait(&mut self) {}
}
