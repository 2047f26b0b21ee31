//! Slices as position graphs for retrograde analysis, and the order in which they are solved.

use super::game::EgdbGame;
use super::index::{EgdbSlice, Material, SliceIndex};
use super::values::SolvedSlices;
use crate::retrograde::{InitialValue, PositionGraph};
use std::ops::Range;

/// All slices of a number of pieces in which both sides have pieces, in an order in which they can be solved:
/// promotions lead to earlier slices. Two slices that differ only in the side to move lead to each
/// other and are solved together, so only the first of them is listed.
pub fn slices(pieces: u8) -> Vec<EgdbSlice> {
    let sides = |pieces: u8| (0..=pieces).map(move |men| Material { men, kings: pieces - men });
    let mut all: Vec<EgdbSlice> = (1..pieces)
        .flat_map(|own| {
            sides(own)
                .flat_map(move |own_side| sides(pieces - own).map(move |their| EgdbSlice { own: own_side, their }))
        })
        .filter(|slice| *slice <= slice.turned())
        .collect();
    all.sort_by_key(|slice| (slice.men(), *slice));
    all
}

/// The number of positions with this many pieces, on a board with `width` playing squares in a row.
pub fn positions(width: u8, pieces: u8) -> u64 {
    slices(pieces).into_iter().map(|slice| pair_size(width, slice)).sum()
}

/// The number of positions of a slice and its turned slice.
fn pair_size(width: u8, slice: EgdbSlice) -> u64 {
    let slices = if slice == slice.turned() { 1 } else { 2 };
    slices * SliceIndex::new(width, slice).size() as u64
}

/// About how many bytes of memory it takes to build the tables of a number of pieces: two for each position of a pair of
/// slices and half a byte more while they are compressed, and two bits for each value that is kept. Those are all with
/// fewer pieces, and those with as many pieces and as many men or one man less.
pub fn memory_needed(width: u8, pieces: u8) -> u64 {
    let (mut largest, mut by_men) = (0, vec![0; usize::from(pieces) + 1]);
    for slice in slices(pieces) {
        let size = pair_size(width, slice);
        largest = size.max(largest);
        by_men[usize::from(slice.men())] += size;
    }
    let kept = by_men.windows(2).map(|layers| layers[0] + layers[1]).max().unwrap_or(0);
    let fewer: u64 = (2..pieces).map(|pieces| positions(width, pieces)).sum();
    largest * 5 / 2 + (fewer + kept) / 4
}

/// A slice and the slice with the other side to move (which may be the same one), as one graph.
pub struct SlicePair<'a> {
    game: &'a dyn EgdbGame,
    indexes: [SliceIndex; 2],
    same: bool,
    solved: &'a SolvedSlices,
}

impl<'a> SlicePair<'a> {
    /// The graph of a slice and its turned slice. All slices that captures and promotions lead to must be
    /// solved.
    pub fn new(game: &'a dyn EgdbGame, slice: EgdbSlice, solved: &'a SolvedSlices) -> SlicePair<'a> {
        SlicePair {
            game,
            indexes: [slice, slice.turned()].map(|slice| SliceIndex::new(game.width(), slice)),
            same: slice == slice.turned(),
            solved,
        }
    }

    /// The indexes of the slices, each with the number of its first position in the graph.
    pub fn into_indexes(self) -> Vec<(SliceIndex, usize)> {
        let [first, second] = self.indexes;
        let start = first.size();
        if self.same { vec![(first, 0)] } else { vec![(first, 0), (second, start)] }
    }
}

impl PositionGraph for SlicePair<'_> {
    fn size(&self) -> usize {
        let [first, second] = &self.indexes;
        first.size() + if self.same { 0 } else { second.size() }
    }

    fn initial_values(&self, range: Range<usize>, mut tell: impl FnMut(InitialValue)) {
        let [first, second] = &self.indexes;
        let border = first.size();
        let [start, end] = [range.start, range.end].map(|place| place.saturating_sub(border));
        let boards = first.boards(range.start.min(border)..range.end.min(border)).chain(second.boards(start..end));
        boards.for_each(|pieces| tell(self.game.initial_value(pieces, self.solved)));
    }

    fn predecessors(&self, position: usize, mut tell: impl FnMut(usize)) {
        let [first, second] = &self.indexes;
        let border = first.size();
        let (pieces, before, start) = if position >= border {
            (second.pieces(position - border), first, 0)
        } else if self.same {
            (first.pieces(position), first, 0)
        } else {
            (first.pieces(position), second, border)
        };
        self.game.visit_predecessors(pieces, &mut |pieces| tell(start + before.number(&pieces)));
    }
}
