//! When to stop thinking.

use super::Depth;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The state of a player's clock, as a protocol reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Time left on the clock; may be nothing.
    pub remaining: Duration,
    /// Time gained with every move.
    pub increment: Duration,
    /// Moves until more time is added; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Time lost between the decision and the clock: keep it in reserve.
    pub overhead: Duration,
}

/// How time limits a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeLimit {
    /// Not at all.
    #[default]
    Infinite,
    /// Exactly this long.
    Exact(Duration),
    /// A share of the clock.
    Clock(Budget),
}

/// What ends a search, whichever comes first; but the first line of depth 1 is searched before, in up
/// to 10,000 positions.
#[derive(Clone, Debug, Default)]
pub struct SearchLimits {
    /// Plies to search to the full.
    pub depth: Option<Depth>,
    /// Positions to visit; met exactly by a single thread, if they are enough for that line.
    pub nodes: Option<u64>,
    /// A win or loss within this many plies has been proved.
    pub mate_within: Option<u32>,
    /// Time.
    pub time: TimeLimit,
}

/// The search was told to stop, or met a limit: the result of the current node is worthless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The clock does not run yet.
const PONDERING: u64 = u64::MAX;

/// What others tell a running search.
#[derive(Debug, Default)]
pub struct SearchSignal {
    stop: AtomicBool,
    /// Since when the clock runs, in microseconds from the beginning of the search, or [`NEVER`]
    /// while it is pondering.
    runs_from: AtomicU64,
    /// Wakes those who wait for a change.
    changed: (Mutex<()>, Condvar),
}

impl SearchSignal {
    /// A signal for a search that begins; when `pondering`, no clock runs yet.
    pub fn new(pondering: bool) -> SearchSignal {
        SearchSignal {
            runs_from: AtomicU64::new(if pondering { PONDERING } else { 0 }),
            ..SearchSignal::default()
        }
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.change(|| {
            self.stop.store(true, Relaxed);
            self.run_from(0);
        });
    }

    /// Whether the search shall end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Returns once the search shall end.
    pub fn wait_for_stop(&self) {
        self.wait_while(|| !self.stopped());
    }

    /// Returns once the clock runs, or the search shall end.
    pub fn wait_while_pondering(&self) {
        self.wait_while(|| self.runs_from.load(Relaxed) == PONDERING);
    }

    /// Lets the clock run, unless it does already.
    fn run_from(&self, microseconds: u64) {
        let _ = (self.runs_from).compare_exchange(PONDERING, microseconds, Relaxed, Relaxed);
    }

    fn change(&self, change: impl FnOnce()) {
        let (lock, wake) = &self.changed;
        let _guard = lock.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        wake.notify_all();
    }

    fn wait_while(&self, condition: impl Fn() -> bool) {
        let (lock, wake) = &self.changed;
        let guard = lock.lock().unwrap_or_else(PoisonError::into_inner);
        let _guard = wake.wait_while(guard, |()| condition());
    }
}

/// Watches the time of one search.
#[derive(Clone, Debug)]
pub struct Clock {
    started: Instant,
    /// No new iteration after this.
    soft: Option<Duration>,
    /// Not a moment longer.
    hard: Option<Duration>,
    signal: Arc<SearchSignal>,
}

impl Clock {
    /// A clock that never ends a search.
    pub fn endless() -> Clock {
        Clock::new(TimeLimit::Infinite, Instant::now(), Arc::default())
    }

    /// A clock that started when the command was `received`.
    pub fn new(time: TimeLimit, received: Instant, signal: Arc<SearchSignal>) -> Clock {
        let (soft, hard) = match time {
            TimeLimit::Infinite => (None, None),
            TimeLimit::Exact(duration) => (None, Some(duration)),
            TimeLimit::Clock(budget) => {
                let (soft, hard) = budget.share();
                (Some(soft), Some(hard))
            }
        };
        Clock {
            started: received,
            soft,
            hard,
            signal,
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The opponent has played the expected move: from now on the clock runs. Where it ran already
    /// there is nothing to gain.
    pub fn ponder_hit(&self) {
        let now = self.elapsed().as_micros() as u64;
        self.signal.change(|| self.signal.run_from(now));
    }

    /// Whether the search must end at once.
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

    /// Whether another iteration is not worth beginning. `urgency` scales the planned time: less
    /// than 1 for an easy decision, more for a hard one. Time spent pondering counts.
    pub fn soft_limit_reached(&self, urgency: f64) -> bool {
        let pondering = self.signal.runs_from.load(Relaxed) == PONDERING;
        let planned = self.soft.map(|soft| soft.mul_f64(urgency));
        !pondering && planned.is_some_and(|planned| self.elapsed() >= planned)
    }
}

impl Budget {
    /// The time to plan for one move, and the most that it may take.
    fn share(&self) -> (Duration, Duration) {
        const EXPECTED_MOVES: u32 = 25;
        let moves = self.moves_to_go.unwrap_or(EXPECTED_MOVES);
        let moves = moves.clamp(1, EXPECTED_MOVES);
        let usable = self.remaining.saturating_sub(self.overhead);
        let most = match moves {
            1 => usable.mul_f64(0.9),
            _ => usable.mul_f64(0.5),
        };
        let planned = usable / moves + self.increment.mul_f64(0.8);
        let least = Duration::from_millis(1);
        let hard = (planned * 3).min(most).max(least);
        (planned.mul_f64(0.7).min(hard), hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> (u128, u128) {
        let budget = Budget {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
            overhead: Duration::from_millis(20),
        };
        let (soft, hard) = budget.share();
        (soft.as_millis(), hard.as_millis())
    }

    #[test]
    fn no_share_exceeds_what_is_left() {
        for remaining in [0, 1, 19, 25, 100, 1_000, 60_000] {
            for increment in [0, 10, 5_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(0)] {
                    let (soft, hard) = share(remaining, increment, moves);
                    assert!(soft <= hard);
                    let usable = u128::from(remaining.saturating_sub(20));
                    assert!(hard <= usable.max(1), "{remaining} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn a_stop_ends_pondering_too() {
        let signal = Arc::new(SearchSignal::new(true));
        let time = TimeLimit::Exact(Duration::ZERO);
        let clock = Clock::new(time, Instant::now(), Arc::clone(&signal));
        assert!(!clock.expired());
        signal.stop();
        assert!(clock.expired());
    }

    #[test]
    fn after_a_ponder_hit_the_clock_runs() {
        let signal = Arc::new(SearchSignal::new(true));
        let time = TimeLimit::Exact(Duration::ZERO);
        let clock = Clock::new(time, Instant::now(), Arc::clone(&signal));
        clock.ponder_hit();
        assert!(clock.expired());
    }

    /// A clock that has run for `elapsed` milliseconds.
    fn running(budget: Budget, elapsed: u64) -> Clock {
        let received = Instant::now() - Duration::from_millis(elapsed);
        Clock::new(TimeLimit::Clock(budget), received, Arc::default())
    }

    /// Remaining time, increment and moves to go, in milliseconds; then times at which another
    /// iteration is worth beginning, at which none is, and at which the search has ended.
    #[test]
    fn a_share_is_neither_small_nor_large() {
        for (remaining, increment, moves_to_go, plenty, enough, end) in [
            (60_000, 0, None, 1_000, 3_000, 10_000),
            (60_000, 1_000, None, 1_500, 5_000, 15_000),
            (60_000, 0, Some(40), 1_000, 3_000, 10_000),
            (60_000, 0, Some(10), 2_500, 7_000, 25_000),
            (60_000, 0, Some(2), 15_000, 29_000, 32_000),
            // All of it is for this move.
            (60_000, 0, Some(1), 30_000, 50_000, 59_000),
            (20_000, 5_000, None, 2_500, 6_000, 13_000),
        ] {
            let budget = Budget {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
                moves_to_go,
                overhead: Duration::from_millis(20),
            };
            let what = format!("{remaining}+{increment}, {moves_to_go:?}");
            assert!(
                !running(budget, plenty).soft_limit_reached(1.0),
                "{what}: too little"
            );
            assert!(!running(budget, enough).expired(), "{what}: cut short");
            assert!(
                running(budget, enough).soft_limit_reached(1.0),
                "{what}: too much"
            );
            assert!(running(budget, end).expired(), "{what}: without end");
        }
    }

    #[test]
    fn time_spent_pondering_is_not_on_the_clock() {
        let signal = Arc::new(SearchSignal::new(true));
        let long_ago = Instant::now() - Duration::from_secs(60);
        let time = TimeLimit::Exact(Duration::from_secs(30));
        let clock = Clock::new(time, long_ago, Arc::clone(&signal));
        assert!(!clock.expired());
        clock.ponder_hit();
        // Half a minute is left from here on.
        assert!(!clock.expired() && !signal.stopped());
    }
}
