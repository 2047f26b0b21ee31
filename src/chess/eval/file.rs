//! The weights of the evaluation as text.

use super::terms::{COUNT, LAYOUT};
use super::{Pair, Phase, Weights};
use crate::eval::{ModelError, weights};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Pieces in the order of [`Piece`](super::super::Piece), as the files call them.
pub(super) const PIECES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// The file of an evaluation whose weights fade from those of the middle game into those of the
/// endgame: `eval/default.toml` explains each.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tapered {
    middlegame: Stage,
    endgame: Stage,
}

/// One stage of the game: single weights by the names of the terms, and lists of them.
#[derive(Deserialize)]
struct Stage(BTreeMap<String, Numbers>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Numbers {
    One(i16),
    Many(Vec<i16>),
}

/// The file of the simple evaluation: `eval/simay.toml` explains each.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Simple {
    values: Values,
    squares: Squares,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Values {
    pawn: i16,
    knight: i16,
    bishop: i16,
    rook: i16,
    queen: i16,
}

/// Square tables as White sees them, the eighth rank first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Squares {
    pawn: Vec<i16>,
    knight: Vec<i16>,
    bishop: Vec<i16>,
    rook: Vec<i16>,
    queen: Vec<i16>,
    king_middlegame: Vec<i16>,
    king_endgame: Vec<i16>,
}

/// Reads either form; one that has a table `values` is simple.
pub(super) fn read(bytes: &[u8]) -> Result<Weights, ModelError> {
    let simple = bytes.windows(8).any(|window| window == b"[values]");
    match simple {
        true => weights::read::<Simple>(bytes)?.weights(),
        false => weights::read::<Tapered>(bytes)?.weights(),
    }
}

impl Simple {
    fn weights(self) -> Result<Weights, ModelError> {
        let Simple { values, squares } = self;
        let king = [squares.king_middlegame, squares.king_endgame];
        let kings = king
            .each_ref()
            .map(|table| with_value("squares.king", 0, table));
        let [middle, end] = kings;
        let both = |name, value, table: &Vec<i16>| {
            with_value(name, value, table).map(|worth| worth.map(|worth| Pair::of(worth, worth)))
        };
        let (middle, end) = (middle?, end?);
        let tables = [
            both("squares.pawn", values.pawn, &squares.pawn)?,
            both("squares.knight", values.knight, &squares.knight)?,
            both("squares.bishop", values.bishop, &squares.bishop)?,
            both("squares.rook", values.rook, &squares.rook)?,
            both("squares.queen", values.queen, &squares.queen)?,
            std::array::from_fn(|square| Pair::of(middle[square], end[square])),
        ];
        Ok(Weights::new(&tables, Phase::Sudden, None))
    }
}

impl Tapered {
    fn weights(mut self) -> Result<Weights, ModelError> {
        let mut tables = [[Pair::default(); 64]; 6];
        for (piece, name) in PIECES.iter().enumerate() {
            let value = match *name {
                "king" => Pair::default(),
                _ => self.take(name, 1)?[0],
            };
            let squares = self.take(&format!("{name}_squares"), 64)?;
            for (place, &worth) in squares.iter().enumerate() {
                tables[piece][place ^ 56] = value + worth;
            }
        }
        let mut terms = Box::new([Pair::default(); COUNT]);
        let mut rest = &mut terms[..];
        for (name, count) in LAYOUT {
            let (these, others) = rest.split_at_mut(count);
            these.copy_from_slice(&self.take(name, count)?);
            rest = others;
        }
        let unknown = [("middlegame", &self.middlegame), ("endgame", &self.endgame)];
        for (stage, Stage(rest)) in unknown {
            if let Some(name) = rest.keys().next() {
                return Err(ModelError(format!("[{stage}]: there is no term '{name}'")));
            }
        }
        Ok(Weights::new(&tables, Phase::Gradual, Some(terms)))
    }

    /// Takes the weights of a term out of both stages.
    fn take(&mut self, name: &str, count: usize) -> Result<Vec<Pair>, ModelError> {
        let middle = self.middlegame.take("middlegame", name, count)?;
        let end = self.endgame.take("endgame", name, count)?;
        let pair = |(&middle, &end): (&i16, &i16)| Pair::of(middle.into(), end.into());
        Ok(middle.iter().zip(&end).map(pair).collect())
    }
}

impl Stage {
    fn take(&mut self, stage: &str, name: &str, count: usize) -> Result<Vec<i16>, ModelError> {
        let numbers = match self.0.remove(name) {
            Some(Numbers::One(number)) => vec![number],
            Some(Numbers::Many(numbers)) => numbers,
            None => Vec::new(),
        };
        match numbers.len() == count {
            true => Ok(numbers),
            false => {
                let found = numbers.len();
                Err(ModelError(format!(
                    "[{stage}] {name}: found {found} numbers, expected {count}"
                )))
            }
        }
    }
}

/// A table by the numbers of squares (a1 first), with the value of the piece added.
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
