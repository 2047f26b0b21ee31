//! Reads weights of the chess evaluation from text.

use super::terms::LAYOUT;
use super::{ChessWeights, PhaseRule, TaperedScore};
use crate::eval::tapered_weights::TaperedWeights;
use crate::eval::{ModelError, weights};
use serde::Deserialize;

/// The names of pieces in the files, in the order of [`Piece`](super::super::Piece).
pub(super) const PIECES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// A file of the simple evaluation. `eval/simay.toml` explains the fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SimpleWeights {
    values: PieceValues,
    squares: PieceSquareTables,
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

/// Piece-square tables as White sees them, the eighth rank first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceSquareTables {
    pawn: Vec<i16>,
    knight: Vec<i16>,
    bishop: Vec<i16>,
    rook: Vec<i16>,
    queen: Vec<i16>,
    king_middlegame: Vec<i16>,
    king_endgame: Vec<i16>,
}

/// Reads either format. A file with a table `values` has the simple one.
pub(super) fn read(bytes: &[u8]) -> Result<ChessWeights, ModelError> {
    let simple = bytes.windows(8).any(|window| window == b"[values]");
    if simple {
        weights::read::<SimpleWeights>(bytes)?.weights()
    } else {
        tapered(weights::read(bytes)?)
    }
}

impl SimpleWeights {
    fn weights(self) -> Result<ChessWeights, ModelError> {
        let SimpleWeights { values, squares } = self;
        let king = [squares.king_middlegame, squares.king_endgame];
        let kings = king
            .each_ref()
            .map(|table| with_value("squares.king", 0, table));
        let [middle, end] = kings;
        let both = |name, value, table: &Vec<i16>| {
            with_value(name, value, table)
                .map(|table| table.map(|score| TaperedScore::new(score, score)))
        };
        let (middle, end) = (middle?, end?);
        let tables = [
            both("squares.pawn", values.pawn, &squares.pawn)?,
            both("squares.knight", values.knight, &squares.knight)?,
            both("squares.bishop", values.bishop, &squares.bishop)?,
            both("squares.rook", values.rook, &squares.rook)?,
            both("squares.queen", values.queen, &squares.queen)?,
            std::array::from_fn(|square| TaperedScore::new(middle[square], end[square])),
        ];
        Ok(ChessWeights::new(&tables, PhaseRule::Switched, None))
    }
}

/// The weights of a tapered evaluation. `eval/default.toml` explains the fields.
fn tapered(mut file: TaperedWeights) -> Result<ChessWeights, ModelError> {
    let mut tables = [[TaperedScore::default(); 64]; 6];
    for (piece, name) in PIECES.iter().enumerate() {
        let value = match *name {
            "king" => TaperedScore::default(),
            _ => file.take(name, 1)?[0],
        };
        let squares = file.take(&format!("{name}_squares"), 64)?;
        for (place, &bonus) in squares.iter().enumerate() {
            tables[piece][place ^ 56] = value + bonus;
        }
    }
    let terms = file.take_all(&LAYOUT)?;
    file.finish()?;
    let terms = terms.try_into().expect("as many as the layout has");
    Ok(ChessWeights::new(&tables, PhaseRule::Gradual, Some(terms)))
}

/// A piece-square table, a1 first, with the value of the piece added.
fn with_value(name: &str, value: i16, table: &[i16]) -> Result<[i32; 64], ModelError> {
    let found = table.len();
    match <&[i16; 64]>::try_from(table) {
        Ok(table) => Ok(std::array::from_fn(|square| {
            i32::from(value) + i32::from(table[square ^ 56])
        })),
        Err(_) => Err(ModelError(format!(
            "{name}: found {found} numbers, expected 64"
        ))),
    }
}
