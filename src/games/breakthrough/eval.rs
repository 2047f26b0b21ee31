//! Evaluation of Breakthrough: number of pawns, their advance, and their protection.

use super::position::{Breakthrough, forward};
use crate::board::Bitset;
use crate::board::square::rank_set;
use crate::eval::{Evaluator, Model, ModelError, ModelOf, Term, read_once, weights};
use crate::game::{Game, Side};
use crate::system::data_file::{DataFile, embedded_file};
use once_cell::sync::OnceCell;
use serde::Deserialize;
use std::sync::Arc;

/// The weights; `weights.toml` explains each.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct BreakthroughWeights {
    pawn: i16,
    advance: Vec<i16>,
    protected: i16,
}

/// The number of rows on which a pawn can stand before the game is over.
const ROWS: usize = 7;

/// The names of the terms, which are those of their weights.
const TERMS: [&str; 3] = ["pawn", "advance", "protected"];

impl Model for BreakthroughWeights {
    const EMBEDDED: DataFile = embedded_file!("src/games/breakthrough/weights.toml");

    fn embedded() -> Result<Arc<BreakthroughWeights>, ModelError> {
        static WEIGHTS: OnceCell<Arc<BreakthroughWeights>> = OnceCell::new();
        read_once(&WEIGHTS)
    }

    fn read(bytes: &[u8]) -> Result<BreakthroughWeights, ModelError> {
        let weights: BreakthroughWeights = weights::read(bytes)?;
        match weights.advance.len() {
            ROWS => Ok(weights),
            found => Err(ModelError(format!("advance: found {found} numbers, expected {ROWS}"))),
        }
    }
}

impl ModelOf<Breakthrough> for BreakthroughWeights {
    type Evaluator = BreakthroughEvaluator;

    fn evaluator(model: &Arc<Self>) -> BreakthroughEvaluator {
        BreakthroughEvaluator(Arc::clone(model))
    }
}

impl BreakthroughWeights {
    /// The value of each of [`TERMS`] for one side.
    fn terms(&self, position: &Breakthrough, side: Side) -> [i32; TERMS.len()] {
        let pawns = position.pawns(side);
        let times = |set: Bitset, weight: i16| set.count() as i32 * i32::from(weight);
        let row = |number: u8| match side {
            Side::First => rank_set(number),
            Side::Second => rank_set(7 - number),
        };
        let advance = |(number, &weight)| times(pawns & row(number), weight);
        let guarded = forward(side, -1, pawns) | forward(side, 1, pawns);
        [times(pawns, self.pawn), (0..).zip(&self.advance).map(advance).sum(), times(pawns & guarded, self.protected)]
    }
}

/// Evaluates positions from scratch: the few terms need no incremental updates.
pub struct BreakthroughEvaluator(Arc<BreakthroughWeights>);

impl Evaluator<Breakthrough> for BreakthroughEvaluator {
    fn score(&mut self, position: &Breakthrough) -> i32 {
        let us = position.side_to_move();
        let sum = |side| self.0.terms(position, side).iter().sum::<i32>();
        sum(us) - sum(!us)
    }

    fn explain(&self, position: &Breakthrough) -> Vec<Term> {
        let [first, second] = Side::each(|side| self.0.terms(position, side));
        let terms = TERMS.into_iter().zip(first.into_iter().zip(second));
        terms.map(|(name, (first, second))| Term { name, values: [first, second] }).collect()
    }
}
