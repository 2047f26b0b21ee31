//! Reads and writes squares: by number (`32`) or algebraic (`c3`).

use super::geometry::Geometry;
use super::rules::SquareNames;
use super::variant::DraughtsVariant;

/// The name of a square in the usual notation of the game.
pub(super) fn name<V: DraughtsVariant>(variant: V, bit: u8) -> String {
    match variant.rules().notation.squares {
        SquareNames::Numbers => variant.number(bit).to_string(),
        SquareNames::Algebraic => algebraic(variant, bit),
    }
}

/// The file and rank of a square: `a1` is the corner at the bottom left of White.
pub(super) fn algebraic<V: DraughtsVariant>(variant: V, bit: u8) -> String {
    let column = column::<V::Board>(bit, variant.rules().mirrored);
    let file = char::from(b'a' + column);
    format!("{file}{}", V::Board::ROWS - V::Board::row(bit))
}

/// The column of a square as White sees the board, 0 at the left.
pub(super) fn column<G: Geometry>(bit: u8, mirrored: bool) -> u8 {
    let column = G::column(bit);
    if mirrored { G::ROWS - 1 - column } else { column }
}

/// The bit of the square in a row, counted from the top, and a column as White sees the board; `None` if it is no
/// playing square.
pub(super) fn at<G: Geometry>(row: u8, column: u8, mirrored: bool) -> Option<u8> {
    let mut squares = G::BOARD;
    squares.find(|&bit| G::row(bit) == row && self::column::<G>(bit, mirrored) == column)
}

/// A text that has the form of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SquareText {
    /// The bit of a square of the board.
    On(u8),
    /// Not a playing square of the board.
    Off,
}

impl SquareText {
    /// The bit of the square, if it is on the board.
    pub(super) fn bit(self) -> Option<u8> {
        match self {
            SquareText::On(bit) => Some(bit),
            SquareText::Off => None,
        }
    }
}

/// Reads a number, or a small letter with a number; `None` if the text is neither.
pub(super) fn read<G: Geometry>(text: &str, mirrored: bool) -> Option<SquareText> {
    let file = file(text);
    let digits = text.strip_prefix(|first: char| first.is_ascii_lowercase());
    let digits = digits.unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let number = digits.parse().unwrap_or(u8::MAX);
    let bit = match file {
        None => (1..=G::SQUARES).contains(&number).then(|| G::bit_on(number, mirrored)),
        Some(file) => {
            let row = G::ROWS.checked_sub(number);
            row.and_then(|row| at::<G>(row, file, mirrored))
        }
    };
    Some(bit.map_or(SquareText::Off, SquareText::On))
}

/// The column that the first letter of a text names.
pub(super) fn file(text: &str) -> Option<u8> {
    let first = *text.as_bytes().first()?;
    first.is_ascii_lowercase().then(|| first - b'a')
}
