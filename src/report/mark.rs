//! How bad a move is.

use serde::Serialize;

/// How bad a move is, by the points that it loses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// `?!`: a tenth of a point.
    Inaccuracy,
    /// `?`: two tenths.
    Mistake,
    /// `??`: three tenths.
    Blunder,
}

impl Mark {
    /// All of them, the least first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark of a move that loses so many points, if it deserves one.
    pub fn of(loss: f64) -> Option<Mark> {
        match loss {
            loss if loss >= 0.3 => Some(Mark::Blunder),
            loss if loss >= 0.2 => Some(Mark::Mistake),
            loss if loss >= 0.1 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// As the text of a move is followed by it.
    pub fn suffix(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The numeric annotation glyph.
    pub fn glyph(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }
}
