//! Uncompressed values of slices (two bits for a position).

use super::board::{EgdbPieces, ValueLookup};
use super::index::{EgdbSlice, SliceIndex};
use crate::game::Outcome;

/// The values of one slice, uncompressed: two bits for a position.
#[derive(Debug)]
pub struct SliceValues {
    /// The index of the positions.
    pub index: SliceIndex,
    packed: Vec<u8>,
}

impl SliceValues {
    /// Takes the values in the order of the index. Positions with a capture may have any value.
    pub fn new(index: SliceIndex, values: impl Iterator<Item = Outcome>) -> SliceValues {
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
#[derive(Default, Debug)]
pub struct SolvedSlices(Vec<Option<SliceValues>>);

impl SolvedSlices {
    /// Adds a slice.
    pub fn insert(&mut self, values: SliceValues) {
        let code = values.index.slice.code();
        self.0.resize_with(EgdbSlice::CODES, || None);
        self.0[code] = Some(values);
    }

    /// Frees the memory of slices whose values are not needed any more. They still count as solved.
    pub fn drop_values(&mut self, is_unneeded: impl Fn(EgdbSlice) -> bool) {
        let unneeded = self.0.iter_mut().flatten().filter(|values| is_unneeded(values.index.slice));
        unneeded.for_each(|values| values.packed = Vec::new());
    }

    /// The values of a slice, if it has been solved.
    pub fn get(&self, slice: EgdbSlice) -> Option<&SliceValues> {
        self.0.get(slice.code())?.as_ref()
    }
}

impl ValueLookup for SolvedSlices {
    #[inline]
    fn value_of_quiet(&self, pieces: &EgdbPieces) -> Outcome {
        let values = self.get(EgdbSlice::of(pieces)).expect("slices are solved in order");
        values.value(values.index.number(pieces))
    }
}
