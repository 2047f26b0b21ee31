//! Ctrl-C, and the signals that ask a program to end: long work ends in good order.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A process has one user at one keyboard, so there is one of it.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The status of a program that was interrupted, as shells count it.
pub const STATUS: u8 = 130;

/// From now on the first Ctrl-C raises the flag, and the second ends the program at once.
pub fn listen() -> &'static AtomicBool {
    // It can fail only if somebody listens already.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Relaxed) {
            std::process::exit(i32::from(STATUS));
        }
    });
    &INTERRUPTED
}

/// Whether the flag is up.
pub fn raised() -> bool {
    INTERRUPTED.load(Relaxed)
}
