//! Marks of bad moves.

use serde::Serialize;
use std::str::FromStr;

/// How bad a move is, by the expected points that it loses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// `?!`: usually 0.1 points or more.
    Inaccuracy,
    /// `?`: usually 0.2 points or more.
    Mistake,
    /// `??`: usually 0.3 points or more.
    Blunder,
}

/// The suffix, the word and the glyph of each mark.
const SIGNS: [(&str, &str, u8); 3] = [("?!", "inaccuracy", 6), ("?", "mistake", 2), ("??", "blunder", 4)];

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The suffix after the text of the move.
    pub fn suffix(self) -> &'static str {
        SIGNS[self as usize].0
    }

    /// Its word, which is its class in pictures and pages, too.
    pub fn word(self) -> &'static str {
        SIGNS[self as usize].1
    }

    /// The numeric annotation glyph (NAG).
    pub fn glyph(self) -> u8 {
        SIGNS[self as usize].2
    }
}

/// The expected points that an inaccuracy, a mistake and a blunder lose at least.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MarkThresholds([f64; 3]);

impl Default for MarkThresholds {
    fn default() -> MarkThresholds {
        MarkThresholds([0.1, 0.2, 0.3])
    }
}

impl MarkThresholds {
    /// The mark of a move that loses this many points; `None` if it loses too little for a mark.
    pub fn mark(&self, loss: f64) -> Option<Mark> {
        // As it is shown: differences of decimal fractions are hardly ever exact.
        let loss = rounded(loss);
        Mark::ALL.into_iter().zip(self.0).rev().find(|(_, least)| loss >= *least).map(|(mark, _)| mark)
    }

    /// What the marks mean: `inaccuracy ?! 0.1, mistake ? 0.2, blunder ?? 0.3`. Marks that no move gets are left out.
    pub fn describe(&self) -> String {
        let given = Mark::ALL.iter().zip(self.0).filter(|&(mark, least)| self.mark(least) == Some(*mark));
        given.map(|(mark, least)| format!("{} {} {least}", mark.word(), mark.suffix())).collect::<Vec<_>>().join(", ")
    }
}

impl FromStr for MarkThresholds {
    type Err = &'static str;

    /// Reads `0.1,0.2,0.3`, or one number: a move that loses less gets no mark, the other thresholds are as usual.
    fn from_str(text: &str) -> Result<MarkThresholds, &'static str> {
        let MarkThresholds([_, mistake, blunder]) = MarkThresholds::default();
        let numbers: Vec<f64> = text.split(',').map(|number| number.trim().parse().unwrap_or(f64::NAN)).collect();
        let are_right = numbers.iter().all(|number| *number > 0.0 && *number <= 1.0) && numbers.is_sorted();
        match numbers[..] {
            [least] if are_right => Ok(MarkThresholds([least, mistake.max(least), blunder.max(least)])),
            [inaccuracy, mistake, blunder] if are_right => Ok(MarkThresholds([inaccuracy, mistake, blunder])),
            _ => Err("expected one number, or three that do not fall, each greater than 0 and at most 1: 0.1,0.2,0.3"),
        }
    }
}

/// Rounds to four digits after the point.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_is_reached_and_not_passed() {
        let marks = |text: &str, losses: [f64; 3]| {
            let thresholds: MarkThresholds = text.parse().unwrap();
            losses.map(|loss| thresholds.mark(loss).map_or("", Mark::suffix))
        };
        for (text, losses, expected) in [
            ("0.1,0.2,0.3", [0.0999, 0.1, 0.1001], ["", "?!", "?!"]),
            ("0.1,0.2,0.3", [0.1999, 0.2, 0.2001], ["?!", "?", "?"]),
            ("0.1,0.2,0.3", [0.2999, 0.3, 1.0], ["?", "??", "??"]),
            ("0.05", [0.0499, 0.05, 0.2], ["", "?!", "?"]),
            ("0.2", [0.1999, 0.2, 0.3], ["", "?", "??"]),
            ("0.25", [0.2499, 0.25, 0.3], ["", "?", "??"]),
            ("0.5", [0.3, 0.4999, 0.5], ["", "", "??"]),
            (" 0.2, 0.2, 1 ", [0.1999, 0.2, 1.0], ["", "?", "??"]),
        ] {
            assert_eq!(marks(text, losses), expected, "{text}");
        }
        let described = ["0.1,0.2,0.3", "0.25", "1"].map(|text| text.parse::<MarkThresholds>().unwrap().describe());
        assert_eq!(
            described,
            ["inaccuracy ?! 0.1, mistake ? 0.2, blunder ?? 0.3", "mistake ? 0.25, blunder ?? 0.3", "blunder ?? 1"]
        );
        for wrong in
            ["", "0", "-0.1", "1.0001", "nan", "inf", "x", "0.1,0.2", "0.3,0.2,0.1", "0.1,0.2,0.3,0.4", "0.1,,0.3"]
        {
            wrong.parse::<MarkThresholds>().unwrap_err();
        }
    }
}
