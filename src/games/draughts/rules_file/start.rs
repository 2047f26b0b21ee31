//! The start position in a rules file: a FEN, or the rows of the board.

use super::super::colour::Colour;
use super::super::fen;
use super::super::position::DraughtsCounters;
use super::super::rules::StartPieces;
use super::super::squares::Squares;
use crate::board::Bitset;
use crate::notation::toml_fields::TomlField;

/// Reads the pieces of a start position.
///
/// # Errors
/// It has another form, other squares, or another side to move than `first`.
pub(super) fn read(field: &TomlField, squares: Squares, first: Colour) -> Result<StartPieces, String> {
    match field.text() {
        Some(text) => from_fen(field, text, squares, first),
        None => from_rows(field, squares),
    }
}

fn from_fen(field: &TomlField, text: &str, squares: Squares, first: Colour) -> Result<StartPieces, String> {
    let setup = fen::parse_setup(text, squares).map_err(|error| field.error(error))?;
    if setup.to_move != first {
        return Err(field.error(format!("{} is to move, but {first} moves first", setup.to_move)));
    }
    if setup.counters != DraughtsCounters::default() {
        return Err(field.error("found counters of draw rules, expected pieces alone"));
    }
    Ok(StartPieces { men: setup.men, kings: setup.kings })
}

/// Reads rows as White sees them, the last row first: `b w` men, `B W` kings, `.` an empty square.
fn from_rows(field: &TomlField, squares: Squares) -> Result<StartPieces, String> {
    let count = squares.size.rows();
    let size = usize::from(count);
    let rows = field.list(size).ok().filter(|rows| rows.len() == size);
    let rows = rows.ok_or_else(|| field.expected(format!("a FEN in quotes, or a list of {size} rows in quotes")))?;
    let [mut men, mut kings] = [[Bitset::EMPTY; 2]; 2];
    for (row, field) in (0..count).zip(&rows) {
        let cells: Option<Vec<char>> = field.text().map(|text| text.chars().collect());
        let cells = cells.filter(|cells| cells.len() == size);
        let cells = cells.ok_or_else(|| field.expected(format!("a row of {size} squares in quotes")))?;
        for (column, &cell) in (0..count).zip(&cells) {
            let (sets, colour) = match cell {
                '.' => continue,
                'w' => (&mut men, Colour::White),
                'b' => (&mut men, Colour::Black),
                'W' => (&mut kings, Colour::White),
                'B' => (&mut kings, Colour::Black),
                _ => return Err(field.expected("w b W B . for its squares")),
            };
            let bit = squares.at(row, column).ok_or_else(|| {
                let place = column + 1;
                field.expected(format!("no piece on the light square {place} of the row"))
            })?;
            sets[colour as usize] |= Bitset::of(bit);
        }
    }
    Ok(StartPieces { men, kings })
}
