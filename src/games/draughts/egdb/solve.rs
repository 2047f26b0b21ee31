//! Solves slices, each from those that its positions lead to.

use super::board::EgdbBoard;
use super::index::{EgdbSlice, Material, SliceIndex};
use super::values::{SolvedSlices, ValueLookup};
use crate::game::Outcome;
use crate::games::draughts::DraughtsVariant;
use crate::retrograde::{InitialValue, PositionGraph};
use std::ops::{ControlFlow, Range};

/// All slices of so many pieces, with both sides on the board, in an order in which they can be
/// solved: a man that becomes a king leads to a slice before. Of two that differ in the turn alone,
/// which lead to one another, the first is given.
pub fn slices(pieces: u8) -> Vec<EgdbSlice> {
    let sides = |pieces: u8| {
        (0..=pieces).map(move |men| Material {
            men,
            kings: pieces - men,
        })
    };
    let mut all: Vec<EgdbSlice> = (1..pieces)
        .flat_map(|own| {
            sides(own).flat_map(move |own_side| {
                sides(pieces - own).map(move |their| EgdbSlice {
                    own: own_side,
                    their,
                })
            })
        })
        .filter(|slice| *slice <= slice.turned())
        .collect();
    all.sort_by_key(|slice| (slice.own.men + slice.their.men, *slice));
    all
}

/// A slice and, if it is another one, the slice with the other side to move: one set of positions.
pub struct SlicePair<'a, V> {
    indexes: [SliceIndex<V>; 2],
    same: bool,
    solved: &'a SolvedSlices<V>,
}

impl<'a, V: DraughtsVariant> SlicePair<'a, V> {
    /// The positions of a slice and its turned one; all that they lead to is solved.
    pub fn new(slice: EgdbSlice, solved: &'a SolvedSlices<V>) -> SlicePair<'a, V> {
        SlicePair {
            indexes: [slice, slice.turned()].map(SliceIndex::new),
            same: slice == slice.turned(),
            solved,
        }
    }

    /// The indexes of the slices with the numbers of their first positions in the set.
    pub fn parts(self) -> Vec<(SliceIndex<V>, usize)> {
        let [first, second] = self.indexes;
        let start = first.size();
        if self.same {
            vec![(first, 0)]
        } else {
            vec![(first, 0), (second, start)]
        }
    }

    fn start(&self, board: &EgdbBoard<V>) -> InitialValue {
        if board.has_capture() {
            return InitialValue::Settled(self.solved.value_by_moves(board), 1);
        }
        let (mut inside, mut best) = (0, None);
        let _ = board.visit(|mv| {
            if board.promotes(mv) {
                best = better(best, self.solved.value(&board.after(mv)).flipped())
            } else {
                inside += 1
            }
            ControlFlow::<()>::Continue(())
        });
        match (inside, best) {
            (_, Some(Outcome::Win)) => InitialValue::Settled(Outcome::Win, 1),
            (0, Some(value)) => InitialValue::Settled(value, 1),
            (0, None) => InitialValue::Settled(Outcome::Loss, 0),
            (moves, best) => InitialValue::Open {
                moves,
                safe: best == Some(Outcome::Draw),
            },
        }
    }
}

fn better(best: Option<Outcome>, value: Outcome) -> Option<Outcome> {
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

impl<V: DraughtsVariant> PositionGraph for SlicePair<'_, V> {
    fn size(&self) -> usize {
        let [first, second] = &self.indexes;
        first.size() + if self.same { 0 } else { second.size() }
    }

    fn initial_values(&self, range: Range<usize>, mut tell: impl FnMut(InitialValue)) {
        let [first, second] = &self.indexes;
        let border = first.size();
        first.walk(range.start.min(border)..range.end.min(border), |board| {
            tell(self.start(&board));
        });
        let [start, end] = [range.start, range.end].map(|place| place.saturating_sub(border));
        second.walk(start..end, |board| tell(self.start(&board)));
    }

    #[inline]
    fn predecessors(&self, position: usize, mut tell: impl FnMut(usize)) {
        let [first, second] = &self.indexes;
        let border = first.size();
        if position >= border {
            let board = second.board(position - border);
            board.before(|board| tell(first.number(&board)));
        } else if self.same {
            let board = first.board(position);
            board.before(|board| tell(first.number(&board)));
        } else {
            let board = first.board(position);
            board.before(|board| tell(border + second.number(&board)));
        }
    }
}
