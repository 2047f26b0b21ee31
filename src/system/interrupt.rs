//! Ctrl-C and the signals that ask a program to end, so that long work stops in good order.
//!
//! A command asks for the signals once, by [`listen`] or [`listen_twice`], and passes on what it gets: work that can
//! be interrupted takes it as a parameter. An interrupted command exits with [`STATUS`].

use indicatif::ProgressBar;
use std::io::{Write, stderr};
use std::sync::Once;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

/// What the user has asked for by signals, for work in units that are worth finishing, such as games.
#[derive(Default)]
pub struct Interrupt {
    /// Start no new unit.
    finish: AtomicBool,
    /// Do not finish the current units either.
    abort: AtomicBool,
    /// The number of units in progress.
    in_progress: AtomicUsize,
}

/// Signals belong to the process, so there is one for all of it.
static INTERRUPT: Interrupt =
    Interrupt { finish: AtomicBool::new(false), abort: AtomicBool::new(false), in_progress: AtomicUsize::new(0) };

static LISTENS: Once = Once::new();

/// The exit status of an interrupted program, as shells use it.
pub const STATUS: u8 = 130;

/// From now on the first signal [asks](raised) to stop, and the second ends the program.
pub fn listen() -> &'static Interrupt {
    on_signal(|_| {
        if INTERRUPT.finish.swap(true, Relaxed) {
            std::process::exit(i32::from(STATUS));
        }
        INTERRUPT.abort.store(true, Relaxed);
    });
    &INTERRUPT
}

/// From now on the first Ctrl-C asks to finish the units in progress, with a message above `bar` that calls them
/// `units`; the second asks to abort them; the third ends the program. Other signals abort at once.
pub fn listen_twice(bar: &ProgressBar, units: &'static str) -> &'static Interrupt {
    let bar = bar.clone();
    on_signal(move |from_keyboard| {
        if INTERRUPT.abort.load(Relaxed) {
            std::process::exit(i32::from(STATUS));
        }
        let again = INTERRUPT.finish.swap(true, Relaxed);
        let count = INTERRUPT.in_progress.load(Relaxed);
        if again || !from_keyboard || count == 0 {
            INTERRUPT.abort.store(true, Relaxed);
        } else {
            let text = format!("finishing {count} {units} in progress; Ctrl-C again ends at once");
            // The message is not worth an error.
            let _ = bar.suspend(|| writeln!(stderr(), "{text}"));
        }
    });
    &INTERRUPT
}

/// Asks to stop at once, as a signal does.
pub fn raise() {
    INTERRUPT.finish.store(true, Relaxed);
    INTERRUPT.abort.store(true, Relaxed);
}

/// What the user has asked for until now.
pub fn state() -> &'static Interrupt {
    &INTERRUPT
}

/// Whether the user has interrupted the program.
pub fn raised() -> bool {
    INTERRUPT.finish.load(Relaxed)
}

impl Interrupt {
    /// Whether no new unit should be started.
    pub fn must_finish(&self) -> bool {
        self.finish.load(Relaxed)
    }

    /// Whether even the units in progress should be given up.
    pub fn must_abort(&self) -> bool {
        self.abort.load(Relaxed)
    }

    /// Counts a unit as in progress until the returned value is dropped.
    pub fn begin(&self) -> InProgress<'_> {
        self.in_progress.fetch_add(1, Relaxed);
        InProgress(self)
    }
}

/// A unit of work in progress.
pub struct InProgress<'a>(&'a Interrupt);

impl Drop for InProgress<'_> {
    fn drop(&mut self) {
        self.0.in_progress.fetch_sub(1, Relaxed);
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
