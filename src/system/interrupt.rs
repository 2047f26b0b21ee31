//! Ctrl-C, and the signals that ask a program to end: long work ends in good order.
//!
//! A command that was interrupted ends with [`STATUS`], whatever it has written until then.

use crate::system;
use indicatif::ProgressBar;
use std::io::{Write, stderr};
use std::sync::Once;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

/// What the user has asked for.
pub struct Interrupt {
    /// Begin nothing new.
    pub finish: AtomicBool,
    /// Wait for nothing any more.
    pub abort: AtomicBool,
    /// Games, or whatever else is worth waiting for.
    in_progress: AtomicUsize,
}

/// A process has one user at one keyboard, so there is one of it.
static INTERRUPT: Interrupt = Interrupt {
    finish: AtomicBool::new(false),
    abort: AtomicBool::new(false),
    in_progress: AtomicUsize::new(0),
};

static LISTENS: Once = Once::new();

/// The status of a program that was interrupted, as shells count it.
pub const STATUS: u8 = 130;

/// From now on the first Ctrl-C raises the flag, and the second ends the program at once.
pub fn listen() -> &'static AtomicBool {
    on_signal(|_| {
        if INTERRUPT.finish.swap(true, Relaxed) {
            std::process::exit(i32::from(STATUS));
        }
    });
    &INTERRUPT.finish
}

/// From now on the first Ctrl-C asks to finish what is in progress, which is said above the bar
/// `live`, and the second to end at once; the third ends the program. Other signals do not wait.
pub fn listen_twice(live: &ProgressBar, things: &'static str) -> &'static Interrupt {
    let live = live.clone();
    on_signal(move |patient| {
        if INTERRUPT.abort.load(Relaxed) {
            std::process::exit(i32::from(STATUS));
        }
        let again = INTERRUPT.finish.swap(true, Relaxed);
        let count = INTERRUPT.in_progress.load(Relaxed);
        if again || !patient || count == 0 {
            INTERRUPT.abort.store(true, Relaxed);
        } else {
            let text = format!("finishing {count} {things} in progress; Ctrl-C again ends at once");
            // Where nobody reads it, nobody needs it.
            let _ = live.suspend(|| writeln!(stderr(), "{text}"));
        }
    });
    &INTERRUPT
}

/// Whether the user has asked for the end.
pub fn raised() -> bool {
    INTERRUPT.finish.load(Relaxed)
}

impl Interrupt {
    /// Something begins that is worth waiting for; it ends when the value is dropped.
    pub fn begin(&self) -> InProgress<'_> {
        self.in_progress.fetch_add(1, Relaxed);
        InProgress(self)
    }
}

/// Something that is worth waiting for.
pub struct InProgress<'a>(&'a Interrupt);

impl Drop for InProgress<'_> {
    fn drop(&mut self) {
        self.0.in_progress.fetch_sub(1, Relaxed);
    }
}

/// Calls `act` at every signal, on a thread of its own, and says whether it came from the keyboard.
/// Without that thread a signal ends the program, as it does by default. Only the first call counts.
#[cfg(unix)]
fn on_signal(act: impl Fn(bool) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let (ready, listening) = std::sync::mpsc::channel::<()>();
    let listen = move || {
        // A program that was started by `nohup` goes on when its terminal is closed.
        let hangs_up = (!system::ignores(SIGHUP)).then_some(SIGHUP);
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangs_up)) else {
            return;
        };
        drop(ready);
        for signal in signals.forever() {
            act(signal == SIGINT);
        }
    };
    LISTENS.call_once(|| {
        let thread = std::thread::Builder::new().name("signals".to_owned());
        if thread.spawn(listen).is_ok() {
            // The channel is closed as soon as signals are caught.
            let _ = listening.recv();
        }
    });
}

/// Calls `act` at every signal, on a thread of its own; all of them come from the keyboard.
#[cfg(not(unix))]
fn on_signal(act: impl Fn(bool) + Send + 'static) {
    // It can fail only if somebody listens already.
    LISTENS.call_once(|| drop(ctrlc::set_handler(move || act(true))));
}
