//! The accumulators of the positions on the current path of the search.

use super::layers::AccumulatorUpdate;
use super::simd::I16x32;
use super::{Features, MAX_ACTIVE_FEATURES, Network, differing_squares};
use crate::eval::Evaluator;
use crate::game::{Game, Side};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Evaluates positions by a network.
///
/// A push only stores the board. Accumulators are computed lazily, when a score is needed: from the last computed
/// accumulator and the features that have changed since.
pub struct Accumulators<G: Game, F: Features<G>> {
    network: Arc<Network<G, F>>,
    states: Vec<AccumulatorState<F::Board, F::Perspective>>,
    /// The two accumulators of every state, one after the other.
    values: Vec<I16x32>,
    /// Reused, because it is large.
    changes: Box<FeatureChanges>,
}

/// A position on the path.
#[derive(Clone, Copy)]
struct AccumulatorState<B, V> {
    board: B,
    /// The perspectives of both sides.
    perspectives: [V; 2],
    /// Whose accumulators have been computed.
    computed: [bool; 2],
}

/// The difference between two positions, for each side: the offsets of the weights of added and of removed features.
#[derive(Default)]
struct FeatureChanges {
    added: [RowOffsets; 2],
    removed: [RowOffsets; 2],
}

type RowOffsets = ArrayVec<usize, MAX_ACTIVE_FEATURES>;

impl<G: Game, F: Features<G>> Accumulators<G, F> {
    /// An evaluator for a network.
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

    /// Computes the accumulators of the last state, and those of the states before it: other moves from there will need
    /// them too.
    fn compute(&mut self) {
        let end = self.states.len();
        let first = [0, 1].map(|side| self.first_uncomputed(side));
        for at in first[0].min(first[1])..end {
            let mut found = None;
            for side in [0, 1].into_iter().filter(|&side| first[side] <= at) {
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

    /// The first of the last states whose accumulators have to be computed for a side. States before a change of the
    /// perspective are of no use.
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

    /// Whether the next state's accumulator can be computed from this one's.
    fn can_update_next(&self, at: usize, side: usize) -> bool {
        self.states[at].computed[side]
            && self.states[at].perspectives[side] == self.states[at + 1].perspectives[side]
    }

    /// Computes an accumulator from that of another state, or from the bias, by the changes found.
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

    /// The accumulator of a side for the last state.
    fn accumulator(&self, side: Side) -> &[I16x32] {
        let width = self.network.vectors;
        let at = 2 * (self.states.len() - 1) + side.index();
        &self.values[at * width..][..width]
    }
}

impl FeatureChanges {
    /// Finds the difference to `before`; to an empty board if it is `None`.
    #[inline]
    fn find<G, F: Features<G>>(
        &mut self,
        before: Option<&AccumulatorState<F::Board, F::Perspective>>,
        after: &AccumulatorState<F::Board, F::Perspective>,
        width: usize,
    ) {
        self.added.iter_mut().for_each(ArrayVec::clear);
        self.removed.iter_mut().for_each(ArrayVec::clear);
        let empty = F::Board::default();
        let (before, now) = (before.map_or(&empty, |state| &state.board), &after.board);
        for square in differing_squares(before, now) {
            for (board, rows) in [(before, &mut self.removed), (now, &mut self.added)] {
                if let Some(piece) = F::piece(board, square) {
                    for (rows, perspective) in rows.iter_mut().zip(after.perspectives) {
                        rows.push(F::feature_index(perspective, piece, square) * width);
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
        // All others can be computed from these.
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
            self.states.last().is_some_and(|state| differing_squares(
                &state.board,
                &F::board(position)
            )
            .is_empty())
        );
        self.compute();
        let own = position.side_to_move();
        let accumulators = [own, !own].map(|side| self.accumulator(side));
        self.network
            .evaluate(accumulators, F::output_bucket(position))
    }
}
