//! The limits of a search, and the clock that watches its time.

use super::Depth;
use crate::system::Instant;
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The state of a player's game clock, as a protocol reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockState {
    /// Time left on the clock; may be zero.
    pub remaining: Duration,
    /// Time gained with every move.
    pub increment: Duration,
    /// Moves until more time is added; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// How a search is limited by time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeLimit {
    /// Not at all.
    #[default]
    Infinite,
    /// Exactly this long.
    Exact(Duration),
    /// A share of the time on the game clock.
    Clock {
        /// The game clock.
        state: ClockState,
        /// Time to keep in reserve for the delay between the engine and the game clock.
        overhead: Duration,
    },
}

/// The limits of a search: the one that is met first ends it, but not before the first line of depth 1 is
/// found or 10,000 positions are visited.
#[derive(Clone, Debug, Default)]
pub struct SearchLimits {
    /// The depth of the last iteration, in plies.
    pub depth: Option<Depth>,
    /// Positions to visit. One thread meets it exactly, if that is enough for the first line.
    pub nodes: Option<u64>,
    /// Stop when a win or loss within this many plies is proved.
    pub mate_within: Option<u32>,
    /// The time to use.
    pub time: TimeLimit,
}

/// The search was told to stop, or met a limit: the result of the current node is worthless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The clock does not run yet: the search is pondering.
const PONDERING: u64 = u64::MAX;

/// What other threads tell a running search: to stop, or that pondering is over.
#[derive(Debug, Default)]
pub struct SearchSignal {
    stop: AtomicBool,
    /// When the clock began to run, in microseconds after the request; [`PONDERING`] while the search ponders.
    runs_from: AtomicU64,
    /// Wakes threads that wait for a change.
    changed: (Mutex<()>, Condvar),
}

impl SearchSignal {
    /// A signal for a new search. While it is `pondering`, its clock does not run.
    pub fn new(pondering: bool) -> SearchSignal {
        SearchSignal { runs_from: AtomicU64::new(if pondering { PONDERING } else { 0 }), ..SearchSignal::default() }
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.change(|| {
            self.stop.store(true, Relaxed);
            self.run_from(0);
        });
    }

    /// Whether the search was told to stop.
    pub fn stopped(&self) -> bool {
        #[cfg(target_family = "wasm")]
        if (crate::system::wasm_host::wasm_host().wants_stop)() {
            self.stop();
        }
        self.stop.load(Relaxed)
    }

    /// Waits until the search is told to stop.
    pub fn wait_for_stop(&self) {
        self.wait_while(|| !self.stopped());
    }

    /// Waits until pondering is over, by a ponder hit or a stop.
    pub fn wait_while_pondering(&self) {
        self.wait_while(|| self.runs_from.load(Relaxed) == PONDERING);
    }

    /// Starts the clock, unless it runs already.
    fn run_from(&self, microseconds: u64) {
        let _ = (self.runs_from).compare_exchange(PONDERING, microseconds, Relaxed, Relaxed);
    }

    fn change(&self, change: impl FnOnce()) {
        let (lock, wake) = &self.changed;
        let _guard = lock.lock();
        change();
        wake.notify_all();
    }

    fn wait_while(&self, condition: impl Fn() -> bool) {
        // Without threads nobody would wake this one.
        if cfg!(target_family = "wasm") {
            while condition() && !self.stopped() {}
            return;
        }
        let (lock, wake) = &self.changed;
        wake.wait_while(&mut lock.lock(), |()| condition());
    }
}

/// Measures the time of one search.
#[derive(Clone, Debug)]
pub struct Clock {
    started: Instant,
    /// No new iteration begins after this time.
    soft: Option<Duration>,
    /// The search is stopped after this time.
    hard: Option<Duration>,
    signal: Arc<SearchSignal>,
}

impl Clock {
    /// A clock without a time limit.
    pub fn endless() -> Clock {
        Clock::new(TimeLimit::Infinite, Instant::now(), Arc::default())
    }

    /// A clock that started when the request was `received`.
    pub fn new(time: TimeLimit, received: Instant, signal: Arc<SearchSignal>) -> Clock {
        let (soft, hard) = match time {
            TimeLimit::Infinite => (None, None),
            TimeLimit::Exact(duration) => (None, Some(duration)),
            TimeLimit::Clock { state, overhead } => {
                let (soft, hard) = state.share(overhead);
                (Some(soft), Some(hard))
            }
        };
        Clock { started: received, soft, hard, signal }
    }

    /// Time since the request was received.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The opponent has played the expected move: the clock runs from now on. No effect if it runs already.
    pub fn ponder_hit(&self) {
        let now = self.elapsed().as_micros() as u64;
        self.signal.change(|| self.signal.run_from(now));
    }

    /// Whether the search must stop now: it was told to, or its time is over.
    pub fn expired(&self) -> bool {
        if self.signal.stopped() {
            return true;
        }
        let Some(hard) = self.hard else { return false };
        match self.signal.runs_from.load(Relaxed) {
            PONDERING => false,
            from => self.elapsed() >= hard + Duration::from_micros(from),
        }
    }

    /// Whether to begin no further iteration: the planned time, multiplied by `time_factor`, has passed.
    /// Time spent pondering counts, but while the search ponders the answer is no.
    pub fn soft_limit_reached(&self, time_factor: f64) -> bool {
        let pondering = self.signal.runs_from.load(Relaxed) == PONDERING;
        let planned = self.soft.map(|soft| soft.mul_f64(time_factor));
        !pondering && planned.is_some_and(|planned| self.elapsed() >= planned)
    }
}

impl ClockState {
    /// The planned time for one move, and the longest time that it may take.
    fn share(&self, overhead: Duration) -> (Duration, Duration) {
        /// The time is planned for at most this many moves, because the first moves of a game or time control deserve more time than the
        /// last ones.
        const EXPECTED_MOVES: u32 = 20;
        let to_go = self.moves_to_go.map(|moves| moves.max(1));
        let moves = to_go.map_or(EXPECTED_MOVES, |moves| moves.min(EXPECTED_MOVES));
        let usable = self.remaining.saturating_sub(overhead);
        let most = usable.mul_f64(if moves == 1 { 0.9 } else { 0.5 });
        let twice_its_share = to_go.map_or(most, |moves| (usable / moves + self.increment) * 2);
        let planned = usable / moves + self.increment.mul_f64(0.8);
        let hard = (planned * 3).min(twice_its_share).min(most).max(Duration::from_millis(1));
        (planned.mul_f64(0.75).min(hard), hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(20);

    fn state(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> ClockState {
        let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
        ClockState { remaining, increment, moves_to_go }
    }

    /// A search with this much time that has been pondering for some seconds.
    fn pondering(limit: Duration, seconds: u64) -> Clock {
        let received = Instant::now() - Duration::from_secs(seconds);
        let clock = Clock::new(TimeLimit::Exact(limit), received, Arc::new(SearchSignal::new(true)));
        assert!(!clock.expired());
        clock
    }

    #[test]
    fn no_share_exceeds_what_is_left() {
        for remaining in [0, 1, 19, 25, 100, 1_000, 60_000] {
            for increment in [0, 10, 5_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(0)] {
                    let (soft, hard) = state(remaining, increment, moves).share(OVERHEAD);
                    assert!(soft <= hard);
                    let usable = u128::from(remaining.saturating_sub(20));
                    assert!(hard.as_millis() <= usable.max(1), "{remaining} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn a_stop_ends_pondering_too() {
        let clock = pondering(Duration::ZERO, 0);
        clock.signal.stop();
        assert!(clock.expired());
    }

    #[test]
    fn after_a_ponder_hit_the_clock_runs() {
        let clock = pondering(Duration::ZERO, 0);
        clock.ponder_hit();
        assert!(clock.expired());
    }

    /// A clock that has been running for `elapsed` milliseconds.
    fn running(state: ClockState, elapsed: u64) -> Clock {
        let received = Instant::now() - Duration::from_millis(elapsed);
        Clock::new(TimeLimit::Clock { state, overhead: OVERHEAD }, received, Arc::default())
    }

    /// Remaining time, increment and moves to go, in milliseconds; then times at which another
    /// iteration is worth beginning, at which none is, and at which the search has ended.
    #[test]
    fn a_share_is_neither_small_nor_large() {
        for (remaining, increment, moves_to_go, plenty, enough, end) in [
            (60_000, 0, None, 1_000, 3_000, 10_000),
            (60_000, 1_000, None, 1_500, 5_000, 15_000),
            (60_000, 0, Some(40), 1_000, 2_500, 3_000),
            (300_000, 0, Some(40), 11_000, 12_000, 15_000),
            (300_000, 0, Some(20), 10_000, 20_000, 31_000),
            (60_000, 5_000, Some(40), 3_000, 8_000, 14_000),
            (60_000, 0, Some(10), 2_500, 7_000, 25_000),
            (60_000, 0, Some(2), 15_000, 29_000, 32_000),
            // All of it is for this move.
            (60_000, 0, Some(1), 30_000, 50_000, 59_000),
            (20_000, 5_000, None, 2_500, 6_000, 13_000),
        ] {
            let state = state(remaining, increment, moves_to_go);
            let what = format!("{remaining}+{increment}, {moves_to_go:?}");
            assert!(!running(state, plenty).soft_limit_reached(1.0), "{what}: too little");
            assert!(!running(state, enough).expired(), "{what}: cut short");
            assert!(running(state, enough).soft_limit_reached(1.0), "{what}: too much");
            assert!(running(state, end).expired(), "{what}: without end");
        }
    }

    #[test]
    fn time_spent_pondering_is_not_on_the_clock() {
        let clock = pondering(Duration::from_secs(30), 60);
        clock.ponder_hit();
        // Half a minute is left from here on.
        assert!(!clock.expired() && !clock.signal.stopped());
    }
}
