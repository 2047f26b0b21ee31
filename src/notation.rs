//! Positions and moves as text, and game records.

pub mod command;
pub mod epd;
pub mod move_score;
pub mod position_lines;
pub mod reader;
pub mod record;
pub mod square_order;
mod tokens;
pub mod toml_fields;
mod writer;

use crate::board::Square;
use crate::game::{Game, GameLine};
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use thiserror::Error;

/// How a move is written. Reading accepts every style, always.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MoveStyle {
    /// As engine protocols exchange it: `e7e8q`, `11x18x25`.
    #[default]
    Long,
    /// As [`Long`](MoveStyle::Long), but castling is written as the king taking its own rook.
    LongCastlingByRook,
    /// As in game records: `Nbd7+`, `11x25`; as short as the position allows.
    Short,
}

/// Why a text is not a legal position: one line that says what was found, where, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct PositionError(pub String);

/// Why a text is not a legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error("'{found}' is not a move; expected {expected}")]
    Syntax {
        /// The text, shortened if it is long.
        found: String,
        /// The form of moves in this game.
        expected: &'static str,
    },
    /// The move is not legal.
    #[error("illegal move '{found}': {reason}")]
    Illegal {
        /// The text, shortened if it is long.
        found: String,
        /// The rule that the move breaks.
        reason: MoveRule,
    },
    /// The text matches several legal moves.
    #[error("'{found}' is ambiguous: it could be {candidates}")]
    Ambiguous {
        /// The text, shortened if it is long.
        found: String,
        /// The legal moves that it matches, in long style.
        candidates: String,
    },
    /// The game has too many moves to list, and too many of them have been read.
    #[error("cannot read '{found}': the game does not list all its moves, and {MAX_UNLISTED} others have been read")]
    TooMany {
        /// The text, shortened if it is long.
        found: String,
    },
}

/// The most unlisted moves that can be read in a position and all positions that come from it. A move is unlisted if the game
/// has too many moves to list it.
pub(crate) const MAX_UNLISTED: usize = 1 << 14;

impl MoveError {
    /// The rule that the move breaks, if it is illegal.
    pub fn rule(&self) -> Option<&MoveRule> {
        match self {
            MoveError::Illegal { reason, .. } => Some(reason),
            MoveError::Syntax { .. } | MoveError::Ambiguous { .. } | MoveError::TooMany { .. } => None,
        }
    }
}

/// A rule of a game that a move breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRule {
    /// The number of the rule in the game's list.
    pub number: u8,
    /// The rule itself, or how the move breaks it.
    pub text: Cow<'static, str>,
    /// Whether a document lists the rules by number, so that messages give the number.
    pub listed: bool,
}

impl MoveRule {
    /// A rule that no document lists.
    pub fn new(number: u8, text: impl Into<Cow<'static, str>>) -> MoveRule {
        MoveRule { number, text: text.into(), listed: false }
    }
}

impl Display for MoveRule {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        if self.listed {
            write!(formatter, "rule {}: ", self.number)?;
        }
        formatter.write_str(&self.text)
    }
}

/// A game whose positions and moves can be read and written.
///
/// Law: what was written reads back as the same value, in every style.
pub trait Notation: Game {
    /// Reads a position of the same game, with the rules of `self`, in the game's own notation (FEN), and
    /// checks that it is legal.
    fn parse_position(&self, text: &str) -> Result<Self, PositionError>;

    /// Writes the position in the game's own notation.
    fn show(&self) -> String;

    /// Writes the position as protocols send it. [`parse_position`](Notation::parse_position) reads this form, too.
    fn show_for_protocols(&self) -> String {
        self.show()
    }

    /// The parameters that the text of the position names, a word each: `misere`, `k=2`. They stay the same during a game.
    fn parameters(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether kings and rooks that may castle do not stand as in usual chess, so that other programs must know Chess960.
    fn is_chess960(&self) -> bool {
        false
    }

    /// Reads a move in any style and matches it with the legal moves.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// Writes a legal move.
    fn show_move(&self, mv: Self::Move, style: MoveStyle) -> String;
}

/// Writes legal moves from a position, one after the other.
pub fn show_moves<G: Notation>(start: &G, moves: &[G::Move], style: MoveStyle) -> Vec<String> {
    let mut position = start.clone();
    let show = |&mv| {
        let text = position.show_move(mv, style);
        position = position.play(mv);
        text
    };
    moves.iter().map(show).collect()
}

/// Plays `moves` from the position `text`, or from the position `start` of the same game.
///
/// # Errors
/// The position is not legal, or a move is not; the message names it.
pub fn set_up<G: Notation>(start: &G, text: Option<&str>, moves: &[String]) -> Result<GameLine<G>, String> {
    let start = match text {
        Some(text) => start.parse_position(text).map_err(|error| error.to_string())?,
        None => start.clone(),
    };
    let mut line = GameLine::new(start);
    for (number, text) in (1..).zip(moves) {
        let mv = line.position().parse_move(text).map_err(|error| format!("move {number}: {error}"))?;
        line.play(mv);
    }
    Ok(line)
}

/// The pieces on the 64 squares of a chess board as in a FEN: rows from the eighth on, with letters of pieces and numbers of
/// empty squares.
pub fn rows_text(letter: impl Fn(Square) -> Option<char>) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let letter = letter(Square::at(file, rank));
            empty += u8::from(letter.is_none());
            if empty > 0 && (letter.is_some() || file == 7) {
                text += &empty.to_string();
                empty = 0;
            }
            text.extend(letter);
        }
        text.extend((rank > 0).then_some('/'));
    }
    text
}

/// The value `name` of the file `tests/data/FILE.toml`, for unit tests.
#[cfg(test)]
pub fn from_data<T: serde::de::DeserializeOwned>(file: &str, name: &str) -> T {
    let path = format!("{}/tests/data/{file}.toml", env!("CARGO_MANIFEST_DIR"));
    let mut values: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    values.remove(name).unwrap().try_into().unwrap()
}

/// At most the first 40 characters of `text`, for messages about input of any length.
pub fn excerpt(text: &str) -> String {
    const SHOWN: usize = 40;
    let clean = |c: char| if c.is_control() { '?' } else { c };
    let mut shown: String = text.chars().take(SHOWN).map(clean).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
