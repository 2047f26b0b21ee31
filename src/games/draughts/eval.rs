//! Evaluation of English draughts by pieces on squares and counted terms.

mod inputs;
mod terms;
pub mod thesis;

use super::geometry::Geometry;
use super::{English, Position, Variant};
use crate::board::Bitset;
use crate::eval::choice;
use crate::eval::hand_crafted::Weighted;
use crate::eval::stages::Stages;
use crate::eval::tapered::{self, Pair};
use crate::eval::{Model, ModelError, Term, once, weights};
use crate::game::{Game, Side};
pub use inputs::Inputs;
use once_cell::sync::OnceCell;
use std::sync::Arc;
use terms::{COUNT, LAYOUT};

type Board = <English as Variant>::Board;

/// Bits of a board, ghosts among them.
const BITS: usize = 35;

/// What the first side's men and kings are worth on every square (those of the second, on the board
/// turned, count the other way), and what the terms are worth: `eval/english.toml` explains each.
#[derive(Debug)]
pub struct Weights {
    /// By side, men or kings, and bit.
    pieces: [[[Pair; BITS]; 2]; 2],
    /// By the numbers of [`terms`].
    terms: [Pair; COUNT],
}

impl Model for Weights {
    const EMBEDDED: &'static [u8] = include_bytes!("../../../eval/english.toml");

    fn embedded() -> Result<Arc<Weights>, ModelError> {
        static WEIGHTS: OnceCell<Arc<Weights>> = OnceCell::new();
        once(&WEIGHTS)
    }

    fn read(bytes: &[u8]) -> Result<Weights, ModelError> {
        let mut stages: Stages = weights::read(bytes)?;
        let mut tables = [[Pair::default(); BITS]; 2];
        for (table, name) in tables.iter_mut().zip(["man", "king"]) {
            let value = stages.take(name, 1)?[0];
            let squares = stages.take(&format!("{name}_squares"), Board::SQUARES.into())?;
            for (number, worth) in (1..).zip(squares) {
                table[usize::from(Board::bit(number))] = value + worth;
            }
        }
        let turned = |table: &[Pair; BITS]| std::array::from_fn(|bit| -table[BITS - 1 - bit]);
        let terms = stages.take_all(&LAYOUT)?;
        stages.finish()?;
        Ok(Weights {
            pieces: [tables, tables.each_ref().map(turned)],
            terms: terms.try_into().expect("as many as the layout has"),
        })
    }
}

impl Weights {
    /// The sum over the pieces of a side on some squares, men and kings, for the first side.
    #[inline]
    fn sum_of(&self, position: &Position<English>, side: Side, set: Bitset) -> [Pair; 2] {
        let [men, kings] = &self.pieces[side.index()];
        let sum = |set: Bitset, table: &[Pair; BITS]| {
            set.fold(Pair::default(), |sum, bit| sum + table[usize::from(bit)])
        };
        [
            sum(position.men(side) & set, men),
            sum(position.kings(side) & set, kings),
        ]
    }
}

/// Pieces at the start: so much of the middle game.
const ALL: i32 = 24;

/// A sum as one number, where so many pieces are on the board.
#[inline]
fn mix(sum: Pair, pieces: i32) -> i32 {
    (sum.middle() * pieces + sum.end() * (ALL - pieces)) / ALL
}

/// What positions are valued by: [`Weights`] or a network.
pub type Choice = choice::Choice<Weights, Position<English>, Inputs>;

/// Values positions by what was chosen.
pub type Chosen = choice::Chosen<Weights, Position<English>, Inputs>;

impl Weighted<Position<English>> for Weights {
    #[inline]
    fn sides(position: &Position<English>) -> [Bitset; 2] {
        Side::BOTH.map(|side| position.pieces(side))
    }

    #[inline]
    fn sum(&self, position: &Position<English>, set: Bitset) -> Pair {
        let [first, second] = Side::BOTH;
        let of = |side| {
            let [men, kings] = self.sum_of(position, side, set);
            men + kings
        };
        of(first) + of(second)
    }

    fn score(&self, position: &Position<English>, mut sum: Pair) -> i32 {
        terms::visit(position, |index, count| {
            sum = sum + self.terms[index] * count;
        });
        let score = mix(sum, position.occupied().count() as i32);
        match position.side_to_move() {
            Side::First => score,
            Side::Second => -score,
        }
    }

    fn explain(&self, position: &Position<English>) -> Vec<Term> {
        let all = position.occupied();
        let [first, second] = Side::BOTH.map(|side| self.sum_of(position, side, all));
        let mut parts = vec![
            ("man", [first[0], second[0]]),
            ("king", [first[1], second[1]]),
        ];
        let visit = |tell: &mut dyn FnMut(usize, i32)| terms::visit(position, tell);
        parts.extend(tapered::parts(&LAYOUT, &self.terms, visit));
        tapered::explain(parts, |sum| mix(sum, all.count() as i32))
    }
}
