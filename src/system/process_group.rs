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

#[cfg(unix)]
impl ProcessGroup {
    /// Starts a program as the leader of a new group.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn spawn(mut command: Command) -> io::Result<ProcessGroup> {
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(ProcessGroup { leader: command.spawn()? })
    }

    /// Kills all processes of the group, also if the leader has already exited.
    pub fn kill(&mut self) {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;
        if let Ok(group) = i32::try_from(self.leader.id()) {
            // This fails if the group is empty.
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
        let _ = self.leader.wait();
    }
}

#[cfg(windows)]
impl ProcessGroup {
    /// Starts a program as the leader of a new group.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn spawn(mut command: Command) -> io::Result<ProcessGroup> {
        use std::os::windows::io::AsRawHandle;
        use std::os::windows::process::CommandExt;
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        command.creation_flags(CREATE_NEW_PROCESS_GROUP);
        let leader = command.spawn()?;
        let mut limits = win32job::ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = win32job::Job::create_with_limit_info(&limits).and_then(|job| {
            job.assign_process(leader.as_raw_handle() as isize)?;
            Ok(job)
        });
        Ok(ProcessGroup { leader, job: job.ok() })
    }

    /// Kills all processes of the group, also if the leader has already exited.
    pub fn kill(&mut self) {
        // Closing the last handle of the job kills its processes.
        drop(self.job.take());
        let _ = self.leader.kill();
        let _ = self.leader.wait();
    }
}
