//! The limits of the next search, as the command `level` sets them.

use super::syntax::HubLine;
use crate::search::{Budget, Limits, Time};
use std::time::Duration;

/// Thirty years, in seconds: no search is limited by more, and no sum of times overflows.
const LONGEST: f64 = 1e9;

/// The limits of the next search.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    limits: Limits,
    /// Keep the decision back until told to stop.
    pub(super) infinite: bool,
}

impl Level {
    /// These limits and those of one more line; of two for the same thing the later counts.
    pub(super) fn with(&self, line: &HubLine) -> Result<Level, String> {
        const WHOLE: &str = "a whole number";
        let limits = &self.limits;
        Ok(Level {
            infinite: self.infinite || line.has("infinite"),
            limits: Limits {
                depth: line.number("depth", WHOLE)?.or(limits.depth),
                nodes: line.number("nodes", WHOLE)?.or(limits.nodes),
                time: time(line)?.unwrap_or(limits.time),
                distance: None,
            },
        })
    }

    /// The limits of a search that keeps some time in reserve.
    pub(super) fn limits(mut self, overhead: Duration) -> Limits {
        match &mut self.limits.time {
            Time::Clock(budget) => budget.overhead = overhead,
            Time::Exact(exact) => *exact = exact.saturating_sub(overhead / 2),
            Time::Infinite => (),
        }
        self.limits
    }
}

/// What a line says of time; a time for the move stands above the clock.
fn time(line: &HubLine) -> Result<Option<Time>, String> {
    let (exact, remaining) = (seconds(line, "move-time")?, seconds(line, "time")?);
    let increment = seconds(line, "inc")?.unwrap_or_default();
    let moves: Option<u32> = line.number("moves", "a whole number")?;
    let clock = |remaining| {
        Time::Clock(Budget {
            // The increment of Hub is there before the move, not after it.
            remaining: remaining + increment,
            increment,
            moves_to_go: moves.filter(|&moves| moves > 0),
            overhead: Duration::ZERO,
        })
    };
    Ok(exact.map(Time::Exact).or(remaining.map(clock)))
}

/// Hub counts time in seconds. Less than none is none.
fn seconds(line: &HubLine, name: &str) -> Result<Option<Duration>, String> {
    const EXPECTED: &str = "a number of seconds";
    let number: Option<f64> = line.number(name, EXPECTED)?;
    if number.is_some_and(f64::is_nan) {
        return Err(format!("level: found {name}=NaN, expected {EXPECTED}"));
    }
    let duration = |number: f64| Duration::from_secs_f64(number.clamp(0.0, LONGEST));
    Ok(number.map(duration))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(lines: &[&str]) -> Result<Level, String> {
        let add = |level: Level, line: &&str| level.with(&HubLine::parse(line)?.unwrap());
        lines.iter().try_fold(Level::default(), add)
    }

    fn limits(lines: &[&str]) -> Limits {
        level(lines).unwrap().limits(Duration::ZERO)
    }

    #[test]
    fn limits_add_up() {
        let both = limits(&["level depth=9 nodes=50", "level depth=7 move-time=1.5"]);
        assert_eq!((both.depth, both.nodes), (Some(7), Some(50)));
        assert_eq!(both.time, Time::Exact(Duration::from_millis(1500)));
        let level = level(&["level depth=3 infinite", "level what else=2"]).unwrap();
        assert!(level.infinite && level.limits.depth == Some(3));
    }

    #[test]
    fn the_increment_is_there_before_the_move() {
        let Time::Clock(budget) = limits(&["level moves=9 time=60 inc=2.5"]).time else {
            panic!("a clock was set");
        };
        assert_eq!(budget.remaining, Duration::from_millis(62_500));
        assert_eq!(budget.increment, Duration::from_millis(2_500));
        assert_eq!(budget.moves_to_go, Some(9));
        let exact = limits(&["level time=60 move-time=1"]).time;
        assert_eq!(exact, Time::Exact(Duration::from_secs(1)));
    }

    #[test]
    fn no_time_is_too_long_or_too_short() {
        let longest = Time::Exact(Duration::from_secs_f64(LONGEST));
        for (seconds, expected) in [
            ("-3", Time::Exact(Duration::ZERO)),
            ("-inf", Time::Exact(Duration::ZERO)),
            ("1e300", longest),
            ("inf", longest),
        ] {
            let line = format!("level move-time={seconds}");
            assert_eq!(limits(&[&line]).time, expected, "{seconds}");
        }
    }

    #[test]
    fn what_is_no_limit_is_told_off() {
        for line in [
            "level depth",
            "level depth=x",
            "level nodes=-1",
            "level moves=2.5 time=9",
            "level time=soon",
            "level move-time=NaN",
            "level inc=",
        ] {
            let error = level(&[line]).unwrap_err();
            let found = error.starts_with("level: found ") && error.contains("expected");
            assert!(found, "{line}: {error}");
        }
    }
}
