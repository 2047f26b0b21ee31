//! Reads and writes squares: by number (`32`) or algebraic (`c3`).

use super::geometry::BoardSize;
use super::rules::SquareNames;

/// The squares of a game with their numbers and names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Squares {
    /// The size of the board.
    pub size: BoardSize,
    /// Whether the board is mirrored: its rows run from right to left.
    pub mirrored: bool,
}

impl Squares {
    /// The number of a square: from 1, in reading order as White sees the board.
    pub fn number(self, bit: u8) -> u8 {
        self.mirrored(self.size.number(bit))
    }

    /// The bit of the square with a [number](Squares::number).
    pub fn bit(self, number: u8) -> u8 {
        self.size.bit(self.mirrored(number))
    }

    /// The number of a square in the other direction of its row, if the board is mirrored.
    fn mirrored(self, number: u8) -> u8 {
        let (width, place) = (self.size.width, (number - 1) % self.size.width);
        if self.mirrored { number - place + (width - 1 - place) } else { number }
    }

    /// The bits of all squares.
    pub(super) fn bits(self) -> impl Iterator<Item = u8> {
        (1..=self.size.squares()).map(move |number| self.size.bit(number))
    }

    /// The name of a square.
    pub(super) fn name(self, bit: u8, names: SquareNames) -> String {
        match names {
            SquareNames::Numbers => self.number(bit).to_string(),
            // `a1` is the corner at the bottom left of White.
            SquareNames::Algebraic => {
                let file = char::from(b'a' + self.column(bit));
                format!("{file}{}", self.size.rows() - self.size.row(bit))
            }
        }
    }

    /// The column of a square as White sees the board, 0 at the left.
    pub(super) fn column(self, bit: u8) -> u8 {
        let column = self.size.column(bit);
        if self.mirrored { self.size.rows() - 1 - column } else { column }
    }

    /// The bit of the square in a row, counted from the top, and a column as White sees the board; `None` if it is no
    /// playing square.
    pub(super) fn at(self, row: u8, column: u8) -> Option<u8> {
        self.bits().find(|&bit| self.size.row(bit) == row && self.column(bit) == column)
    }

    /// Reads a number, or a small letter with a number: the bit of the square, or `Some(None)` if there is no such playing square.
    /// `None` if the text is neither.
    pub(super) fn read(self, text: &str) -> Option<Option<u8>> {
        let file = file(text);
        let digits = text.strip_prefix(|first: char| first.is_ascii_lowercase()).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
            return None;
        }
        let number = digits.parse().unwrap_or(u8::MAX);
        Some(match file {
            None => (1..=self.size.squares()).contains(&number).then(|| self.bit(number)),
            Some(file) => self.size.rows().checked_sub(number).and_then(|row| self.at(row, file)),
        })
    }
}

/// The column that the first letter of a text names.
pub(super) fn file(text: &str) -> Option<u8> {
    let first = *text.as_bytes().first()?;
    first.is_ascii_lowercase().then(|| first - b'a')
}
