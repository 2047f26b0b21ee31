//! Scores as they are shown to users.

use super::score::Score;
use crate::eval::pawn_unit::{pawns_text, to_hundredths};
use crate::game::Game;
use std::fmt::{self, Display, Formatter};
use std::ops::Neg;

/// A score for the side to move, as it is shown to users. Protocols write it each in its own way, everything else
/// as its `Display` does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownScore {
    /// An estimate, in hundredths of a pawn or man.
    Estimate(i32),
    /// The payoff of the side to move with best play, in a game with payoffs; before the search has seen the ends, an
    /// estimate of it.
    Payoff(i32),
    /// A win by an endgame table, this many plies from the positions of the table.
    TablebaseWin(i32),
    /// A loss by an endgame table, this many plies from the positions of the table.
    TablebaseLoss(i32),
    /// A win in this many plies.
    WinIn(i32),
    /// A loss in this many plies.
    LossIn(i32),
}

/// For people: pawns or men with a sign, `+7` for a payoff of 7, `#3` for a win in three moves, `+table` for a win by an endgame
/// table.
impl Display for ShownScore {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let text = match self {
            ShownScore::Estimate(hundredths) => pawns_text(*hundredths),
            ShownScore::Payoff(payoff) => format!("{payoff:+}"),
            ShownScore::TablebaseWin(_) => "+table".to_owned(),
            ShownScore::TablebaseLoss(_) => "-table".to_owned(),
            ShownScore::WinIn(plies) => format!("#{}", (plies + 1) / 2),
            ShownScore::LossIn(plies) => format!("#-{}", (plies + 1) / 2),
        };
        formatter.pad(&text)
    }
}

impl ShownScore {
    /// A win by an endgame table, in hundredths of a pawn or man.
    pub const TABLEBASE_WIN: i32 = 20_000;

    /// What is shown of a score of the search of `position`, if a pawn or man is worth `pawn_value`
    /// ([`Evaluator::pawn_value`](crate::eval::Evaluator::pawn_value)).
    pub fn of<G: Game>(position: &G, score: Score, pawn_value: i32) -> ShownScore {
        if position.has_payoffs() && score.is_estimate() {
            ShownScore::Payoff(score.value())
        } else {
            ShownScore::of_score(score, pawn_value)
        }
    }

    /// What is shown of a score that is no payoff, if a pawn or man is worth `pawn_value`.
    pub fn of_score(score: Score, pawn_value: i32) -> ShownScore {
        match (score.distance(), score.tablebase_distance()) {
            (Some(plies), _) if score.is_win() => ShownScore::WinIn(plies),
            (Some(plies), _) => ShownScore::LossIn(-plies),
            (None, Some(plies)) if score.is_win() => ShownScore::TablebaseWin(plies),
            (None, Some(plies)) => ShownScore::TablebaseLoss(plies),
            (None, None) => ShownScore::Estimate(Score::estimate(to_hundredths(score.value(), pawn_value)).value()),
        }
    }

    /// The moves of the winner up to the end of the game, negative if the side to move loses; `None` if the end is not known.
    /// A side that has lost already is 0 moves away.
    pub fn moves_to_end(self) -> Option<i32> {
        match self {
            ShownScore::WinIn(plies) => Some((plies + 1) / 2),
            ShownScore::LossIn(plies) => Some(-((plies + 1) / 2)),
            _ => None,
        }
    }

    /// The score as one number in hundredths of a pawn or man, or of the unit of payoffs. Wins by endgame tables and by the
    /// search are greater than any evaluation of a game in practice: 20,000 and 32,000, less the plies.
    pub fn hundredths(self) -> i32 {
        match self {
            ShownScore::Estimate(value) => value,
            ShownScore::Payoff(value) => value.saturating_mul(100),
            ShownScore::TablebaseWin(plies) => Self::TABLEBASE_WIN - plies,
            ShownScore::TablebaseLoss(plies) => plies - Self::TABLEBASE_WIN,
            ShownScore::WinIn(plies) => 32_000 - plies,
            ShownScore::LossIn(plies) => plies - 32_000,
        }
    }
}

/// The score for the other side.
impl Neg for ShownScore {
    type Output = ShownScore;

    fn neg(self) -> ShownScore {
        match self {
            ShownScore::Estimate(value) => ShownScore::Estimate(-value),
            ShownScore::Payoff(value) => ShownScore::Payoff(-value),
            ShownScore::TablebaseWin(plies) => ShownScore::TablebaseLoss(plies),
            ShownScore::TablebaseLoss(plies) => ShownScore::TablebaseWin(plies),
            ShownScore::WinIn(plies) => ShownScore::LossIn(plies),
            ShownScore::LossIn(plies) => ShownScore::WinIn(plies),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of score has a text and a number for tables; for the other side the number is the negative one.
    #[test]
    fn every_kind_of_score_is_shown() {
        for (score, shown, text, hundredths) in [
            (Score::estimate(-210), ShownScore::Estimate(-105), "-1.05", -105),
            (Score::win_in(3), ShownScore::WinIn(3), "#2", 31_997),
            (Score::loss_in(4), ShownScore::LossIn(4), "#-2", -31_996),
            (Score::tablebase_win_in(3), ShownScore::TablebaseWin(3), "+table", 19_997),
            (Score::tablebase_loss_in(4), ShownScore::TablebaseLoss(4), "-table", -19_996),
        ] {
            let found = ShownScore::of_score(score, 200);
            assert_eq!((found, found.to_string().as_str(), found.hundredths()), (shown, text, hundredths));
            assert_eq!((-found, (-found).hundredths()), (ShownScore::of_score(-score, 200), -hundredths));
        }
        let payoff = ShownScore::Payoff(7);
        assert_eq!((payoff.to_string().as_str(), (-payoff).hundredths()), ("+7", -700));
    }

    #[test]
    fn moves_are_counted_up() {
        for (score, moves) in [
            (Score::win_in(1), Some(1)),
            (Score::win_in(4), Some(2)),
            (Score::loss_in(0), Some(0)),
            (Score::loss_in(1), Some(-1)),
            (Score::loss_in(5), Some(-3)),
            (Score::tablebase_loss_in(3), None),
            (Score::DRAW, None),
        ] {
            assert_eq!(ShownScore::of_score(score, 100).moves_to_end(), moves, "{score:?}");
        }
    }
}
