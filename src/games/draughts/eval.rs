//! The hand-written evaluation of the draughts family: piece-square tables and positional terms.

mod embedded;
mod inputs;
mod square_values;
mod terms;

use super::geometry::{BoardSize, Geometry};
use super::{DraughtsPosition, DraughtsVariant};
use crate::board::Bitset;
use crate::eval::either;
use crate::eval::hand_crafted::HandCraftedWeights;
use crate::eval::tapered::{self, TaperedScore, TermLayout};
use crate::eval::tapered_weights::{TaperedWeights, WeightTable};
use crate::eval::{Model, ModelError, Term, weights};
use crate::game::{Game, Side};
use crate::system::data_file::DataFile;
pub use inputs::SquareFeatures;
use serde::Deserialize;
use std::marker::PhantomData;
use terms::{MAX_COUNT, layout};

/// The bits of a set, more than any board has: no index needs to be checked.
const MAX_BITS: usize = 64;

/// The values of pieces, indexed by the direction of the men (0 for down), man or king, and bit.
type PieceSquareTables = [[[TaperedScore; MAX_BITS]; 2]; 2];

/// Piece-square tables and weights of the positional terms. `eval/english.toml` explains each weight. A file may also
/// have values on squares alone.
#[derive(Debug)]
pub struct DraughtsWeights<V> {
    values: WeightValues,
    variant: PhantomData<V>,
}

/// The values of a file of weights.
#[derive(Debug)]
struct WeightValues {
    pieces: PieceSquareTables,
    /// Indexed like the [layout](terms::layout) of the board; `None` if the file has values on squares alone.
    terms: Option<[TaperedScore; MAX_COUNT]>,
    coarse: bool,
}

/// A file of weights such as `eval/english.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    /// Whether the evaluation is [coarse](crate::eval::Evaluator::coarse).
    #[serde(default)]
    coarse: bool,
    middlegame: WeightTable,
    endgame: WeightTable,
}

impl<V: DraughtsVariant> Model for DraughtsWeights<V> {
    const EMBEDDED: DataFile = embedded::first_game(V::KIND).evaluation.weights;

    fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        let values = WeightValues::read(bytes, V::Board::SIZE, layout::<V::Board>())?;
        Ok(DraughtsWeights { values, variant: PhantomData })
    }

    /// Values on squares have a unit of their own.
    fn is_tunable(text: &str) -> bool {
        !square_values::has_form(text)
    }
}

impl WeightValues {
    /// Reads a file for a board and its terms.
    fn read(bytes: &[u8], size: BoardSize, layout: &TermLayout) -> Result<WeightValues, ModelError> {
        let text = weights::text(bytes)?;
        if square_values::has_form(text) {
            let pieces = square_values::read(text, size).map_err(ModelError)?;
            return Ok(WeightValues { pieces, terms: None, coarse: false });
        }
        let file: WeightsFile = weights::read(bytes)?;
        let mut stages = TaperedWeights::new(file.middlegame, file.endgame);
        let mut pieces = [[[TaperedScore::default(); MAX_BITS]; 2]; 2];
        let last = size.bit(size.squares());
        for (kind, name) in ["man", "king"].into_iter().enumerate() {
            let value = stages.take(name, 1)?[0];
            let squares = stages.take(&format!("{name}_squares"), size.squares().into())?;
            for (number, worth) in (1..).zip(squares) {
                let bit = size.bit(number);
                pieces[0][kind][usize::from(bit)] = value + worth;
                pieces[1][kind][usize::from(last - bit)] = value + worth;
            }
        }
        let mut terms = [TaperedScore::default(); MAX_COUNT];
        let taken = stages.take_all(layout)?;
        terms[..taken.len()].copy_from_slice(&taken);
        stages.finish()?;
        Ok(WeightValues { pieces, terms: Some(terms), coarse: file.coarse })
    }
}

impl<V: DraughtsVariant> DraughtsWeights<V> {
    /// The sums of the piece-square values of a side's men and of its kings on the squares of `set`.
    #[inline]
    fn sum_of(&self, position: &DraughtsPosition<V>, side: Side, set: Bitset) -> [TaperedScore; 2] {
        let [men, kings] = &self.values.pieces[usize::from(!position.moves_down(side))];
        let sum = |set: Bitset, table: &[TaperedScore; MAX_BITS]| {
            set.fold(TaperedScore::default(), |sum, bit| sum + table[usize::from(bit)])
        };
        [sum(position.men(side) & set, men), sum(position.kings(side) & set, kings)]
    }
}

/// Interpolates between middlegame and endgame by the number of pieces on the board. At the start of a game only
/// the middlegame weights count.
#[inline]
fn interpolate<V: DraughtsVariant>(sum: TaperedScore, position: &DraughtsPosition<V>) -> i32 {
    let pieces = position.occupied().count() as i32;
    let all = 2 * i32::from(position.rules().pieces);
    (sum.middlegame() * pieces + sum.endgame() * (all - pieces)) / all
}

/// The evaluation of a game of the draughts family: [`DraughtsWeights`] or a network.
pub type DraughtsModel<V> = either::EitherModel<DraughtsWeights<V>, DraughtsPosition<V>, SquareFeatures<V>>;

impl<V: DraughtsVariant> HandCraftedWeights<DraughtsPosition<V>> for DraughtsWeights<V> {
    fn embedded_file(position: &DraughtsPosition<V>) -> DataFile {
        embedded::evaluation(V::KIND, position.rules()).weights
    }

    #[inline]
    fn sides(position: &DraughtsPosition<V>) -> [Bitset; 2] {
        Side::each(|side| position.pieces(side))
    }

    #[inline]
    fn sum(&self, position: &DraughtsPosition<V>, set: Bitset) -> TaperedScore {
        let of = |side| {
            let [men, kings] = self.sum_of(position, side, set);
            men + kings
        };
        of(Side::First) - of(Side::Second)
    }

    #[inline]
    fn change(&self, before: &DraughtsPosition<V>, after: &DraughtsPosition<V>) -> TaperedScore {
        let change = |side: Side| {
            let values = &self.values.pieces[usize::from(!before.moves_down(side))];
            let value_in = |position: &DraughtsPosition<V>, set: Bitset| {
                set.fold(TaperedScore::default(), |sum, bit| {
                    sum + values[usize::from(position.kings.has(bit))][usize::from(bit)]
                })
            };
            let (old, new) = (before.pieces(side), after.pieces(side));
            // A man that captures in a circle can become a king where it stood.
            let promoted = old & new & (before.kings ^ after.kings);
            value_in(after, new & !old | promoted) - value_in(before, old & !new | promoted)
        };
        change(Side::First) - change(Side::Second)
    }

    fn score(&self, position: &DraughtsPosition<V>, mut sum: TaperedScore) -> i32 {
        if let Some(weights) = &self.values.terms {
            sum = sum + terms::sum(position, weights);
        }
        position.side_to_move().relative(interpolate(sum, position))
    }

    fn coarse(&self) -> bool {
        self.values.coarse
    }

    fn explain(&self, position: &DraughtsPosition<V>) -> Vec<Term> {
        let all = position.occupied();
        let [first, second] = Side::each(|side| self.sum_of(position, side, all));
        let mut parts = vec![("man", [first[0], -second[0]]), ("king", [first[1], -second[1]])];
        if let Some(weights) = &self.values.terms {
            let visit = |tell: &mut dyn FnMut(usize, i32)| terms::visit(position, tell);
            parts.extend(tapered::sum_terms(layout::<V::Board>(), weights, visit));
        }
        tapered::interpolate_terms(parts, |sum| interpolate(sum, position))
    }
}
