//! The hand-written evaluation of English draughts: piece-square tables and positional terms.

mod inputs;
pub mod pongor;
mod terms;

use super::geometry::Geometry;
use super::{DraughtsPosition, DraughtsVariant, English};
use crate::board::Bitset;
use crate::eval::either;
use crate::eval::hand_crafted::HandCraftedWeights;
use crate::eval::tapered::{self, TaperedScore};
use crate::eval::tapered_weights::TaperedWeights;
use crate::eval::{Model, ModelError, Term, read_once, weights};
use crate::game::{Game, Side};
pub use inputs::EnglishFeatures;
use once_cell::sync::OnceCell;
use std::sync::Arc;
use terms::{COUNT, LAYOUT};

type Board = <English as DraughtsVariant>::Board;

/// Bits of a board, ghosts among them.
const BITS: usize = 35;

/// Piece-square tables and weights of the positional terms. `eval/english.toml` explains each weight.
#[derive(Debug)]
pub struct EnglishWeights {
    /// Indexed by side, man or king, and bit. The values are those for the first side, so the second side's
    /// are negative; its board is turned.
    pieces: [[[TaperedScore; BITS]; 2]; 2],
    /// Indexed like [`terms::LAYOUT`].
    terms: [TaperedScore; COUNT],
}

impl Model for EnglishWeights {
    const EMBEDDED: &'static [u8] = include_bytes!("../../../eval/english.toml");

    fn embedded() -> Result<Arc<EnglishWeights>, ModelError> {
        static WEIGHTS: OnceCell<Arc<EnglishWeights>> = OnceCell::new();
        read_once(&WEIGHTS)
    }

    fn read(bytes: &[u8]) -> Result<EnglishWeights, ModelError> {
        let mut stages: TaperedWeights = weights::read(bytes)?;
        let mut tables = [[TaperedScore::default(); BITS]; 2];
        for (table, name) in tables.iter_mut().zip(["man", "king"]) {
            let value = stages.take(name, 1)?[0];
            let squares = stages.take(&format!("{name}_squares"), Board::SQUARES.into())?;
            for (number, worth) in (1..).zip(squares) {
                table[usize::from(Board::bit(number))] = value + worth;
            }
        }
        let turned =
            |table: &[TaperedScore; BITS]| std::array::from_fn(|bit| -table[BITS - 1 - bit]);
        let terms = stages.take_all(&LAYOUT)?;
        stages.finish()?;
        Ok(EnglishWeights {
            pieces: [tables, tables.each_ref().map(turned)],
            terms: terms.try_into().expect("the layout has COUNT weights"),
        })
    }
}

impl EnglishWeights {
    /// The sums of the piece-square values of a side's men and of its kings on the squares of `set`, as seen by
    /// the first side.
    #[inline]
    fn sum_of(
        &self,
        position: &DraughtsPosition<English>,
        side: Side,
        set: Bitset,
    ) -> [TaperedScore; 2] {
        let [men, kings] = &self.pieces[side.index()];
        let sum = |set: Bitset, table: &[TaperedScore; BITS]| {
            set.fold(TaperedScore::default(), |sum, bit| {
                sum + table[usize::from(bit)]
            })
        };
        [
            sum(position.men(side) & set, men),
            sum(position.kings(side) & set, kings),
        ]
    }
}

/// The number of pieces at the start of a game, when only the middlegame weights count.
const START_PIECES: i32 = 24;

/// Interpolates between middlegame and endgame by the number of pieces on the board.
#[inline]
fn interpolate(sum: TaperedScore, pieces: i32) -> i32 {
    (sum.middlegame() * pieces + sum.endgame() * (START_PIECES - pieces)) / START_PIECES
}

/// The evaluation of English draughts: [`EnglishWeights`] or a network.
pub type EnglishModel =
    either::EitherModel<EnglishWeights, DraughtsPosition<English>, EnglishFeatures>;

impl HandCraftedWeights<DraughtsPosition<English>> for EnglishWeights {
    #[inline]
    fn sides(position: &DraughtsPosition<English>) -> [Bitset; 2] {
        Side::BOTH.map(|side| position.pieces(side))
    }

    #[inline]
    fn sum(&self, position: &DraughtsPosition<English>, set: Bitset) -> TaperedScore {
        let [first, second] = Side::BOTH;
        let of = |side| {
            let [men, kings] = self.sum_of(position, side, set);
            men + kings
        };
        of(first) + of(second)
    }

    fn score(&self, position: &DraughtsPosition<English>, mut sum: TaperedScore) -> i32 {
        terms::visit(position, |index, count| {
            sum = sum + self.terms[index] * count;
        });
        let score = interpolate(sum, position.occupied().count() as i32);
        match position.side_to_move() {
            Side::First => score,
            Side::Second => -score,
        }
    }

    fn explain(&self, position: &DraughtsPosition<English>) -> Vec<Term> {
        let all = position.occupied();
        let [first, second] = Side::BOTH.map(|side| self.sum_of(position, side, all));
        let mut parts = vec![
            ("man", [first[0], second[0]]),
            ("king", [first[1], second[1]]),
        ];
        let visit = |tell: &mut dyn FnMut(usize, i32)| terms::visit(position, tell);
        parts.extend(tapered::sum_terms(&LAYOUT, &self.terms, visit));
        tapered::interpolate_terms(parts, |sum| interpolate(sum, all.count() as i32))
    }
}
