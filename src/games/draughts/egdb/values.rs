//! Lookup of the values of boards, and uncompressed values of slices (two bits for a position).

use super::board::EgdbBoard;
use super::index::{EgdbSlice, SliceIndex};
use crate::game::Outcome;
use crate::games::draughts::DraughtsVariant;
use std::ops::ControlFlow;

/// A source of values. It stores those of boards without a capture; others are derived from these.
pub trait ValueLookup<V: DraughtsVariant>: Sync {
    /// The value of a board without a capture for the side to move. Both sides must have pieces.
    fn value_of_quiet(&self, board: &EgdbBoard<V>) -> Outcome;

    /// The value of any board for the side to move. Captures are compulsory, so they are played until
    /// there is none.
    fn value(&self, board: &EgdbBoard<V>) -> Outcome {
        if let Some(result) = board.result() {
            result
        } else if board.has_capture() {
            self.value_by_moves(board)
        } else {
            self.value_of_quiet(board)
        }
    }

    /// The value of a board on which the game is not over, derived from the values after its moves.
    fn value_by_moves(&self, board: &EgdbBoard<V>) -> Outcome {
        let mut best = None;
        let _ = board.visit(|mv| {
            best = better_of(best, self.value(&board.play(mv)).flipped());
            match best {
                Some(Outcome::Win) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        best.unwrap_or_else(|| board.outcome_without_moves())
    }
}

/// The better of two values; `best` is `None` if there is none yet.
pub(super) fn better_of(best: Option<Outcome>, value: Outcome) -> Option<Outcome> {
    let worth = |value| match value {
        Outcome::Loss => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    };
    match best {
        Some(best) if worth(best) >= worth(value) => Some(best),
        _ => Some(value),
    }
}

/// The values of one slice, uncompressed: two bits for a position.
#[derive(Debug)]
pub struct SliceValues<V> {
    /// The index of the positions.
    pub index: SliceIndex<V>,
    packed: Vec<u8>,
}

impl<V: DraughtsVariant> SliceValues<V> {
    /// Takes the values in the order of the index. Positions with a capture may have any value.
    pub fn new(index: SliceIndex<V>, values: impl Iterator<Item = Outcome>) -> SliceValues<V> {
        let mut packed = vec![0; index.size().div_ceil(4)];
        for (number, value) in values.enumerate() {
            packed[number / 4] |= (value as u8) << (number % 4 * 2);
        }
        SliceValues { index, packed }
    }

    #[inline]
    fn value(&self, number: usize) -> Outcome {
        match self.packed[number / 4] >> (number % 4 * 2) & 3 {
            0 => Outcome::Win,
            1 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }
}

/// The values of the slices that have been solved.
#[derive(Debug)]
pub struct SolvedSlices<V>(Vec<Option<SliceValues<V>>>);

impl<V: DraughtsVariant> Default for SolvedSlices<V> {
    fn default() -> Self {
        SolvedSlices((0..EgdbSlice::CODES).map(|_| None).collect())
    }
}

impl<V: DraughtsVariant> SolvedSlices<V> {
    /// Adds a slice.
    pub fn insert(&mut self, values: SliceValues<V>) {
        let code = values.index.slice.code();
        self.0[code] = Some(values);
    }

    /// The values of a slice, if it has been solved.
    pub fn get(&self, slice: EgdbSlice) -> Option<&SliceValues<V>> {
        self.0[slice.code()].as_ref()
    }
}

impl<V: DraughtsVariant> ValueLookup<V> for SolvedSlices<V> {
    #[inline]
    fn value_of_quiet(&self, board: &EgdbBoard<V>) -> Outcome {
        let values = self.get(EgdbSlice::of(board));
        let values = values.expect("slices are solved in order");
        values.value(values.index.number(board))
    }
}
