//! Reads weights of the chess evaluation from text.

use super::scale::DISCOUNTS;
use super::terms::{LAYOUT, OutpostRule, REQUIRED, TermWeights};
use super::{ChessWeights, PhaseRule, TaperedScore};
use crate::eval::tapered_weights::{TaperedWeights, WeightTable};
use crate::eval::{ModelError, weights};
use serde::Deserialize;

/// The names of pieces in the files, in the order of [`Piece`](super::super::Piece).
pub(super) const PIECES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// A file of the simple evaluation. `eval/simay.toml` and `eval/simay-full.toml` explain the fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SimpleWeights {
    #[serde(default)]
    outposts: OutpostRule,
    values: PieceValues,
    #[serde(default)]
    squares: PieceSquareTables,
    #[serde(default)]
    terms: WeightTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceValues {
    pawn: i16,
    knight: i16,
    bishop: i16,
    rook: i16,
    queen: i16,
}

/// Piece-square tables as White sees them, the eighth rank first. A table that is not given is all zeros.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct PieceSquareTables {
    pawn: Option<Vec<i16>>,
    knight: Option<Vec<i16>>,
    bishop: Option<Vec<i16>>,
    rook: Option<Vec<i16>>,
    queen: Option<Vec<i16>>,
    king_middlegame: Option<Vec<i16>>,
    king_endgame: Option<Vec<i16>>,
    /// How the two tables of the king are used.
    #[serde(default)]
    king_tables: PhaseRule,
}

/// Reads either format. A file with a table `values` has the simple one.
pub(super) fn read(bytes: &[u8]) -> Result<ChessWeights, ModelError> {
    let simple = weights::read::<toml::Table>(bytes)?.contains_key("values");
    if simple { weights::read::<SimpleWeights>(bytes)?.weights() } else { tapered(weights::read(bytes)?) }
}

impl SimpleWeights {
    fn weights(self) -> Result<ChessWeights, ModelError> {
        let SimpleWeights { outposts, values, squares, mut terms } = self;
        let both = |name, value, table: &Option<Vec<i16>>| {
            with_value(name, value, table).map(|table| table.map(|score| TaperedScore::new(score, score)))
        };
        let middle = with_value("squares.king_middlegame", 0, &squares.king_middlegame)?;
        let end = with_value("squares.king_endgame", 0, &squares.king_endgame)?;
        let tables = [
            both("squares.pawn", values.pawn, &squares.pawn)?,
            both("squares.knight", values.knight, &squares.knight)?,
            both("squares.bishop", values.bishop, &squares.bishop)?,
            both("squares.rook", values.rook, &squares.rook)?,
            both("squares.queen", values.queen, &squares.queen)?,
            std::array::from_fn(|square| TaperedScore::new(middle[square], end[square])),
        ];
        let discounts = discounts(&mut terms)?;
        let mut weights = term_weights(&mut terms)?;
        weights.groups.outposts = outposts;
        terms.finish("terms")?;
        Ok(ChessWeights { discounts, ..ChessWeights::new(&tables, squares.king_tables, weights) })
    }
}

/// The weights of `[terms]`, the same in the middlegame and the endgame.
fn term_weights(table: &mut WeightTable) -> Result<TermWeights, ModelError> {
    let untapered = |weight: i16| TaperedScore::new(weight.into(), weight.into());
    let mut weights = Vec::new();
    for (name, count) in LAYOUT {
        let numbers = table.take_optional("terms", name, count)?;
        weights.push(numbers.map(|numbers| numbers.into_iter().map(untapered).collect()));
    }
    Ok(TermWeights::new(weights))
}

/// The percentages of the [`DISCOUNTS`] in `[terms]`.
fn discounts(table: &mut WeightTable) -> Result<[Option<i32>; DISCOUNTS.len()], ModelError> {
    let mut percentages = [None; DISCOUNTS.len()];
    for (percentage, (name, _)) in percentages.iter_mut().zip(DISCOUNTS) {
        let numbers = table.take_optional("terms", name, 1)?;
        *percentage = match numbers.and_then(|numbers| numbers.first().copied()) {
            Some(percent) if !(0..=100).contains(&percent) => {
                return Err(ModelError(format!(
                    "[terms] {name}: found {percent}, expected a percentage from 0 to 100"
                )));
            }
            percent => percent.map(i32::from),
        };
    }
    Ok(percentages)
}

/// The weights of a tapered evaluation. `eval/default.toml` explains the fields.
fn tapered(mut file: TaperedWeights) -> Result<ChessWeights, ModelError> {
    let mut tables = [[TaperedScore::default(); 64]; 6];
    for (piece, name) in PIECES.iter().enumerate() {
        let value = if *name == "king" { TaperedScore::default() } else { file.take(name, 1)?[0] };
        for (place, &bonus) in file.take(&format!("{name}_squares"), 64)?.iter().enumerate() {
            tables[piece][place ^ 56] = value + bonus;
        }
    }
    let mut terms = Vec::new();
    for (term, (name, count)) in LAYOUT.into_iter().enumerate() {
        terms.push(if term < REQUIRED { Some(file.take(name, count)?) } else { file.take_optional(name, count)? });
    }
    file.finish()?;
    Ok(ChessWeights::new(&tables, PhaseRule::Gradual, TermWeights::new(terms)))
}

/// A piece-square table, a1 first, with the value of the piece added.
fn with_value(name: &str, value: i16, table: &Option<Vec<i16>>) -> Result<[i32; 64], ModelError> {
    let value = i32::from(value);
    let Some(table) = table else {
        return Ok([value; 64]);
    };
    let found = table.len();
    match <&[i16; 64]>::try_from(&table[..]) {
        Ok(table) => Ok(std::array::from_fn(|square| value + i32::from(table[square ^ 56]))),
        Err(_) => Err(ModelError(format!("{name}: found {found} numbers, expected 64"))),
    }
}
