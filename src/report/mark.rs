//! Marks of bad moves.

use serde::Serialize;

/// How bad a move is, by the expected points that it loses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// `?!`: 0.1 points or more.
    Inaccuracy,
    /// `?`: 0.2 points or more.
    Mistake,
    /// `??`: 0.3 points or more.
    Blunder,
}

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark of a move that loses this many points; `None` below 0.1.
    pub fn of(loss: f64) -> Option<Mark> {
        match loss {
            loss if loss >= 0.3 => Some(Mark::Blunder),
            loss if loss >= 0.2 => Some(Mark::Mistake),
            loss if loss >= 0.1 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// The suffix after the text of the move.
    pub fn suffix(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Its word, which is its class in pictures and pages, too.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The numeric annotation glyph (NAG).
    pub fn glyph(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }
}
