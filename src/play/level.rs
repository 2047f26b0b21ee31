//! How long a machine thinks.

use crate::notation::excerpt;
use crate::search::{SearchLimits, StrengthLimit};
use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// How long a machine thinks about a move, or how well it plays. As text: `level=4`, `elo=1000`, `movetime=2000` (milliseconds),
/// `nodes=100000`, `clock`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// To a depth in plies, from 1 to [`Level::MAX_DEPTH`].
    Depth(u8),
    /// As well as a [`StrengthLimit`] of this rating allows.
    Rating(u16),
    /// For a time.
    Time(Duration),
    /// For a number of positions.
    Nodes(u64),
    /// As the clock of the game allows.
    Clock,
}

impl Level {
    /// The highest level by depth.
    pub const MAX_DEPTH: u8 = 10;

    /// The depth of a machine if nothing is said.
    pub const USUAL_DEPTH: u8 = 4;

    /// The level with this number.
    ///
    /// # Errors
    /// It is not from 1 to 10.
    pub fn numbered(text: &str) -> Result<Level, String> {
        number_within("level", text, 1..=Level::MAX_DEPTH.into()).map(|depth| Level::Depth(depth as u8))
    }

    /// The level of this rating.
    ///
    /// # Errors
    /// It is not from 800 to 2400.
    pub fn rated(text: &str) -> Result<Level, String> {
        let ratings = StrengthLimit::MIN_ELO..=StrengthLimit::MAX_ELO;
        number_within("rating", text, ratings).map(|rating| Level::Rating(rating as u16))
    }

    /// The limit of a level by rating.
    pub fn strength_limit(self) -> Option<StrengthLimit> {
        if let Level::Rating(rating) = self { Some(StrengthLimit::from_elo(rating.into())) } else { None }
    }

    /// The depth in plies, if it is a level by depth.
    pub fn depth(self) -> Option<u8> {
        if let Level::Depth(depth) = self { Some(depth) } else { None }
    }

    /// The limits of a search without a clock.
    pub fn limits(self) -> SearchLimits {
        let mut limits = SearchLimits::default();
        match self {
            Level::Depth(depth) => limits.depth = Some(depth.into()),
            Level::Time(time) => limits.time = crate::search::TimeLimit::Exact(time),
            Level::Nodes(nodes) => limits.nodes = Some(nodes),
            Level::Rating(_) | Level::Clock => {}
        }
        limits
    }
}

/// Reads a number within a range.
///
/// # Errors
/// The text is not a number within the range. The message names `what` was expected.
pub fn number_within(what: &str, text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (found, least, most) = (excerpt(text), range.start(), range.end());
        format!("found {what} '{found}', expected a number from {least} to {most}")
    })
}

impl Default for Level {
    fn default() -> Level {
        Level::Depth(Level::USUAL_DEPTH)
    }
}

impl Display for Level {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        match self {
            Level::Depth(depth) => write!(formatter, "level={depth}"),
            Level::Rating(rating) => write!(formatter, "elo={rating}"),
            Level::Time(time) => write!(formatter, "movetime={}", time.as_millis()),
            Level::Nodes(nodes) => write!(formatter, "nodes={nodes}"),
            Level::Clock => formatter.write_str("clock"),
        }
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        let wrong = || {
            let found = excerpt(text);
            format!(
                "found '{found}', expected level=1..10, elo=800..2400, movetime=MILLISECONDS, nodes=NUMBER or clock"
            )
        };
        let positive = |value: &str| value.parse().ok().filter(|&number: &u64| number > 0);
        match text.split_once('=').unwrap_or((text, "")) {
            ("level", number) => Level::numbered(number),
            ("elo", rating) => Level::rated(rating),
            ("movetime", value) => {
                let time = positive(value).filter(|&millis| millis <= 1_000_000_000).map(Duration::from_millis);
                time.map(Level::Time).ok_or_else(wrong)
            }
            ("nodes", value) => positive(value).map(Level::Nodes).ok_or_else(wrong),
            ("clock", "") => Ok(Level::Clock),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_lead_back() {
        for text in ["level=1", "level=10", "elo=800", "elo=2400", "movetime=250", "nodes=5000", "clock"] {
            let level: Level = text.parse().unwrap();
            assert_eq!(level.to_string(), text);
        }
        for text in
            ["level=0", "level=11", "level=x", "elo=799", "elo=2401", "elo=", "movetime=0", "nodes=-1", "clock=3", ""]
        {
            let error = text.parse::<Level>().unwrap_err();
            assert!(error.contains("expected"), "{text}: {error}");
        }
    }

    #[test]
    fn a_level_is_one_limit_of_a_search() {
        use crate::search::TimeLimit::{Exact, Infinite};
        let depths = (1..=Level::MAX_DEPTH).map(|depth| (Level::Depth(depth), Some(depth.into()), None, Infinite));
        let time = Duration::from_millis(250);
        let others = [
            (Level::Time(time), None, None, Exact(time)),
            (Level::Nodes(5000), None, Some(5000), Infinite),
            (Level::Clock, None, None, Infinite),
            (Level::Rating(800), None, None, Infinite),
        ];
        for (level, depth, nodes, time) in depths.chain(others) {
            let limits = level.limits();
            assert_eq!((limits.depth, limits.nodes, limits.time), (depth, nodes, time), "{level}");
            assert_eq!(limits.mate_within, None, "{level}");
        }
    }
}
