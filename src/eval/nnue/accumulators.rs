//! The accumulators of the positions on the way to the present one.

use super::layers::Update;
use super::simd::Block;
use super::{Features, MOST_INPUTS, Network};
use crate::board::Bitset;
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
    frames: Vec<Frame<F::Planes, F::View>>,
    /// Two accumulators for every frame.
    sums: Vec<Block>,
    /// Used again and again: it is large.
    changes: Box<Changes>,
}

/// A position on the way.
#[derive(Clone, Copy)]
struct Frame<P, V> {
    planes: P,
    /// How the sides see it.
    views: [V; 2],
    /// Whose accumulators are known.
    known: [bool; 2],
}

/// Where the rows begin of inputs that are new, and of those that are gone.
#[derive(Default)]
struct Changes {
    added: ArrayVec<usize, MOST_INPUTS>,
    removed: ArrayVec<usize, MOST_INPUTS>,
}

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

    fn frame(position: &G) -> Frame<F::Planes, F::View> {
        Frame {
            planes: F::planes(position),
            views: Side::BOTH.map(|side| F::view(position, side)),
            known: [false; 2],
        }
    }

    fn enter(&mut self, position: &G) {
        self.frames.push(Self::frame(position));
        let needed = self.frames.len() * 2 * self.network.width;
        if self.sums.len() < needed {
            self.sums.resize(needed, Block::ZERO);
        }
    }

    /// Makes the accumulator of a side for the last frame.
    fn settle(&mut self, side: Side) {
        let (last, side) = (self.frames.len() - 1, side.index());
        if self.frames[last].known[side] {
            return;
        }
        let view = self.frames[last].views[side];
        // The nearest that is known, unless the side has come to see the board in another way since.
        let ends = |frame: &Frame<_, _>| frame.known[side] || frame.views[side] != view;
        let nearest = self.frames.iter().rposition(ends);
        let source = nearest.filter(|&at| self.frames[at].views[side] == view);
        self.update(source, last, side);
        self.frames[last].known[side] = true;
    }

    /// Makes an accumulator from that of another frame, or from nothing.
    fn update(&mut self, source: Option<usize>, last: usize, side: usize) {
        let width = self.network.width;
        let (before, after) = self.sums.split_at_mut((2 * last + side) * width);
        let from = source.map(|at| &self.frames[at].planes);
        let Frame { planes, views, .. } = &self.frames[last];
        self.changes.find::<G, F>(from, planes, views[side], width);
        self.network.level.run(Update {
            rows: &self.network.rows,
            added: &self.changes.added,
            removed: &self.changes.removed,
            source: match source {
                Some(at) => &before[(2 * at + side) * width..][..width],
                None => &self.network.bias,
            },
            target: &mut after[..width],
        });
    }

    /// The accumulator of a side for the last frame.
    fn sum(&self, side: Side) -> &[Block] {
        let width = self.network.width;
        let at = 2 * (self.frames.len() - 1) + side.index();
        &self.sums[at * width..][..width]
    }
}

impl Changes {
    /// What is different, as one side sees it; all that is there, if there was nothing before.
    #[inline]
    fn find<G, F: Features<G>>(
        &mut self,
        before: Option<&F::Planes>,
        after: &F::Planes,
        view: F::View,
        width: usize,
    ) {
        self.added.clear();
        self.removed.clear();
        for (plane, &after) in after.as_ref().iter().enumerate() {
            let before = before.map_or(Bitset::EMPTY, |planes| planes.as_ref()[plane]);
            let row = |square| F::input(view, plane, square) * width;
            self.added.extend((after & !before).map(row));
            self.removed.extend((before & !after).map(row));
        }
    }
}

impl<G: Game, F: Features<G>> Evaluator<G> for Accumulators<G, F> {
    fn reset(&mut self, position: &G) {
        self.frames.clear();
        self.enter(position);
        // What all others can be made from.
        Side::BOTH.into_iter().for_each(|side| self.settle(side));
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
                .is_some_and(|frame| { frame.planes.as_ref() == F::planes(position).as_ref() })
        );
        Side::BOTH.into_iter().for_each(|side| self.settle(side));
        let own = position.side_to_move();
        let accumulators = [own, !own].map(|side| self.sum(side));
        self.network.value(accumulators, F::stage(position))
    }
}
