//! Slices as position graphs for retrograde analysis, and the order in which they are solved.

use super::board::EgdbBoard;
use super::index::{EgdbSlice, Material, SliceIndex};
use super::values::{SolvedSlices, ValueLookup, better_of};
use crate::game::Outcome;
use crate::games::draughts::DraughtsVariant;
use crate::retrograde::{InitialValue, PositionGraph};
use std::ops::{ControlFlow, Range};

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
    all.sort_by_key(|slice| (slice.own.men + slice.their.men, *slice));
    all
}

/// A slice and the slice with the other side to move (which may be the same one), as one graph.
pub struct SlicePair<'a, V> {
    indexes: [SliceIndex<V>; 2],
    same: bool,
    solved: &'a SolvedSlices<V>,
}

impl<'a, V: DraughtsVariant> SlicePair<'a, V> {
    /// The graph of a slice and its turned slice. All slices that captures and promotions lead to must be
    /// solved.
    pub fn new(variant: V, slice: EgdbSlice, solved: &'a SolvedSlices<V>) -> SlicePair<'a, V> {
        SlicePair {
            indexes: [slice, slice.turned()].map(|slice| SliceIndex::new(variant, slice)),
            same: slice == slice.turned(),
            solved,
        }
    }

    /// The indexes of the slices, each with the number of its first position in the graph.
    pub fn into_indexes(self) -> Vec<(SliceIndex<V>, usize)> {
        let [first, second] = self.indexes;
        let start = first.size();
        if self.same { vec![(first, 0)] } else { vec![(first, 0), (second, start)] }
    }

    fn initial_value(&self, board: &EgdbBoard<V>) -> InitialValue {
        if let Some(result) = board.result() {
            return InitialValue::Settled(result, 0);
        }
        if board.has_capture() {
            return InitialValue::Settled(self.solved.value_by_moves(board), 1);
        }
        let (mut inside, mut best) = (0, None);
        let _ = board.visit(|mv| {
            if board.promotes(mv) {
                best = better_of(best, self.solved.value(&board.play(mv)).flipped())
            } else {
                inside += 1
            }
            ControlFlow::<()>::Continue(())
        });
        match (inside, best) {
            (_, Some(Outcome::Win)) => InitialValue::Settled(Outcome::Win, 1),
            (0, Some(value)) => InitialValue::Settled(value, 1),
            (0, None) => InitialValue::Settled(board.outcome_without_moves(), 0),
            (moves, best) => InitialValue::Open { moves, safe: best == Some(Outcome::Draw) },
        }
    }
}

impl<V: DraughtsVariant> PositionGraph for SlicePair<'_, V> {
    fn size(&self) -> usize {
        let [first, second] = &self.indexes;
        first.size() + if self.same { 0 } else { second.size() }
    }

    fn initial_values(&self, range: Range<usize>, mut tell: impl FnMut(InitialValue)) {
        let [first, second] = &self.indexes;
        let border = first.size();
        first.walk(range.start.min(border)..range.end.min(border), |board| {
            tell(self.initial_value(&board));
        });
        let [start, end] = [range.start, range.end].map(|place| place.saturating_sub(border));
        second.walk(start..end, |board| tell(self.initial_value(&board)));
    }

    #[inline]
    fn predecessors(&self, position: usize, mut tell: impl FnMut(usize)) {
        let [first, second] = &self.indexes;
        let border = first.size();
        if position >= border {
            let board = second.board(position - border);
            board.visit_predecessors(|board| tell(first.number(&board)));
        } else if self.same {
            let board = first.board(position);
            board.visit_predecessors(|board| tell(first.number(&board)));
        } else {
            let board = first.board(position);
            board.visit_predecessors(|board| tell(border + second.number(&board)));
        }
    }
}
