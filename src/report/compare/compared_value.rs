//! The values that the algorithms find, as people read them.

use crate::eval::pawn_unit::{pawns_text, to_hundredths};
use crate::search::{Score, ShownScore};
use crate::textbook::{Fraction, WIN, end_text};
use serde::{Serialize, Serializer};
use std::fmt;

/// A value for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ComparedValue {
    /// A payoff, or a mean of payoffs.
    Payoff(Fraction),
    /// Hundredths of a pawn or man; a win in `n` plies is [`WIN`]` - n`, in means, too.
    Hundredths(f64),
}

impl ComparedValue {
    /// From a score of the search.
    pub fn of_score(score: ShownScore) -> ComparedValue {
        let hundredths = match score {
            ShownScore::Payoff(payoff) => return ComparedValue::Payoff(payoff.into()),
            ShownScore::WinIn(plies) => WIN - plies,
            ShownScore::LossIn(plies) => plies - WIN,
            other => other.hundredths(),
        };
        ComparedValue::Hundredths(hundredths.into())
    }

    /// From a value of the textbook that is no payoff, where a pawn or man is worth `pawn_value`.
    pub fn of_evaluation(value: Fraction, pawn_value: i32) -> ComparedValue {
        let most = f64::from(Score::MAX_ESTIMATE.value());
        let number = value.to_f64();
        ComparedValue::Hundredths(if number.abs() > most {
            number
        } else if value.whole().is_some() {
            to_hundredths(number as i32, pawn_value).into()
        } else {
            100.0 * number / f64::from(pawn_value)
        })
    }
}

impl fmt::Display for ComparedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ComparedValue::Payoff(payoff) => payoff.fmt(f),
            ComparedValue::Hundredths(value) => {
                let rounded = value.round() as i32;
                let end = end_text(rounded).filter(|_| value.fract() == 0.0);
                f.write_str(&end.unwrap_or_else(|| pawns_text(rounded)))
            }
        }
    }
}

/// Whole values are written as integers.
impl Serialize for ComparedValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = match *self {
            ComparedValue::Payoff(payoff) => payoff.to_f64(),
            ComparedValue::Hundredths(value) => value,
        };
        if number.fract() == 0.0 { serializer.serialize_i64(number as i64) } else { serializer.serialize_f64(number) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_hundredths_of_a_pawn() {
        let shown = |value| ComparedValue::of_evaluation(value, 164);
        assert_eq!(shown(Fraction::from(18)).to_string(), "+0.11");
        assert_eq!(shown(Fraction::from(-164)).to_string(), "-1.00");
        assert_eq!(shown(Fraction::new(-41, 2)), ComparedValue::Hundredths(-12.5));
        assert_eq!(shown(Fraction::from(WIN - 3)).to_string(), "win 3");
        assert_eq!(shown(Fraction::from(4 - WIN)).to_string(), "loss 4");
        assert_eq!(shown(Fraction::new(i128::from(WIN), 2)).to_string(), "+5000.00");
        let score = |score| ComparedValue::of_score(ShownScore::of_score(score, 164)).to_string();
        assert_eq!(score(Score::estimate(18)), "+0.11");
        assert_eq!(score(Score::win_in(3)), "win 3");
        assert_eq!(score(Score::loss_in(4)), "loss 4");
        assert_eq!(ComparedValue::of_score(ShownScore::Payoff(-7)).to_string(), "-7");
        let payoff = ComparedValue::Payoff(Fraction::new(15, 2));
        assert_eq!(payoff.to_string(), "15/2");
        let json = |value| serde_json::to_string(&value).unwrap();
        assert_eq!(json(payoff), "7.5");
        assert_eq!(json(shown(Fraction::from(18))), "11");
    }
}
