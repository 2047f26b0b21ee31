//! Clocks in the comments of records: `[%clk 0:09:57.3]`, as other programs write them.

use crate::conditions::time_control::parse_seconds;
use crate::notation::command::command_value;
use crate::notation::record::GameRecord;
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
        SavedClocks { moves: record.moves.iter().map(|mv| read(&mv.comment)).collect(), running: read(&record.closing) }
    }
}

/// A clock as a command in a comment, down to tenths of a second.
pub fn clock_comment(time: Duration) -> String {
    let (seconds, tenths) = (time.as_secs(), time.subsec_millis() / 100);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("[%{CLOCK} {hours}:{minutes:02}:{:02}.{tenths}]", seconds % 60)
}

/// Reads `0:09:57.3`, hours, minutes and seconds; hours may be missing.
fn parse_clock(text: &str) -> Option<Duration> {
    let mut parts = text.trim().rsplit(':');
    let mut time = parse_seconds(parts.next()?)?;
    for unit in [60, 3600] {
        let number: u32 = parts.next().unwrap_or("0").parse().ok()?;
        time = Duration::from_secs(unit).checked_mul(number)?.checked_add(time)?;
    }
    parts.next().is_none().then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::record::RecordedMove;

    #[test]
    fn clocks_read_back() {
        for (millis, text) in [(597_300, "[%clk 0:09:57.3]"), (0, "[%clk 0:00:00.0]"), (7_325_900, "[%clk 2:02:05.9]")]
        {
            let time = Duration::from_millis(millis);
            assert_eq!(clock_comment(time), text);
            assert_eq!(command_value(text, CLOCK).and_then(parse_clock), Some(time));
        }
        assert_eq!(parse_clock("1:30"), Some(Duration::from_secs(90)));
        for wrong in ["", "x", "1:2:3:4", "-1:00", "1:x", "99999999999:00:00"] {
            assert_eq!(parse_clock(wrong), None, "{wrong}");
        }
    }

    /// A clock at zero is a clock; only a comment without a clock that can be read has none.
    #[test]
    fn every_move_has_its_own_clock() {
        let minute = Some(Duration::from_secs(60));
        let zero = Some(Duration::ZERO);
        let comments = [
            ("[%clk 0:01:00]", minute),
            ("", None),
            ("a plan", None),
            ("[%clk 0:00:00]", zero),
            ("[%eval 0.3] [%clk 0:01:00.0] a plan", minute),
            ("[%clk 0:00:00.0] [%clk 0:01:00]", zero),
            ("[%clk soon]", None),
            ("[%clock 0:01:00]", None),
            ("[%clk 0:01:00]", minute),
        ];
        let moves =
            comments.map(|(comment, _)| RecordedMove { comment: comment.to_owned(), ..RecordedMove::new("e4") });
        let mut record = GameRecord { moves: moves.to_vec(), ..GameRecord::default() };
        for (closing, running) in comments {
            record.closing = closing.to_owned();
            let clocks = SavedClocks::of_record(&record);
            assert_eq!(clocks.moves, comments.map(|(_, clock)| clock));
            assert_eq!(clocks.running, running, "{closing}");
        }
    }
}
