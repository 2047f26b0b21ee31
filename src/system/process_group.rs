//! A program and everything that it starts, killed together.

use std::io;
use std::process::{Child, Command};

/// A running program with the processes that it has started. Ctrl-C in the terminal does not reach them.
pub struct ProcessGroup {
    /// The program itself.
    pub leader: Child,
    /// All processes of the group are in this job. `None` if the system refused it: then only the leader is killed.
    #[cfg(windows)]
    job: Option<win32job::Job>,
}

impl ProcessGroup {
    /// Starts a program as the leader of a new group.
    ///
    /// # Errors
    /// The program cannot be started.
    #[cfg(unix)]
    pub fn spawn(mut command: Command) -> io::Result<ProcessGroup> {
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(ProcessGroup { leader: command.spawn()? })
    }

    /// As on Unix.
    #[cfg(windows)]
    pub fn spawn(mut command: Command) -> io::Result<ProcessGroup> {
        use std::os::windows::io::AsRawHandle;
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NEW_PROCESS_GROUP);
        let leader = command.spawn()?;
        let mut limits = win32job::ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = win32job::Job::create_with_limit_info(&limits);
        let job = job.and_then(|job| job.assign_process(leader.as_raw_handle() as isize).map(|()| job));
        Ok(ProcessGroup { leader, job: job.ok() })
    }

    /// Kills all processes of the group, also if the leader has already exited.
    pub fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.leader.id()) {
            use nix::sys::signal::{Signal, killpg};
            // This fails if the group is empty.
            let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
        }
        #[cfg(windows)]
        {
            // Closing the last handle of the job kills its processes.
            drop(self.job.take());
            let _ = self.leader.kill();
        }
        let _ = self.leader.wait();
    }
}
