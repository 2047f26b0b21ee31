//! Time controls, and the clocks of a game.

use crate::notation::excerpt;
use crate::protocol::client::{Allowance, ClockFace};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::time::Duration;

/// How long an engine may think.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Control {
    /// A clock, if there is one.
    pub clock: Option<Period>,
    /// Time for every move, exactly.
    pub move_time: Option<Duration>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
}

/// Time for some moves, or for all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Period {
    /// For so many moves, and then again; `None`: for all.
    pub moves: Option<u32>,
    /// The time.
    pub time: Duration,
    /// Time gained with every move.
    pub increment: Duration,
}

impl FromStr for Period {
    type Err = String;

    /// Reads `40/60+0.6`, `10+0.1`, `1:30`: moves, seconds or minutes and seconds, increment.
    fn from_str(text: &str) -> Result<Period, String> {
        let wrong = || {
            let found = excerpt(text);
            format!("found '{found}', expected a time control such as 40/60+0.6, 10+0.1 or 1:30")
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => match moves.parse() {
                Ok(0) | Err(_) => return Err(wrong()),
                Ok(moves) => (Some(moves), rest),
            },
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = time.split_once(':').unwrap_or(("0", time));
        let minutes: u32 = minutes.parse().map_err(|_| wrong())?;
        let seconds = read_seconds(seconds).ok_or_else(wrong)?;
        Ok(Period {
            moves,
            time: seconds + Duration::from_secs(60) * minutes,
            increment: read_seconds(increment).ok_or_else(wrong)?,
        })
    }
}

/// A number of seconds that is not negative, and of no more than thirty years.
pub fn read_seconds(text: &str) -> Option<Duration> {
    const MOST: Duration = Duration::from_secs(1_000_000_000);
    let seconds = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
    (seconds <= MOST).then_some(seconds)
}

/// As the tag `TimeControl` of PGN writes it.
impl Display for Control {
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
        match period.increment.is_zero() {
            true => Ok(()),
            false => write!(formatter, "+{}", period.increment.as_secs_f64()),
        }
    }
}

/// The clock of one side in one game.
#[derive(Clone, Debug)]
pub struct GameClock {
    control: Control,
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// A clock before the first move.
    pub fn new(control: Control) -> GameClock {
        GameClock {
            control,
            remaining: control.clock.map_or(Duration::ZERO, |period| period.time),
            moves_to_go: control.clock.and_then(|period| period.moves),
        }
    }

    /// What it shows.
    pub fn face(&self) -> Option<ClockFace> {
        let period = self.control.clock?;
        Some(ClockFace {
            remaining: self.remaining,
            increment: period.increment,
            moves_to_go: self.moves_to_go,
        })
    }

    /// What limits the next move; `other` is the opponent's clock.
    pub fn allowance(&self, other: &GameClock, first_moves: bool) -> Allowance {
        Allowance {
            clocks: self
                .face()
                .map(|own| [own, other.face().unwrap_or_default()]),
            first_moves,
            move_time: self.control.move_time,
            depth: self.control.depth,
            nodes: self.control.nodes,
        }
    }

    /// How long the next move may take; `None`: as long as it will.
    pub fn limit(&self) -> Option<Duration> {
        match self.control.clock {
            Some(_) => Some(self.remaining),
            None => self.control.move_time,
        }
    }

    /// A move was made in `used` time.
    pub fn press(&mut self, used: Duration) {
        let Some(period) = self.control.clock else {
            return;
        };
        self.remaining = self.remaining.saturating_sub(used) + period.increment;
        self.moves_to_go = match self.moves_to_go {
            Some(1) => {
                self.remaining += period.time;
                period.moves
            }
            moves => moves.map(|moves| moves - 1),
        };
    }
}
