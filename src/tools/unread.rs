//! Output that nobody reads any more.

/// From now on the program ends quietly as soon as the reader of standard output has gone away, also
/// while it waits for input or thinks and writes nothing.
#[cfg(unix)]
pub fn end_when_unread() {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::io::stdout;
    use std::os::fd::AsFd;

    let watch = || {
        let output = stdout();
        // Of what nobody asked for, an error alone is told: a pipe without a reader.
        let mut watched = [PollFd::new(output.as_fd(), PollFlags::empty())];
        while poll(&mut watched, PollTimeout::NONE) == Err(Errno::EINTR) {}
        let told = watched[0].revents().unwrap_or(PollFlags::empty());
        if told.contains(PollFlags::POLLERR) {
            std::process::exit(0);
        }
    };
    // Without the thread it ends at the next line that it writes.
    let _ = std::thread::Builder::new().spawn(watch);
}

/// Elsewhere it ends at the next line that it writes.
#[cfg(not(unix))]
pub fn end_when_unread() {}
