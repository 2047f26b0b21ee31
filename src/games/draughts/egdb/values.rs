//! The values of whole slices, two bits a position.

use super::board::EgdbBoard;
use super::index::{EgdbSlice, SliceIndex};
use crate::game::Outcome;
use crate::games::draughts::DraughtsVariant;
use std::ops::ControlFlow;

/// Who tells the values of positions in which nothing can be captured.
pub trait ValueLookup<V: DraughtsVariant>: Sync {
    /// The value of such a board for the side to move; both sides have pieces.
    fn value_of_quiet(&self, board: &EgdbBoard<V>) -> Outcome;

    /// The value of any board. Captures are played out: that is what the rules demand, so tables
    /// need not hold positions with one.
    fn value(&self, board: &EgdbBoard<V>) -> Outcome {
        match board {
            board if board.own.all().is_empty() => Outcome::Loss,
            board if board.their.all().is_empty() => Outcome::Win,
            board if board.has_capture() => self.value_by_moves(board),
            board => self.value_of_quiet(board),
        }
    }

    /// The value of a board by its moves.
    fn value_by_moves(&self, board: &EgdbBoard<V>) -> Outcome {
        let mut best = Outcome::Loss;
        let _ = board.visit(|mv| match self.value(&board.after(mv)) {
            Outcome::Loss => {
                best = Outcome::Win;
                ControlFlow::Break(())
            }
            value => {
                best = if value == Outcome::Draw {
                    Outcome::Draw
                } else {
                    best
                };
                ControlFlow::Continue(())
            }
        });
        best
    }
}

/// The values of one slice, two bits each.
#[derive(Debug)]
pub struct SliceValues<V> {
    /// Its numbers.
    pub index: SliceIndex<V>,
    packed: Vec<u8>,
}

impl<V: DraughtsVariant> SliceValues<V> {
    /// Values in the order of the numbers; any where there is a capture.
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

/// Slices that have been solved.
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

    /// The values of a slice.
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
