//! The result of a game between engines, and how its record states it.

use crate::game::Side;
use crate::notation::record::{GameRecord, RecordedMove};
use std::time::Duration;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FinishedGame {
    /// The moves in short notation, with score, depth and time as comments.
    pub moves: Vec<RecordedMove>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// How it ended.
    pub termination: Termination,
    /// How it ended in words: `White wins: checkmate`, `Draw by threefold repetition`.
    pub reason: String,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Termination {
    /// By the rules.
    #[default]
    Normal,
    /// By the scores of the engines, endgame tables or maximum length.
    Adjudication,
    /// The loser exceeded its time by this much.
    TimeForfeit(Duration),
    /// The loser played an illegal move; the text says which and why it is illegal.
    IllegalMove(String),
    /// The loser stopped answering.
    Stalled,
    /// The process of the loser ended; the text is what it has said at last, if anything.
    Crashed(String),
    /// The loser was disqualified for this reason. The game does not count.
    Disqualified(String),
    /// The user has interrupted the game. It does not count.
    Interrupted,
}

impl Termination {
    /// The value of the PGN tag `Termination`.
    pub fn tag(&self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit(_) => "time forfeit",
            Termination::IllegalMove(_) => "illegal move",
            Termination::Stalled => "stalled",
            Termination::Crashed(_) => "crashed",
            Termination::Disqualified(_) | Termination::Interrupted => "unterminated",
        }
    }

    /// Reads a PGN tag; details that it does not contain are left empty.
    fn from_tag(tag: &str) -> Option<Termination> {
        let terminations = [
            Termination::Normal,
            Termination::Adjudication,
            Termination::TimeForfeit(Duration::ZERO),
            Termination::IllegalMove(String::new()),
            Termination::Stalled,
            Termination::Crashed(String::new()),
        ];
        terminations.into_iter().find(|it| it.tag() == tag)
    }

    /// Whether the loser was at fault, so that its process must be restarted before the next game.
    pub fn is_fault(&self) -> bool {
        !matches!(self, Termination::Normal | Termination::Adjudication | Termination::Interrupted)
    }

    /// How the game ended in words. `white` is the side that records call White; `why` is the reason that the rules or
    /// the adjudication give, and is not used for faults.
    pub fn reason(&self, winner: Option<Side>, white: Side, why: &str) -> String {
        let colour = |side: Side| if side == white { "White" } else { "Black" };
        let won = winner.map(|winner| (colour(winner), colour(!winner)));
        match (self, won) {
            (Termination::Normal, Some((winner, _))) => format!("{winner} wins: {why}"),
            (Termination::Adjudication, Some((winner, _))) => format!("{winner} wins by adjudication: {why}"),
            (Termination::Adjudication, None) => format!("Draw by adjudication: {why}"),
            (Termination::TimeForfeit(_), Some((_, loser))) => format!("{loser} loses on time"),
            (Termination::IllegalMove(_), Some((_, loser))) => format!("{loser} makes an illegal move"),
            (Termination::Stalled, Some((_, loser))) => format!("{loser}'s connection stalls"),
            (Termination::Crashed(_), Some((_, loser))) => format!("{loser} disconnects"),
            (Termination::Disqualified(_) | Termination::Interrupted, _) => "unterminated".to_owned(),
            (_, None) => format!("Draw by {why}"),
        }
    }
}

impl FinishedGame {
    /// Writes the moves, the termination and the reason (at the end of the last comment) into a record.
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

    /// How a game ended whose record [`FinishedGame::write_to`] has written, or one with at least the tag `Termination`, which
    /// then stands for the reason. The moves are left out.
    pub fn from_record(record: &GameRecord, winner: Option<Side>) -> FinishedGame {
        let tag = record.tag("Termination").unwrap_or_default();
        let comment = record.moves.last().map_or(&record.preface, |last| &last.comment);
        let reason = comment.rsplit(", ").next().unwrap_or_default();
        let is_reason = ["White", "Black", "Draw by "].iter().any(|start| reason.starts_with(start));
        FinishedGame {
            moves: Vec::new(),
            winner,
            termination: Termination::from_tag(tag).unwrap_or(Termination::Normal),
            reason: (if is_reason { reason } else { tag }).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::reader::RecordReader;

    /// The first side is White in chess and Black in draughts.
    #[test]
    fn reasons_name_the_right_colour() {
        let (first, second) = (Some(Side::First), Some(Side::Second));
        for (winner, termination, why, in_chess, in_draughts) in [
            (first, Termination::Normal, "x", "White wins: x", "Black wins: x"),
            (second, Termination::Normal, "x", "Black wins: x", "White wins: x"),
            (None, Termination::Normal, "x", "Draw by x", "Draw by x"),
            (
                first,
                Termination::Adjudication,
                "resignation",
                "White wins by adjudication: resignation",
                "Black wins by adjudication: resignation",
            ),
            (None, Termination::Adjudication, "x", "Draw by adjudication: x", "Draw by adjudication: x"),
            (first, Termination::TimeForfeit(Duration::ZERO), "", "Black loses on time", "White loses on time"),
            (
                first,
                Termination::IllegalMove("e2e5".to_owned()),
                "",
                "Black makes an illegal move",
                "White makes an illegal move",
            ),
            (second, Termination::Stalled, "", "White's connection stalls", "Black's connection stalls"),
            (second, Termination::Crashed(String::new()), "", "White disconnects", "Black disconnects"),
        ] {
            assert_eq!(termination.reason(winner, Side::First, why), in_chess);
            assert_eq!(termination.reason(winner, Side::Second, why), in_draughts);
        }
    }

    /// The record after a round trip through its text.
    fn reread(record: &GameRecord) -> GameRecord {
        let text = record.to_string();
        RecordReader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    #[test]
    fn a_record_reads_back() {
        let played = |comment: &str| RecordedMove { comment: comment.to_owned(), ..RecordedMove::new("e4") };
        let long = "a comment that is so long, with a comma, that it is broken into several lines";
        for (moves, termination, reason) in [
            (vec![played("+0.12/3 0.100s")], Termination::Normal, "White wins: checkmate"),
            (vec![played("")], Termination::Crashed(String::new()), "White disconnects"),
            (vec![], Termination::Stalled, "White's connection stalls"),
            (vec![played(long)], Termination::Adjudication, "Draw by adjudication: even scores"),
        ] {
            let finished = FinishedGame { moves, winner: None, termination, reason: reason.to_owned() };
            let mut record = GameRecord::default();
            finished.write_to(&mut record);
            let read = FinishedGame::from_record(&reread(&record), None);
            assert_eq!((&read.termination, &*read.reason), (&finished.termination, reason));
        }
    }

    #[test]
    fn the_tag_stands_for_a_missing_reason() {
        let mut record = GameRecord { moves: vec![RecordedMove::new("e4")], ..GameRecord::default() };
        record.set_tag("Termination", "time forfeit");
        let read = FinishedGame::from_record(&record, Some(Side::First));
        assert_eq!(read.termination, Termination::TimeForfeit(Duration::ZERO));
        assert_eq!(read.reason, "time forfeit");
    }
}
