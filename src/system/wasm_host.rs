//! What a WebAssembly module asks of its host, since it has no clock, no random numbers and no threads of its own.

use once_cell::sync::OnceCell;
use std::ops::{Add, Sub};
use std::time::Duration;

/// The functions of the host.
#[derive(Debug)]
pub struct WasmHost {
    /// Milliseconds since some moment, never fewer than before.
    pub now: fn() -> f64,
    /// A random number.
    pub random: fn() -> u64,
    /// Whether the host wants the running search to stop. It is asked often.
    pub wants_stop: fn() -> bool,
    /// The bytes of a file that it has loaded.
    pub data: fn(&str) -> Option<&'static [u8]>,
}

static HOST: OnceCell<WasmHost> = OnceCell::new();

/// Names the functions of the host; the first call counts, and comes before everything else.
pub fn connect(host: WasmHost) {
    let _ = HOST.set(host);
}

/// The functions that the host has named.
pub fn wasm_host() -> &'static WasmHost {
    HOST.get().expect("the host is connected first")
}

/// A moment, as that of the standard library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Instant {
        Instant(Duration::from_secs_f64((wasm_host().now)() / 1000.0))
    }

    /// Time since this moment.
    pub fn elapsed(self) -> Duration {
        Instant::now().0.saturating_sub(self.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0 + time)
    }
}

impl Sub<Duration> for Instant {
    type Output = Instant;

    fn sub(self, time: Duration) -> Instant {
        Instant(self.0.saturating_sub(time))
    }
}
