//! Clocks in the comments of records: `[%clk 0:09:57.3]`, as other programs write them.

use crate::notation::command::command_value;
use crate::notation::record::GameRecord;
use crate::tournament::time_control::parse_seconds;
use std::time::Duration;

/// The command of comments.
const CLOCK: &str = "clk";

/// What the clocks of a record showed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedClocks {
    /// The clock of the mover after each move.
    pub moves: Vec<Option<Duration>>,
    /// The clock of the side to move when the record was written.
    pub running: Option<Duration>,
}

impl SavedClocks {
    /// The clocks of a record.
    pub fn of_record(record: &GameRecord) -> SavedClocks {
        let read = |comment: &str| command_value(comment, CLOCK).and_then(parse_clock);
        SavedClocks {
            moves: record.moves.iter().map(|mv| read(&mv.comment)).collect(),
            running: read(&record.closing),
        }
    }

    /// Forgets all clocks.
    pub fn clear(&mut self) {
        *self = SavedClocks::default();
    }
}

/// A clock as a command in a comment, down to tenths of a second.
pub fn clock_comment(time: Duration) -> String {
    let (seconds, tenths) = (time.as_secs(), time.subsec_millis() / 100);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!(
        "[%{CLOCK} {hours}:{minutes:02}:{:02}.{tenths}]",
        seconds % 60
    )
}

/// Reads `0:09:57.3`, hours, minutes and seconds; hours may be missing.
fn parse_clock(text: &str) -> Option<Duration> {
    let mut parts = text.trim().rsplit(':');
    let mut time = parse_seconds(parts.next()?)?;
    for unit in [60, 3600] {
        let number: u32 = parts.next().unwrap_or("0").parse().ok()?;
        time = Duration::from_secs(unit)
            .checked_mul(number)?
            .checked_add(time)?;
    }
    parts.next().is_none().then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_read_back() {
        for (millis, text) in [
            (597_300, "[%clk 0:09:57.3]"),
            (0, "[%clk 0:00:00.0]"),
            (7_325_900, "[%clk 2:02:05.9]"),
        ] {
            let time = Duration::from_millis(millis);
            assert_eq!(clock_comment(time), text);
            let read = command_value(text, CLOCK).and_then(parse_clock);
            assert_eq!(read, Some(time));
        }
        assert_eq!(parse_clock("1:30"), Some(Duration::from_secs(90)));
        for wrong in ["", "x", "1:2:3:4", "-1:00", "1:x", "99999999999:00:00"] {
            assert_eq!(parse_clock(wrong), None, "{wrong}");
        }
    }
}
