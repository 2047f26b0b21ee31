//! Time controls and game clocks.

use crate::notation::excerpt;
use crate::protocol::client::MoveLimits;
use crate::search::ClockState;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::time::Duration;

/// The limits of an engine's searches in a game. By default there are none.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TimeControl {
    /// The clock.
    pub clock: Option<ClockPeriod>,
    /// Fixed time per move.
    pub move_time: Option<Duration>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes per move.
    pub nodes: Option<u64>,
}

/// One period of a clock.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClockPeriod {
    /// The number of moves after which the time is added again; `None`: the time is for the whole game.
    pub moves: Option<u32>,
    /// The time.
    pub time: Duration,
    /// The increment after every move.
    pub increment: Duration,
}

impl FromStr for ClockPeriod {
    type Err = String;

    /// Reads `40/60+0.6`, `10+0.1`, `1:30`: moves, seconds or minutes and seconds, increment.
    fn from_str(text: &str) -> Result<ClockPeriod, String> {
        let wrong = || {
            let found = excerpt(text);
            format!("found '{found}', expected a time control such as 40/60+0.6, 10+0.1 or 1:30")
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(wrong)?), rest),
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = time.split_once(':').unwrap_or(("0", time));
        let minutes: u32 = minutes.parse().map_err(|_| wrong())?;
        let seconds = parse_seconds(seconds).ok_or_else(wrong)?;
        Ok(ClockPeriod {
            moves,
            time: seconds + Duration::from_secs(60) * minutes,
            increment: parse_seconds(increment).ok_or_else(wrong)?,
        })
    }
}

/// Reads a number of seconds from 0 to 1,000,000,000.
pub fn parse_seconds(text: &str) -> Option<Duration> {
    const MAX: Duration = Duration::from_secs(1_000_000_000);
    let seconds = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
    (seconds <= MAX).then_some(seconds)
}

/// The format of the PGN tag `TimeControl`.
impl Display for TimeControl {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let Some(period) = self.clock else {
            return match self.move_time {
                Some(time) => write!(formatter, "{}/move", time.as_secs_f64()),
                None => formatter.write_str("-"),
            };
        };
        if let Some(moves) = period.moves {
            write!(formatter, "{moves}/")?;
        }
        write!(formatter, "{}", period.time.as_secs_f64())?;
        if !period.increment.is_zero() {
            write!(formatter, "+{}", period.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The clock of one side in one game.
#[derive(Clone, Debug)]
pub struct GameClock {
    time_control: TimeControl,
    remaining: Duration,
    /// The time that the side has used beyond what its clock showed. It is subtracted from its next increments.
    debt: Duration,
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// The clock before the first move.
    pub fn new(control: TimeControl) -> GameClock {
        GameClock {
            time_control: control,
            remaining: control.clock.map_or(Duration::ZERO, |period| period.time),
            debt: Duration::ZERO,
            moves_to_go: control.clock.and_then(|period| period.moves),
        }
    }

    /// The time that it shows; `None` without a clock.
    pub fn state(&self) -> Option<ClockState> {
        let period = self.time_control.clock?;
        Some(ClockState { remaining: self.remaining, increment: period.increment, moves_to_go: self.moves_to_go })
    }

    /// The limits of the next search; `other` is the opponent's clock, `first_moves` whether this side has the first
    /// move of the game.
    pub fn limits(&self, other: &GameClock, first_moves: bool) -> MoveLimits {
        MoveLimits {
            clocks: self.state().map(|own| [own, other.state().unwrap_or_default()]),
            first_moves,
            move_time: self.time_control.move_time,
            depth: self.time_control.depth,
            nodes: self.time_control.nodes,
        }
    }

    /// How long the next move may take: the shorter of the time for a move and what the clock shows; `None` without a time limit.
    pub fn time_limit(&self) -> Option<Duration> {
        let remaining = self.time_control.clock.map(|_| self.remaining);
        remaining.into_iter().chain(self.time_control.move_time).min()
    }

    /// By how much the time is exceeded after a move that took `used`, with what was exceeded before, rounded down to whole
    /// milliseconds: the protocols know nothing smaller.
    pub fn overtime(&self, used: Duration) -> Duration {
        let over = self.time_limit().map(|limit| used.saturating_add(self.debt).saturating_sub(limit));
        Duration::from_millis(over.unwrap_or_default().as_millis() as u64)
    }

    /// Sets the clock to what it showed after this many moves. Without a clock nothing happens.
    pub fn restore(&mut self, remaining: Duration, moves: u32) {
        let Some(period) = self.time_control.clock else { return };
        (self.remaining, self.debt) = (remaining, Duration::ZERO);
        self.moves_to_go = period.moves.map(|length| length - moves % length);
    }

    /// Updates the clock after a move that took `used`.
    pub fn press(&mut self, used: Duration) {
        let Some(period) = self.time_control.clock else { return };
        let mut available = self.remaining + period.increment;
        self.moves_to_go = match self.moves_to_go {
            Some(1) => {
                available += period.time;
                period.moves
            }
            moves => moves.map(|moves| moves - 1),
        };
        let spent = used.saturating_add(self.debt);
        (self.remaining, self.debt) = (available.saturating_sub(spent), spent.saturating_sub(available));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> GameClock {
        GameClock::new(TimeControl { clock: Some(text.parse().unwrap()), ..TimeControl::default() })
    }

    fn milliseconds(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn shown(clock: &GameClock) -> (u128, Option<u32>) {
        let state = clock.state().unwrap();
        (state.remaining.as_millis(), state.moves_to_go)
    }

    #[test]
    fn an_increment_comes_after_the_move() {
        let mut clock = clock("10+0.5");
        assert_eq!(shown(&clock), (10_000, None));
        assert_eq!(clock.time_limit(), Some(milliseconds(10_000)));
        clock.press(milliseconds(2_000));
        assert_eq!(shown(&clock), (8_500, None));
        // It exceeds its time by as much as the increment.
        clock.press(milliseconds(9_000));
        assert_eq!(shown(&clock), (0, None));
    }

    #[test]
    fn the_shorter_of_two_limits_counts() {
        let mut clock = clock("2");
        clock.time_control.move_time = Some(milliseconds(1_500));
        assert_eq!(clock.time_limit(), Some(milliseconds(1_500)));
        assert_eq!(clock.overtime(milliseconds(1_600)), milliseconds(100));
        clock.press(milliseconds(1_000));
        assert_eq!(clock.time_limit(), Some(milliseconds(1_000)));
    }

    /// The rest of a period is carried over into the next one.
    #[test]
    fn a_period_adds_its_time() {
        let mut clock = clock("2/10+1");
        assert_eq!(shown(&clock), (10_000, Some(2)));
        clock.press(milliseconds(3_000));
        assert_eq!(shown(&clock), (8_000, Some(1)));
        clock.press(milliseconds(1_000));
        assert_eq!(shown(&clock), (18_000, Some(2)));
        clock.press(milliseconds(18_000));
        clock.press(milliseconds(2_000));
        assert_eq!(shown(&clock), (10_000, Some(2)));
    }

    /// What is forgiven once is not given again with every move.
    #[test]
    fn exceeded_time_is_paid_for_later() {
        let mut clock = clock("2/1+0.1");
        clock.press(milliseconds(1_400));
        assert_eq!(shown(&clock), (0, Some(1)));
        assert_eq!(clock.overtime(milliseconds(150)), milliseconds(450));
        // Of the 1.1 s that it gets now, it owes 0.45 s.
        clock.press(milliseconds(150));
        assert_eq!(shown(&clock), (650, Some(2)));
        assert_eq!(clock.overtime(milliseconds(650)), Duration::ZERO);
    }

    #[test]
    fn a_clock_is_restored() {
        let mut pressed = clock("2/10+1");
        for moves in 0..5 {
            let mut restored = clock("2/10+1");
            restored.restore(pressed.state().unwrap().remaining, moves);
            assert_eq!(shown(&restored), shown(&pressed), "{moves}");
            pressed.press(milliseconds(100));
        }
    }

    /// On a clock and with a fixed time per move.
    #[test]
    fn overtime_is_in_whole_milliseconds() {
        let fixed = GameClock::new(TimeControl { move_time: Some(milliseconds(100)), ..TimeControl::default() });
        for clock in [clock("0.1"), fixed] {
            for (used, over) in [(0, 0), (99_999, 0), (100_999, 0), (101_000, 1), (350_500, 250)] {
                let used = Duration::from_micros(used);
                assert_eq!(clock.overtime(used), milliseconds(over), "{used:?}");
            }
        }
        let unlimited = GameClock::new(TimeControl::default());
        assert_eq!(unlimited.overtime(Duration::from_secs(9)), Duration::ZERO);
    }

    #[test]
    fn the_own_clock_comes_first() {
        let (mut own, other) = (clock("40/10"), clock("5+1"));
        own.press(milliseconds(1_000));
        for first_moves in [true, false] {
            let limits = own.limits(&other, first_moves);
            assert_eq!(limits.clocks, own.state().zip(other.state()).map(Into::into));
            assert_eq!(limits.first_moves, first_moves);
        }
        let depth = GameClock::new(TimeControl { depth: Some(3), ..TimeControl::default() });
        assert_eq!(depth.limits(&own, true).clocks, None);
        let one_sided = own.limits(&depth, true).clocks;
        assert_eq!(one_sided, Some([own.state().unwrap(), ClockState::default()]));
    }
}
