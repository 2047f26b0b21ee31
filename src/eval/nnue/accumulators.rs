//! The accumulators of the positions on the way to the present one.

use super::layers::AccumulatorUpdate;
use super::simd::I16x32;
use super::{Features, MOST_INPUTS, Network, different};
use crate::eval::Evaluator;
use crate::game::{Game, Side};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Values positions by a network.
///
/// A step down the tree only takes down what is on the board. Accumulators are made when a value
/// is asked for, from the last one that is known, by what is different since.
pub struct Accumulators<G: Game, F: Features<G>> {
    network: Arc<Network<G, F>>,
    frames: Vec<Frame<F::Board, F::Perspective>>,
    /// Two accumulators for every frame.
    sums: Vec<I16x32>,
    /// Used again and again: it is large.
    changes: Box<Changes>,
}

/// A position on the way.
#[derive(Clone, Copy)]
struct Frame<B, V> {
    board: B,
    /// How the sides see it.
    views: [V; 2],
    /// Whose accumulators are known.
    known: [bool; 2],
}

/// What is different between two positions, as each side sees it: where the rows begin of inputs that
/// are new, and of those that are gone.
#[derive(Default)]
struct Changes {
    added: [Rows; 2],
    removed: [Rows; 2],
}

type Rows = ArrayVec<usize, MOST_INPUTS>;

impl<G: Game, F: Features<G>> Accumulators<G, F> {
    /// An evaluator by a network.
    pub fn new(network: &Arc<Network<G, F>>) -> Accumulators<G, F> {
        Accumulators {
            network: Arc::clone(network),
            frames: Vec::new(),
            sums: Vec::new(),
            changes: Box::default(),
        }
    }

    fn frame(position: &G) -> Frame<F::Board, F::Perspective> {
        Frame {
            board: F::board(position),
            views: Side::BOTH.map(|side| F::perspective(position, side)),
            known: [false; 2],
        }
    }

    fn enter(&mut self, position: &G) {
        self.frames.push(Self::frame(position));
        let needed = self.frames.len() * 2 * self.network.width;
        if self.sums.len() < needed {
            self.sums.resize(needed, I16x32::ZERO);
        }
    }

    /// Makes the accumulators of the last frame, and those on the way to it, which other moves from
    /// there will want too.
    fn settle(&mut self) {
        let end = self.frames.len();
        let unknown = [0, 1].map(|side| self.unknown_from(side));
        for at in unknown[0].min(unknown[1])..end {
            let mut found = None;
            for side in [0, 1].into_iter().filter(|&side| unknown[side] <= at) {
                let source = at
                    .checked_sub(1)
                    .filter(|&before| self.leads_to(before, side));
                if found != Some(source) {
                    let before = source.map(|at| &self.frames[at]);
                    let after = &self.frames[at];
                    self.changes.find::<G, F>(before, after, self.network.width);
                    found = Some(source);
                }
                self.update(source, at, side);
            }
        }
    }

    /// The frame from which on a side's accumulators are not known. Where the side has come to see
    /// the board in another way, nothing before it is of any use.
    fn unknown_from(&self, side: usize) -> usize {
        let mut first = self.frames.len();
        while first > 0 && !self.frames[first - 1].known[side] {
            first -= 1;
            if first > 0 && self.frames[first - 1].views[side] != self.frames[first].views[side] {
                break;
            }
        }
        first
    }

    /// Whether the next frame's accumulator can be made from this one's.
    fn leads_to(&self, at: usize, side: usize) -> bool {
        self.frames[at].known[side]
            && self.frames[at].views[side] == self.frames[at + 1].views[side]
    }

    /// Makes an accumulator from that of another frame, or from nothing, by the changes found.
    fn update(&mut self, source: Option<usize>, at: usize, side: usize) {
        let width = self.network.width;
        let (before, after) = self.sums.split_at_mut((2 * at + side) * width);
        self.network.level.run(AccumulatorUpdate {
            rows: &self.network.rows,
            added: &self.changes.added[side],
            removed: &self.changes.removed[side],
            source: match source {
                Some(at) => &before[(2 * at + side) * width..][..width],
                None => &self.network.bias,
            },
            target: &mut after[..width],
        });
        self.frames[at].known[side] = true;
    }

    /// The accumulator of a side for the last frame.
    fn sum(&self, side: Side) -> &[I16x32] {
        let width = self.network.width;
        let at = 2 * (self.frames.len() - 1) + side.index();
        &self.sums[at * width..][..width]
    }
}

impl Changes {
    /// What is different; all that is there, if there was nothing before.
    #[inline]
    fn find<G, F: Features<G>>(
        &mut self,
        before: Option<&Frame<F::Board, F::Perspective>>,
        after: &Frame<F::Board, F::Perspective>,
        width: usize,
    ) {
        self.added.iter_mut().for_each(ArrayVec::clear);
        self.removed.iter_mut().for_each(ArrayVec::clear);
        let nobody = F::Board::default();
        let (before, now) = (before.map_or(&nobody, |frame| &frame.board), &after.board);
        for square in different(before, now) {
            for (board, rows) in [(before, &mut self.removed), (now, &mut self.added)] {
                if let Some(piece) = F::piece(board, square) {
                    for (rows, view) in rows.iter_mut().zip(after.views) {
                        rows.push(F::feature_index(view, piece, square) * width);
                    }
                }
            }
        }
    }
}

impl<G: Game, F: Features<G>> Evaluator<G> for Accumulators<G, F> {
    fn reset(&mut self, position: &G) {
        self.frames.clear();
        self.enter(position);
        // What all others can be made from.
        self.settle();
    }

    #[inline]
    fn push(&mut self, _before: &G, after: &G) {
        self.enter(after);
    }

    #[inline]
    fn pop(&mut self) {
        self.frames.pop();
    }

    fn score(&mut self, position: &G) -> i32 {
        debug_assert!(
            self.frames
                .last()
                .is_some_and(|frame| different(&frame.board, &F::board(position)).is_empty())
        );
        self.settle();
        let own = position.side_to_move();
        let accumulators = [own, !own].map(|side| self.sum(side));
        self.network.value(accumulators, F::output_bucket(position))
    }
}
