//! Evaluations that say what each piece is worth on each square, as that of the Slovak document does.
//!
//! ```toml
//! man = 3
//! king = 10
//! white.man.29 = 3.5    # a white man on 29 is worth this much
//! ```

use super::super::colour::Colour;
use super::super::geometry::BoardSize;
use super::{MAX_BITS, PieceSquareTables};
use crate::eval::tapered::TaperedScore;
use crate::notation::toml_fields::{TomlField, TomlFields};

/// The evaluation of a man in internal units.
const MAN: f64 = 100.0;

/// The largest worth of a piece in internal units.
const LARGEST: f64 = 10_000.0;

/// Whether a text has this form: a value for a man stands before all tables.
pub(super) fn has_form(text: &str) -> bool {
    TomlFields::parse(text).is_ok_and(|mut fields| fields.take("man").is_some())
}

/// Reads the piece-square tables of a text.
///
/// # Errors
/// A field is unknown or has a wrong value; the error names the line.
pub(super) fn read(text: &str, size: BoardSize) -> Result<PieceSquareTables, String> {
    let mut fields = TomlFields::parse(text)?;
    let mut needed = |name| {
        fields.take(name).ok_or_else(|| format!("line 1: there is no '{name}', expected what a {name} is worth"))
    };
    let (man, king) = (needed("man")?, needed("king")?);
    let unit = man.decimal()?;
    if unit <= 0.0 {
        return Err(man.expected("a number above 0"));
    }
    let base = [worth(&man, unit)?, worth(&king, unit)?];
    let mut tables = [base.map(|worth| [worth; MAX_BITS]); 2];
    for (name, colour) in [("white", Colour::White), ("black", Colour::Black)] {
        let Some(side) = fields.take(name) else { continue };
        let mut side = side.table()?;
        let down = colour == Colour::Black;
        let tables = &mut tables[usize::from(!down)];
        for (kind, name) in ["man", "king"].into_iter().enumerate() {
            let Some(squares) = side.take(name) else { continue };
            for field in squares.table()?.rest() {
                let bit = square(&field, size)?;
                if kind == 0 && size.last_row(down).has(bit) {
                    return Err(field.error("found a man on its king row, expected a king there"));
                }
                tables[kind][usize::from(bit)] = worth(&field, unit)?;
            }
        }
        side.finish()?;
    }
    fields.finish()?;
    Ok(tables)
}

/// The worth of a piece in internal units, the same in all stages of a game.
fn worth(field: &TomlField, man: f64) -> Result<TaperedScore, String> {
    let worth = field.decimal()? * MAN / man;
    if worth.abs() > LARGEST {
        let most = LARGEST / MAN;
        return Err(field.expected(format!("at most {most} times the worth of a man")));
    }
    let worth = worth.round() as i32;
    Ok(TaperedScore::new(worth, worth))
}

/// The bit of the square whose number is the name of a field.
fn square(field: &TomlField, size: BoardSize) -> Result<u8, String> {
    let number = field.name.parse().ok();
    let last = size.squares();
    let number = number.filter(|number| (1..=last).contains(number));
    number
        .map(|number| size.bit(number))
        .ok_or_else(|| field.error(format!("expected a square from 1 to {last} for the name")))
}
