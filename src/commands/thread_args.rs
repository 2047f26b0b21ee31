//! The option `--threads` of commands that use all processors by default.

use crate::system::threads::ThreadCount;
use clap::Args;

/// The number of threads.
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadArgs {
    /// Threads to work with [default: all of the processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// The number that the user asks for, or that of the processors.
    pub fn count(self) -> ThreadCount {
        ThreadCount::new(self.threads)
    }
}
