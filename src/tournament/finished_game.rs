//! How a game of a match has ended, and how its record says so.

use crate::game::Side;
use crate::notation::record::{GameRecord, RecordedMove};
use std::time::Duration;

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedGame {
    /// The moves, as short as possible, with what the engines thought of them.
    pub moves: Vec<RecordedMove>,
    /// Who won.
    pub winner: Option<Side>,
    /// Why it ended.
    pub termination: Termination,
    /// The same for people: `White wins: checkmate`, `Draw by threefold repetition`.
    pub reason: String,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Termination {
    /// By the rules of the game.
    Normal,
    /// The engines agreed on the result, endgame tables know it, or the game became too long.
    Adjudication,
    /// The loser overstepped its time, by so much.
    TimeForfeit(Duration),
    /// The loser played a move that the rules forbid: what, and why.
    IllegalMove(String),
    /// The loser did not answer any more.
    Stalled,
    /// The loser ended.
    Crashed,
    /// The loser cannot take part at all, and why: the game does not count.
    Disqualified(String),
    /// The user does not want to wait for the end: the game does not count.
    Interrupted,
}

impl Termination {
    /// As the tag `Termination` of PGN says it.
    pub fn tag(&self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit(_) => "time forfeit",
            Termination::IllegalMove(_) => "illegal move",
            Termination::Stalled => "stalled",
            Termination::Crashed => "crashed",
            Termination::Disqualified(_) | Termination::Interrupted => "unterminated",
        }
    }

    /// The ending that such a tag tells of, without what it does not tell.
    fn from_tag(tag: &str) -> Option<Termination> {
        let endings = [
            Termination::Normal,
            Termination::Adjudication,
            Termination::TimeForfeit(Duration::ZERO),
            Termination::IllegalMove(String::new()),
            Termination::Stalled,
            Termination::Crashed,
        ];
        endings.into_iter().find(|it| it.tag() == tag)
    }

    /// Whether the engine that lost may be in a state that the next game cannot begin from.
    pub fn needs_restart(&self) -> bool {
        !matches!(
            self,
            Termination::Normal | Termination::Adjudication | Termination::Interrupted
        )
    }

    /// The reason in words; `white` is the side that records call White. Where no engine is to
    /// blame, `why` is what the rules or the adjudicator say.
    pub fn reason(&self, winner: Option<Side>, white: Side, why: &str) -> String {
        let colour = |side: Side| if side == white { "White" } else { "Black" };
        let won = winner.map(|winner| (colour(winner), colour(!winner)));
        match (self, won) {
            (Termination::Normal, Some((winner, _))) => format!("{winner} wins: {why}"),
            (Termination::Adjudication, Some((winner, _))) => {
                format!("{winner} wins by adjudication: {why}")
            }
            (Termination::Adjudication, None) => format!("Draw by adjudication: {why}"),
            (Termination::TimeForfeit(_), Some((_, loser))) => format!("{loser} loses on time"),
            (Termination::IllegalMove(_), Some((_, loser))) => {
                format!("{loser} makes an illegal move")
            }
            (Termination::Stalled, Some((_, loser))) => format!("{loser}'s connection stalls"),
            (Termination::Crashed, Some((_, loser))) => format!("{loser} disconnects"),
            (Termination::Disqualified(_) | Termination::Interrupted, _) => {
                "unterminated".to_owned()
            }
            (_, None) => format!("Draw by {why}"),
        }
    }
}

impl FinishedGame {
    /// Writes the moves and the reason into a record: behind what is said of the last move.
    pub fn write_to(&self, record: &mut GameRecord) {
        record.moves.clone_from(&self.moves);
        record.set_tag("Termination", self.termination.tag());
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
    pub fn from_record(record: &GameRecord, winner: Option<Side>) -> FinishedGame {
        let termination = record.tag("Termination").unwrap_or_default();
        let last = record.moves.last();
        let comment = last.map_or(&record.preface, |last| &last.comment);
        let reason = comment.rsplit(", ").next().unwrap_or_default();
        let begins = |word: &&str| reason.starts_with(word);
        let told = ["White", "Black", "Draw by "].iter().any(begins);
        FinishedGame {
            moves: record.moves.clone(),
            winner,
            termination: Termination::from_tag(termination).unwrap_or(Termination::Normal),
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
            (
                first,
                Termination::Normal,
                "x",
                "White wins: x",
                "Black wins: x",
            ),
            (
                second,
                Termination::Normal,
                "x",
                "Black wins: x",
                "White wins: x",
            ),
            (None, Termination::Normal, "x", "Draw by x", "Draw by x"),
            (
                first,
                Termination::Adjudication,
                "resignation",
                "White wins by adjudication: resignation",
                "Black wins by adjudication: resignation",
            ),
            (
                None,
                Termination::Adjudication,
                "x",
                "Draw by adjudication: x",
                "Draw by adjudication: x",
            ),
            (
                first,
                Termination::TimeForfeit(Duration::ZERO),
                "",
                "Black loses on time",
                "White loses on time",
            ),
            (
                first,
                Termination::IllegalMove("e2e5".to_owned()),
                "",
                "Black makes an illegal move",
                "White makes an illegal move",
            ),
            (
                second,
                Termination::Stalled,
                "",
                "White's connection stalls",
                "Black's connection stalls",
            ),
            (
                second,
                Termination::Crashed,
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
                Termination::Normal,
                "White wins: checkmate",
            ),
            (vec![played("")], Termination::Crashed, "White disconnects"),
            (vec![], Termination::Stalled, "White's connection stalls"),
            (
                vec![played(long)],
                Termination::Adjudication,
                "Draw by adjudication: even scores",
            ),
        ] {
            let finished = FinishedGame {
                moves,
                winner: None,
                termination: ending,
                reason: reason.to_owned(),
            };
            let mut record = GameRecord::default();
            finished.write_to(&mut record);
            let read = FinishedGame::from_record(&again(&record), None);
            assert_eq!(
                (&read.termination, &*read.reason),
                (&finished.termination, reason)
            );
        }
    }

    #[test]
    fn a_record_without_a_reason_has_its_tag() {
        let mut record = GameRecord {
            moves: vec![RecordedMove::new("e4")],
            ..GameRecord::default()
        };
        record.set_tag("Termination", "time forfeit");
        let read = FinishedGame::from_record(&record, Some(Side::First));
        assert_eq!(read.termination, Termination::TimeForfeit(Duration::ZERO));
        assert_eq!(read.reason, "time forfeit");
    }
}
