//! The limits of the next search, which the command `level` sets.

use super::syntax::HubLine;
use crate::protocol::server::FALLBACK_TIME;
use crate::search::{ClockState, Depth, SearchLimits, TimeLimit};
use std::time::Duration;

/// The longest time, thirty years in seconds: sums of times do not overflow.
const LONGEST: f64 = 1e9;

/// The limits of the next search, with times in seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct HubLevel {
    depth: Option<Depth>,
    nodes: Option<u64>,
    /// Time for the move; it has precedence over the clock.
    exact: Option<f64>,
    /// Time on the clock, without the increment.
    remaining: Option<f64>,
    increment: f64,
    moves_to_go: Option<u32>,
    /// No `done` before `stop`.
    pub(super) infinite: bool,
    /// Whether a line was refused.
    pub(super) has_problem: bool,
}

impl HubLevel {
    /// These limits, with those of another line added or in their place.
    pub(super) fn with(&self, line: &HubLine) -> Result<HubLevel, String> {
        const WHOLE: &str = "a whole number";
        let (exact, remaining) = (seconds(line, "move-time")?, seconds(line, "time")?);
        Ok(HubLevel {
            depth: line.number("depth", WHOLE)?.or(self.depth),
            nodes: line.number("nodes", WHOLE)?.or(self.nodes),
            exact: exact.or(self.exact.filter(|_| remaining.is_none())),
            remaining: remaining.or(self.remaining),
            increment: seconds(line, "inc")?.unwrap_or(self.increment),
            moves_to_go: line.number("moves", WHOLE)?.or(self.moves_to_go),
            infinite: self.infinite || line.has("infinite"),
            has_problem: self.has_problem,
        })
    }

    /// The limits of a search that keeps `overhead` in reserve.
    pub(super) fn limits(&self, overhead: Duration) -> SearchLimits {
        SearchLimits { depth: self.depth, nodes: self.nodes, time: self.time(overhead), mate_within: None }
    }

    fn time(&self, overhead: Duration) -> TimeLimit {
        let limited = self.infinite || self.depth.is_some() || self.nodes.is_some();
        match (self.exact, self.remaining) {
            (Some(exact), remaining) => {
                let exact = duration(exact).saturating_sub(overhead / 2);
                let most = remaining.map(|remaining| duration(remaining + self.increment).saturating_sub(overhead));
                TimeLimit::Exact(most.map_or(exact, |most| exact.min(most)))
            }
            (None, Some(remaining)) => TimeLimit::Clock {
                state: ClockState {
                    // Hub adds the increment before the move, not after it.
                    remaining: duration(remaining + self.increment),
                    increment: duration(self.increment),
                    moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
                },
                overhead,
            },
            (None, None) if self.has_problem && !limited => TimeLimit::Exact(FALLBACK_TIME),
            (None, None) => TimeLimit::Infinite,
        }
    }
}

fn seconds(line: &HubLine, name: &str) -> Result<Option<f64>, String> {
    const EXPECTED: &str = "a number of seconds";
    let number: Option<f64> = line.number(name, EXPECTED)?;
    if number.is_some_and(f64::is_nan) {
        return Err(format!("level: found {name}=NaN, expected {EXPECTED}"));
    }
    Ok(number.map(|number| number.clamp(-LONGEST, LONGEST)))
}

/// A negative time counts as none.
fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(lines: &[&str]) -> Result<HubLevel, String> {
        let add = |level: HubLevel, line: &&str| level.with(&HubLine::parse(line)?.unwrap());
        lines.iter().try_fold(HubLevel::default(), add)
    }

    fn limits(lines: &[&str]) -> SearchLimits {
        level(lines).unwrap().limits(Duration::ZERO)
    }

    #[test]
    fn limits_add_up() {
        let both = limits(&["level depth=9 nodes=50", "level depth=7 move-time=1.5"]);
        assert_eq!((both.depth, both.nodes), (Some(7), Some(50)));
        assert_eq!(both.time, TimeLimit::Exact(Duration::from_millis(1500)));
        let level = level(&["level depth=3 infinite", "level what else=2"]).unwrap();
        assert!(level.infinite && level.depth == Some(3));
        let clock = limits(&["level inc=2", "level time=3", "level moves=4"]).time;
        assert_eq!(clock, limits(&["level time=3 inc=2 moves=4"]).time);
        assert_eq!(limits(&["level move-time=1", "level time=3"]).time, limits(&["level time=3"]).time);
    }

    fn clock(line: &str) -> ClockState {
        match limits(&[line]).time {
            TimeLimit::Clock { state, .. } => state,
            other => panic!("{other:?} is no clock"),
        }
    }

    #[test]
    fn the_increment_is_added_before_the_move() {
        let state = clock("level moves=9 time=60 inc=2.5");
        assert_eq!(state.remaining, Duration::from_millis(62_500));
        assert_eq!(state.increment, Duration::from_millis(2_500));
        assert_eq!(state.moves_to_go, Some(9));
        // Some clients subtract it even if the clock shows less.
        assert_eq!(clock("level time=-1.9 inc=2").remaining.as_millis(), 100);
        let exact = |seconds| TimeLimit::Exact(Duration::from_secs(seconds));
        assert_eq!(limits(&["level time=60 move-time=1"]).time, exact(1));
        assert_eq!(limits(&["level time=2 inc=1 move-time=9"]).time, exact(3));
    }

    #[test]
    fn no_moves_to_go_are_the_whole_game() {
        assert_eq!(limits(&["level time=10 moves=0"]).time, limits(&["level time=10"]).time);
        assert_eq!(clock("level time=10 moves=0").moves_to_go, None);
        assert_eq!(clock("level time=10 moves=1").moves_to_go, Some(1));
    }

    #[test]
    fn times_are_brought_into_range() {
        let longest = TimeLimit::Exact(Duration::from_secs_f64(LONGEST));
        for (seconds, expected) in [
            ("-3", TimeLimit::Exact(Duration::ZERO)),
            ("-inf", TimeLimit::Exact(Duration::ZERO)),
            ("1e300", longest),
            ("inf", longest),
        ] {
            assert_eq!(limits(&[&format!("level move-time={seconds}")]).time, expected, "{seconds}");
        }
    }

    #[test]
    fn a_search_with_wrong_limits_ends() {
        for (line, expected) in [
            ("level moves=40", TimeLimit::Exact(FALLBACK_TIME)),
            ("level depth=5", TimeLimit::Infinite),
            ("level nodes=5", TimeLimit::Infinite),
            ("level infinite", TimeLimit::Infinite),
            ("level move-time=1", TimeLimit::Exact(Duration::from_secs(1))),
        ] {
            let level = HubLevel { has_problem: true, ..level(&[line]).unwrap() };
            assert_eq!(level.limits(Duration::ZERO).time, expected, "{line}");
        }
    }

    #[test]
    fn wrong_limits_are_errors() {
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
            assert!(error.starts_with("level: found ") && error.contains("expected"), "{line}: {error}");
        }
    }
}
