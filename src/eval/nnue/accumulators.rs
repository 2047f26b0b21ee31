//! The accumulators of the positions on the way to the present one.

use super::layers::AccumulatorUpdate;
use super::simd::I16x32;
use super::{Features, MAX_ACTIVE_FEATURES, Network, differing_squares};
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
    states: Vec<AccumulatorState<F::Board, F::Perspective>>,
    /// Two accumulators for every frame.
    values: Vec<I16x32>,
    /// Used again and again: it is large.
    changes: Box<FeatureChanges>,
}

/// A position on the way.
#[derive(Clone, Copy)]
struct AccumulatorState<B, V> {
    board: B,
    /// How the sides see it.
    perspectives: [V; 2],
    /// Whose accumulators are known.
    computed: [bool; 2],
}

/// What is different between two positions, as each side sees it: where the rows begin of inputs that
/// are new, and of those that are gone.
#[derive(Default)]
struct FeatureChanges {
    added: [RowOffsets; 2],
    removed: [RowOffsets; 2],
}

type RowOffsets = ArrayVec<usize, MAX_ACTIVE_FEATURES>;

impl<G: Game, F: Features<G>> Accumulators<G, F> {
    /// An evaluator by a network.
    pub fn new(network: &Arc<Network<G, F>>) -> Accumulators<G, F> {
        Accumulators {
            network: Arc::clone(network),
            states: Vec::new(),
            values: Vec::new(),
            changes: Box::default(),
        }
    }

    fn state(position: &G) -> AccumulatorState<F::Board, F::Perspective> {
        AccumulatorState {
            board: F::board(position),
            perspectives: Side::BOTH.map(|side| F::perspective(position, side)),
            computed: [false; 2],
        }
    }

    fn push_state(&mut self, position: &G) {
        self.states.push(Self::state(position));
        let needed = self.states.len() * 2 * self.network.vectors;
        if self.values.len() < needed {
            self.values.resize(needed, I16x32::ZERO);
        }
    }

    /// Makes the accumulators of the last frame, and those on the way to it, which other moves from
    /// there will want too.
    fn compute(&mut self) {
        let end = self.states.len();
        let unknown = [0, 1].map(|side| self.first_uncomputed(side));
        for at in unknown[0].min(unknown[1])..end {
            let mut found = None;
            for side in [0, 1].into_iter().filter(|&side| unknown[side] <= at) {
                let source = at
                    .checked_sub(1)
                    .filter(|&before| self.can_update_next(before, side));
                if found != Some(source) {
                    let before = source.map(|at| &self.states[at]);
                    let after = &self.states[at];
                    self.changes
                        .find::<G, F>(before, after, self.network.vectors);
                    found = Some(source);
                }
                self.update(source, at, side);
            }
        }
    }

    /// The frame from which on a side's accumulators are not known. Where the side has come to see
    /// the board in another way, nothing before it is of any use.
    fn first_uncomputed(&self, side: usize) -> usize {
        let mut first = self.states.len();
        while first > 0 && !self.states[first - 1].computed[side] {
            first -= 1;
            if first > 0
                && self.states[first - 1].perspectives[side]
                    != self.states[first].perspectives[side]
            {
                break;
            }
        }
        first
    }

    /// Whether the next frame's accumulator can be made from this one's.
    fn can_update_next(&self, at: usize, side: usize) -> bool {
        self.states[at].computed[side]
            && self.states[at].perspectives[side] == self.states[at + 1].perspectives[side]
    }

    /// Makes an accumulator from that of another frame, or from nothing, by the changes found.
    fn update(&mut self, source: Option<usize>, at: usize, side: usize) {
        let width = self.network.vectors;
        let (before, after) = self.values.split_at_mut((2 * at + side) * width);
        self.network.instruction_set.run(AccumulatorUpdate {
            rows: &self.network.feature_weights,
            added: &self.changes.added[side],
            removed: &self.changes.removed[side],
            source: match source {
                Some(at) => &before[(2 * at + side) * width..][..width],
                None => &self.network.feature_bias,
            },
            target: &mut after[..width],
        });
        self.states[at].computed[side] = true;
    }

    /// The accumulator of a side for the last frame.
    fn accumulator(&self, side: Side) -> &[I16x32] {
        let width = self.network.vectors;
        let at = 2 * (self.states.len() - 1) + side.index();
        &self.values[at * width..][..width]
    }
}

impl FeatureChanges {
    /// What is different; all that is there, if there was nothing before.
    #[inline]
    fn find<G, F: Features<G>>(
        &mut self,
        before: Option<&AccumulatorState<F::Board, F::Perspective>>,
        after: &AccumulatorState<F::Board, F::Perspective>,
        width: usize,
    ) {
        self.added.iter_mut().for_each(ArrayVec::clear);
        self.removed.iter_mut().for_each(ArrayVec::clear);
        let nobody = F::Board::default();
        let (before, now) = (before.map_or(&nobody, |frame| &frame.board), &after.board);
        for square in differing_squares(before, now) {
            for (board, rows) in [(before, &mut self.removed), (now, &mut self.added)] {
                if let Some(piece) = F::piece(board, square) {
                    for (rows, view) in rows.iter_mut().zip(after.perspectives) {
                        rows.push(F::feature_index(view, piece, square) * width);
                    }
                }
            }
        }
    }
}

impl<G: Game, F: Features<G>> Evaluator<G> for Accumulators<G, F> {
    fn reset(&mut self, position: &G) {
        self.states.clear();
        self.push_state(position);
        // What all others can be made from.
        self.compute();
    }

    #[inline]
    fn push(&mut self, _before: &G, after: &G) {
        self.push_state(after);
    }

    #[inline]
    fn pop(&mut self) {
        self.states.pop();
    }

    fn score(&mut self, position: &G) -> i32 {
        debug_assert!(
            self.states.last().is_some_and(|frame| differing_squares(
                &frame.board,
                &F::board(position)
            )
            .is_empty())
        );
        self.compute();
        let own = position.side_to_move();
        let accumulators = [own, !own].map(|side| self.accumulator(side));
        self.network.value(accumulators, F::output_bucket(position))
    }
}
