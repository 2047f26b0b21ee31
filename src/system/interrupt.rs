//! Ctrl-C and the signals that ask a program to end, so that long work stops in good order.
//!
//! A command asks for the signals once, by [`listen`] or [`listen_twice`]. Signals belong to the process, so what the user has
//! asked for is one state for all of it. An interrupted command exits with [`STATUS`].

use indicatif::ProgressBar;
use std::io::{Write, stderr};
use std::sync::Once;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::Duration;

/// Start no new unit of work, such as a game.
static FINISH: AtomicBool = AtomicBool::new(false);

/// Do not finish the current units either.
static ABORT: AtomicBool = AtomicBool::new(false);

/// The number of units in progress that are worth finishing.
static IN_PROGRESS: AtomicUsize = AtomicUsize::new(0);

static LISTENS: Once = Once::new();

/// The exit status of an interrupted program, as shells use it.
pub const STATUS: u8 = 130;

/// From now on the first signal [asks](raised) to stop, and the second ends the program.
pub fn listen() {
    on_signal(|_| {
        if FINISH.swap(true, Relaxed) {
            end();
        }
        ABORT.store(true, Relaxed);
    });
}

/// From now on the first Ctrl-C asks to finish the units in progress, with a message above `bar` that calls them
/// `units`; the second asks to abort them; the third ends the program. Other signals abort at once.
pub fn listen_twice(bar: &ProgressBar, units: &'static str) {
    let bar = bar.clone();
    on_signal(move |from_keyboard| {
        if ABORT.load(Relaxed) {
            end();
        }
        let again = FINISH.swap(true, Relaxed);
        let count = IN_PROGRESS.load(Relaxed);
        if again || !from_keyboard || count == 0 {
            ABORT.store(true, Relaxed);
        } else {
            let text = format!("finishing {count} {units} in progress; Ctrl-C again ends at once");
            // The message is not worth an error.
            let _ = bar.suspend(|| writeln!(stderr(), "{text}"));
        }
    });
}

/// Ends the program after a short wait, in which the threads that were asked to stop kill their engines.
fn end() -> ! {
    std::thread::sleep(Duration::from_millis(200));
    std::process::exit(i32::from(STATUS))
}

/// Asks to stop at once, as a signal does.
pub fn raise() {
    FINISH.store(true, Relaxed);
    ABORT.store(true, Relaxed);
}

/// Whether the user has interrupted the program: no new unit should be started.
pub fn raised() -> bool {
    FINISH.load(Relaxed)
}

/// Whether even the units in progress should be given up.
pub fn must_abort() -> bool {
    ABORT.load(Relaxed)
}

/// A unit of work in progress, from [`begin`] until it is dropped.
pub struct InProgress(());

/// Counts a unit as in progress.
pub fn begin() -> InProgress {
    IN_PROGRESS.fetch_add(1, Relaxed);
    InProgress(())
}

impl Drop for InProgress {
    fn drop(&mut self) {
        IN_PROGRESS.fetch_sub(1, Relaxed);
    }
}

/// Calls `act` at every signal, on a thread of its own, with whether it came from the keyboard. If that thread cannot
/// be started, signals end the program as they do by default. Only the first call has an effect.
#[cfg(unix)]
fn on_signal(act: impl Fn(bool) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let (ready, listening) = std::sync::mpsc::channel::<()>();
    let listen = move || {
        // A program that was started by `nohup` continues when its terminal is closed.
        let hangs_up = (!crate::system::ignores(SIGHUP)).then_some(SIGHUP);
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangs_up)) else { return };
        drop(ready);
        for signal in signals.forever() {
            act(signal == SIGINT);
        }
    };
    LISTENS.call_once(|| {
        let thread = std::thread::Builder::new().name("signals".to_owned());
        if thread.spawn(listen).is_ok() {
            // The thread closes the channel when it catches signals.
            let _ = listening.recv();
        }
    });
}

/// Calls `act` at every signal, on a thread of its own; all signals count as coming from the keyboard.
#[cfg(not(unix))]
fn on_signal(act: impl Fn(bool) + Send + 'static) {
    // This fails only if a handler is already set.
    LISTENS.call_once(|| drop(ctrlc::set_handler(move || act(true))));
}
