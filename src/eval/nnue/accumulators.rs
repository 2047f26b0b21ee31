//! The accumulators of the positions on the current path of the search.

use super::layers::AccumulatorUpdate;
use super::simd::I16x32;
use super::{FeatureSet, Features, MAX_ACTIVE_FEATURES, Network, differing_squares, occupied};
use crate::eval::Evaluator;
use crate::game::{Game, Side};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Evaluates positions by a network.
///
/// A push only stores the board. Accumulators are updated lazily, when a score is needed: from those of the previous state
/// and the features that have changed.
pub struct Accumulators<G: Game, F: Features<G>> {
    network: Arc<Network>,
    states: Vec<AccumulatorState<F::Board, F::Perspective>>,
    /// The number of states, from the first, whose accumulators are computed.
    computed: usize,
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
}

/// The features that differ between two positions, as offsets of their rows of weights. Every feature has one row in the
/// perspective of each side.
#[derive(Default)]
struct FeatureChanges {
    added: [RowOffsets; 2],
    removed: [RowOffsets; 2],
}

type RowOffsets = ArrayVec<usize, MAX_ACTIVE_FEATURES>;

impl<G: Game, F: Features<G>> Accumulators<G, F> {
    /// An evaluator for a network.
    ///
    /// Panics if the network has other features.
    pub fn new(network: &Arc<Network>) -> Accumulators<G, F> {
        assert_eq!(network.features, FeatureSet::of::<G, F>());
        Accumulators {
            network: Arc::clone(network),
            states: Vec::new(),
            computed: 0,
            values: Vec::new(),
            changes: Box::default(),
        }
    }

    fn state(position: &G) -> AccumulatorState<F::Board, F::Perspective> {
        AccumulatorState { board: F::board(position), perspectives: Side::each(|side| F::perspective(position, side)) }
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
        while self.computed < self.states.len() {
            let at = self.computed;
            match &self.states[..=at] {
                [.., before, after] if before.perspectives == after.perspectives => self.update(at),
                _ => [0, 1].into_iter().for_each(|side| self.update_side(at, side)),
            }
            self.computed += 1;
        }
    }

    /// Computes both accumulators of a state from those of the state before.
    fn update(&mut self, at: usize) {
        let width = self.network.vectors;
        let [before, after] = [at - 1, at].map(|at| &self.states[at]);
        self.changes.find::<G, F>(&before.board, after, width);
        let FeatureChanges { added, removed } = &*self.changes;
        let (before, after) = self.values.split_at_mut(2 * at * width);
        let before = before[2 * (at - 1) * width..].split_at(width);
        let after = after[..2 * width].split_at_mut(width);
        let update = |side: usize, source, target| AccumulatorUpdate {
            rows: &self.network.feature_weights,
            added: &added[side],
            removed: &removed[side],
            source,
            target,
        };
        self.network.instruction_set.run([update(0, before.0, after.0), update(1, before.1, after.1)]);
    }

    /// Computes an accumulator of a state: from that of the state before or, if the side sees the board in another way
    /// than there, from the bias.
    #[cold]
    fn update_side(&mut self, at: usize, side: usize) {
        let width = self.network.vectors;
        let after = &self.states[at];
        let before = self.states[..at].last().filter(|it| it.perspectives[side] == after.perspectives[side]);
        let empty = F::Board::default();
        self.changes.find::<G, F>(before.map_or(&empty, |before| &before.board), after, width);
        let (values, target) = self.values.split_at_mut((2 * at + side) * width);
        let source = match before {
            Some(_) => &values[(2 * (at - 1) + side) * width..][..width],
            None => &self.network.feature_bias,
        };
        self.network.instruction_set.run([AccumulatorUpdate {
            rows: &self.network.feature_weights,
            added: &self.changes.added[side],
            removed: &self.changes.removed[side],
            source,
            target: &mut target[..width],
        }]);
    }

    /// The accumulator of a side for the last state.
    fn accumulator(&self, side: Side) -> &[I16x32] {
        let width = self.network.vectors;
        let at = 2 * (self.states.len() - 1) + side.index();
        &self.values[at * width..][..width]
    }
}

impl FeatureChanges {
    /// Finds the difference to another board.
    #[inline]
    fn find<G, F: Features<G>>(
        &mut self,
        before: &F::Board,
        after: &AccumulatorState<F::Board, F::Perspective>,
        width: usize,
    ) {
        self.added.iter_mut().chain(&mut self.removed).for_each(RowOffsets::clear);
        let differing = differing_squares(before, &after.board);
        let add = |changes: &mut [RowOffsets; 2], board, square| {
            let piece = F::piece(board, square);
            for (offsets, perspective) in changes.iter_mut().zip(after.perspectives) {
                offsets.push(F::feature_index(perspective, piece, square) * width);
            }
        };
        for square in differing & occupied(before) {
            add(&mut self.removed, before, square);
        }
        for square in differing & occupied(&after.board) {
            add(&mut self.added, &after.board, square);
        }
    }
}

impl<G: Game, F: Features<G>> Evaluator<G> for Accumulators<G, F> {
    fn pawn_value(&self) -> i32 {
        F::PAWN_VALUE
    }

    fn reset(&mut self, position: &G) {
        self.states.clear();
        self.computed = 0;
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
        self.computed = self.computed.min(self.states.len());
    }

    fn score(&mut self, position: &G) -> i32 {
        debug_assert!(
            self.states.last().is_some_and(|state| differing_squares(&state.board, &F::board(position)).is_empty())
        );
        self.compute();
        let own = position.side_to_move();
        self.network.evaluate([own, !own].map(|side| self.accumulator(side)), F::output_bucket(position))
    }
}
