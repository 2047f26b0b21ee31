//! What a program in a browser asks of its page, since it has no clock, no random numbers and no threads of its own.

use once_cell::sync::OnceCell;
use std::ops::{Add, Sub};
use std::time::Duration;

/// The functions of the page.
#[derive(Debug)]
pub struct Page {
    /// Milliseconds since some moment, never fewer than before.
    pub now: fn() -> f64,
    /// A random number.
    pub random: fn() -> u64,
    /// Whether the page wants the running search to stop. It is asked often.
    pub wants_stop: fn() -> bool,
    /// The bytes of a file that it has loaded.
    pub data: fn(&str) -> Option<&'static [u8]>,
}

static PAGE: OnceCell<Page> = OnceCell::new();

/// Names the functions of the page; the first call counts, and comes before everything else.
pub fn connect(page: Page) {
    let _ = PAGE.set(page);
}

fn page() -> &'static Page {
    PAGE.get().expect("the page is connected first")
}

/// A random number.
pub fn random() -> u64 {
    (page().random)()
}

/// Whether the running search should stop.
pub fn wants_stop() -> bool {
    (page().wants_stop)()
}

/// The bytes of a file, if the page has loaded it.
pub fn data(name: &str) -> Option<&'static [u8]> {
    (page().data)(name)
}

/// A moment, as that of the standard library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Instant {
        Instant(Duration::from_secs_f64((page().now)() / 1000.0))
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
