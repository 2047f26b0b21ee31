//! The evaluation of G. Pongor's thesis (Debrecen 2009): men, kings and their neighbours.

use super::super::geometry::{Geometry, shift};
use super::super::{DraughtsPosition, DraughtsVariant};
use crate::board::Bitset;
use crate::eval::{Evaluator, Model, ModelError, ModelOf, Term, read_once, weights};
use crate::game::{Game, Side};
use once_cell::sync::OnceCell;
use serde::Deserialize;
use std::sync::Arc;

/// The weights; `eval/pongor.toml` explains each.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct PongorWeights {
    man: i16,
    king: i16,
    advance: Vec<i16>,
    king_on_edge: i16,
    king_in_corner: i16,
    neighbour: i16,
}

/// The number of rows on which a man can stand, on the 8 x 8 board.
const ROWS: usize = 7;

/// The names of the terms.
const PARTS: [&str; 6] = [
    "man",
    "king",
    "advance",
    "king_on_edge",
    "king_in_corner",
    "neighbour",
];

impl Model for PongorWeights {
    const EMBEDDED: &'static [u8] = include_bytes!("../../../../eval/pongor.toml");

    fn embedded() -> Result<Arc<PongorWeights>, ModelError> {
        static WEIGHTS: OnceCell<Arc<PongorWeights>> = OnceCell::new();
        read_once(&WEIGHTS)
    }

    fn read(bytes: &[u8]) -> Result<PongorWeights, ModelError> {
        let weights: PongorWeights = weights::read(bytes)?;
        match weights.advance.len() {
            ROWS => Ok(weights),
            found => Err(ModelError(format!(
                "advance: found {found} numbers, expected {ROWS}"
            ))),
        }
    }
}

impl PongorWeights {
    /// The evaluation of the pieces of one side.
    pub fn of_side<V: DraughtsVariant>(&self, position: &DraughtsPosition<V>, side: Side) -> i32 {
        self.parts(position, side).iter().sum()
    }

    /// The evaluation of the pieces of one side, split into [`PARTS`].
    #[inline]
    fn parts<V: DraughtsVariant>(
        &self,
        position: &DraughtsPosition<V>,
        side: Side,
    ) -> [i32; PARTS.len()] {
        let (men, kings) = (position.men(side), position.kings(side));
        let own = men | kings;
        let times = |set: Bitset, worth: i16| set.count() as i32 * i32::from(worth);
        let down = position.moves_down(side);
        let advance = |(row, &worth): (u8, &i16)| {
            let row = if down { row } else { V::Board::ROWS - 1 - row };
            times(men & V::Board::rows(row, 1), worth)
        };
        let corners = kings & V::Board::CORNERS;
        let edge = kings & V::Board::EDGE & !V::Board::CORNERS;
        // A pair of neighbours counts for both pieces.
        let pairs = V::Board::forward_steps(true).map(|step| shift(own, step) & own);
        let neighbours: i32 = pairs.map(|set| times(set, self.neighbour)).iter().sum();
        [
            times(men, self.man),
            times(kings, self.king),
            (0..).zip(&self.advance).map(advance).sum(),
            times(edge, self.king_on_edge),
            times(corners, self.king_in_corner),
            2 * neighbours,
        ]
    }
}

/// Evaluates positions from scratch: the few bitset operations need no incremental updates.
pub struct PongorEvaluator(Arc<PongorWeights>);

impl<V: DraughtsVariant> ModelOf<DraughtsPosition<V>> for PongorWeights {
    type Evaluator = PongorEvaluator;

    const FINE: bool = false;

    fn evaluator(weights: &Arc<PongorWeights>) -> PongorEvaluator {
        PongorEvaluator(Arc::clone(weights))
    }
}

impl<V: DraughtsVariant> Evaluator<DraughtsPosition<V>> for PongorEvaluator {
    fn score(&mut self, position: &DraughtsPosition<V>) -> i32 {
        let us = position.side_to_move();
        self.0.of_side(position, us) - self.0.of_side(position, !us)
    }

    fn explain(&self, position: &DraughtsPosition<V>) -> Vec<Term> {
        let [first, second] = Side::BOTH.map(|side| self.0.parts(position, side));
        let each = PARTS.into_iter().zip(first.into_iter().zip(second));
        each.map(|(name, (first, second))| Term {
            name,
            values: [first, second],
        })
        .collect()
    }
}
