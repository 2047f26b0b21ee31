//! Training positions as a network sees them.

use crate::eval::nnue::{FeatureSet, Features, MAX_ACTIVE_FEATURES};
use crate::game::Game;
use crate::lab::samples::TrainingSample;
use arrayvec::ArrayVec;
use std::marker::PhantomData;

/// Training positions of any game.
pub trait TrainingPositions: Sync {
    /// The input features.
    fn features(&self) -> FeatureSet;

    /// The number of positions.
    fn count(&self) -> usize;

    /// Whether a position is kept for validation.
    fn is_for_validation(&self, index: u32) -> bool;

    /// What the network sees of a position.
    fn active_features(&self, index: u32) -> ActiveFeatures;

    /// The search score of a position in centipawns, and its result from 0 to 1, both for the side to move.
    fn score_and_result(&self, index: u32) -> (i16, f32);
}

/// What a network sees of a position.
pub struct ActiveFeatures {
    /// For the side to move, then for the other side.
    pub of_sides: [ArrayVec<u16, MAX_ACTIVE_FEATURES>; 2],
    /// The output bucket.
    pub bucket: usize,
}

/// Positions of `G`, seen by the features `F`.
pub struct FeaturePositions<'a, G, F> {
    samples: &'a [TrainingSample<G>],
    features: PhantomData<fn() -> F>,
}

impl<'a, G, F> FeaturePositions<'a, G, F> {
    /// Shows some positions.
    pub fn new(samples: &'a [TrainingSample<G>]) -> FeaturePositions<'a, G, F> {
        FeaturePositions { samples, features: PhantomData }
    }
}

impl<G: Game, F: Features<G>> TrainingPositions for FeaturePositions<'_, G, F> {
    fn features(&self) -> FeatureSet {
        FeatureSet::of::<G, F>()
    }

    fn count(&self) -> usize {
        self.samples.len()
    }

    fn is_for_validation(&self, index: u32) -> bool {
        self.samples[index as usize].validation
    }

    fn active_features(&self, index: u32) -> ActiveFeatures {
        const { assert!(F::COUNT <= 1 << u16::BITS) };
        let position = &self.samples[index as usize].position;
        let own = position.side_to_move();
        let active = |side| F::active_features(position, side).map(|feature| feature as u16);
        ActiveFeatures { of_sides: [own, !own].map(|side| active(side).collect()), bucket: F::output_bucket(position) }
    }

    fn score_and_result(&self, index: u32) -> (i16, f32) {
        let sample = &self.samples[index as usize];
        (sample.score, sample.result)
    }
}
