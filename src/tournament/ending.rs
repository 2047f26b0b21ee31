//! How a game of a match has ended, and how its record says so.

use crate::game::Side;
use crate::notation::record::{GameRecord, RecordedMove};
use std::time::Duration;

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The moves, as short as possible, with what the engines thought of them.
    pub moves: Vec<RecordedMove>,
    /// Who won.
    pub winner: Option<Side>,
    /// Why it ended.
    pub ending: Ending,
    /// The same for people: `White wins: checkmate`, `Draw by threefold repetition`.
    pub reason: String,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the game.
    Normal,
    /// The engines agreed on the result, endgame tables know it, or the game became too long.
    Adjudication,
    /// The loser overstepped its time, by so much.
    Time(Duration),
    /// The loser played a move that the rules forbid: what, and why.
    Illegal(String),
    /// The loser did not answer any more.
    Stalled,
    /// The loser ended.
    Crashed,
    /// The loser cannot take part at all, and why: the game does not count.
    Unfit(String),
    /// The user does not want to wait for the end: the game does not count.
    Interrupted,
}

impl Ending {
    /// As the tag `Termination` of PGN says it.
    pub fn termination(&self) -> &'static str {
        match self {
            Ending::Normal => "normal",
            Ending::Adjudication => "adjudication",
            Ending::Time(_) => "time forfeit",
            Ending::Illegal(_) => "illegal move",
            Ending::Stalled => "stalled",
            Ending::Crashed => "crashed",
            Ending::Unfit(_) | Ending::Interrupted => "unterminated",
        }
    }

    /// The ending that such a tag tells of, without what it does not tell.
    fn of_termination(tag: &str) -> Option<Ending> {
        let endings = [
            Ending::Normal,
            Ending::Adjudication,
            Ending::Time(Duration::ZERO),
            Ending::Illegal(String::new()),
            Ending::Stalled,
            Ending::Crashed,
        ];
        endings.into_iter().find(|it| it.termination() == tag)
    }

    /// Whether the engine that lost may be in a state that the next game cannot begin from.
    pub fn needs_restart(&self) -> bool {
        !matches!(
            self,
            Ending::Normal | Ending::Adjudication | Ending::Interrupted
        )
    }

    /// The reason in words; `white` is the side that records call White. Where no engine is to
    /// blame, `why` is what the rules or the adjudicator say.
    pub fn reason(&self, winner: Option<Side>, white: Side, why: &str) -> String {
        let colour = |side: Side| if side == white { "White" } else { "Black" };
        let won = winner.map(|winner| (colour(winner), colour(!winner)));
        match (self, won) {
            (Ending::Normal, Some((winner, _))) => format!("{winner} wins: {why}"),
            (Ending::Adjudication, Some((winner, _))) => {
                format!("{winner} wins by adjudication: {why}")
            }
            (Ending::Adjudication, None) => format!("Draw by adjudication: {why}"),
            (Ending::Time(_), Some((_, loser))) => format!("{loser} loses on time"),
            (Ending::Illegal(_), Some((_, loser))) => format!("{loser} makes an illegal move"),
            (Ending::Stalled, Some((_, loser))) => format!("{loser}'s connection stalls"),
            (Ending::Crashed, Some((_, loser))) => format!("{loser} disconnects"),
            (Ending::Unfit(_) | Ending::Interrupted, _) => "unterminated".to_owned(),
            (_, None) => format!("Draw by {why}"),
        }
    }
}

impl Finished {
    /// Writes the moves and the reason into a record: behind what is said of the last move.
    pub fn write(&self, record: &mut GameRecord) {
        record.moves.clone_from(&self.moves);
        record.set_tag("Termination", self.ending.termination());
        let comment = match record.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut record.preface,
        };
        if !comment.is_empty() {
            comment.push_str(", ");
        }
        comment.push_str(&self.reason);
    }

    /// The game of a record that `winner` won. What ended it is taken from the tag where no comment
    /// tells more.
    pub fn read(record: &GameRecord, winner: Option<Side>) -> Finished {
        let termination = record.tag("Termination").unwrap_or_default();
        let last = record.moves.last();
        let comment = last.map_or(&record.preface, |last| &last.comment);
        let reason = comment.rsplit(", ").next().unwrap_or_default();
        let begins = |word: &&str| reason.starts_with(word);
        let told = ["White", "Black", "Draw by "].iter().any(begins);
        Finished {
            moves: record.moves.clone(),
            winner,
            ending: Ending::of_termination(termination).unwrap_or(Ending::Normal),
            reason: (if told { reason } else { termination }).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::reader::RecordReader;

    /// By the sides that White has in chess and in draughts: who wins, how, why; and in words.
    #[test]
    fn reasons_name_the_right_colour() {
        let (first, second) = (Some(Side::First), Some(Side::Second));
        for (winner, ending, why, in_chess, in_draughts) in [
            (first, Ending::Normal, "x", "White wins: x", "Black wins: x"),
            (
                second,
                Ending::Normal,
                "x",
                "Black wins: x",
                "White wins: x",
            ),
            (None, Ending::Normal, "x", "Draw by x", "Draw by x"),
            (
                first,
                Ending::Adjudication,
                "resignation",
                "White wins by adjudication: resignation",
                "Black wins by adjudication: resignation",
            ),
            (
                None,
                Ending::Adjudication,
                "x",
                "Draw by adjudication: x",
                "Draw by adjudication: x",
            ),
            (
                first,
                Ending::Time(Duration::ZERO),
                "",
                "Black loses on time",
                "White loses on time",
            ),
            (
                first,
                Ending::Illegal("e2e5".to_owned()),
                "",
                "Black makes an illegal move",
                "White makes an illegal move",
            ),
            (
                second,
                Ending::Stalled,
                "",
                "White's connection stalls",
                "Black's connection stalls",
            ),
            (
                second,
                Ending::Crashed,
                "",
                "White disconnects",
                "Black disconnects",
            ),
        ] {
            assert_eq!(ending.reason(winner, Side::First, why), in_chess);
            assert_eq!(ending.reason(winner, Side::Second, why), in_draughts);
        }
    }

    /// A record as it is written and read again.
    fn again(record: &GameRecord) -> GameRecord {
        let text = record.to_string();
        RecordReader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    #[test]
    fn what_a_record_says_reads_back() {
        let played = |comment: &str| RecordedMove {
            comment: comment.to_owned(),
            ..RecordedMove::new("e4")
        };
        let long = "a comment that is so long, with a comma, that it is broken into several lines";
        for (moves, ending, reason) in [
            (
                vec![played("+0.12/3 0.100s")],
                Ending::Normal,
                "White wins: checkmate",
            ),
            (vec![played("")], Ending::Crashed, "White disconnects"),
            (vec![], Ending::Stalled, "White's connection stalls"),
            (
                vec![played(long)],
                Ending::Adjudication,
                "Draw by adjudication: even scores",
            ),
        ] {
            let finished = Finished {
                moves,
                winner: None,
                ending,
                reason: reason.to_owned(),
            };
            let mut record = GameRecord::default();
            finished.write(&mut record);
            let read = Finished::read(&again(&record), None);
            assert_eq!((&read.ending, &*read.reason), (&finished.ending, reason));
        }
    }

    #[test]
    fn a_record_without_a_reason_has_its_tag() {
        let mut record = GameRecord {
            moves: vec![RecordedMove::new("e4")],
            ..GameRecord::default()
        };
        record.set_tag("Termination", "time forfeit");
        let read = Finished::read(&record, Some(Side::First));
        assert_eq!(read.ending, Ending::Time(Duration::ZERO));
        assert_eq!(read.reason, "time forfeit");
    }
}
