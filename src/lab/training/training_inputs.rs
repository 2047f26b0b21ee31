//! Training positions as a network sees them.

use crate::eval::nnue::{FeatureSet, Features, MAX_ACTIVE_FEATURES};
use crate::game::Game;
use crate::lab::samples::TrainingSample;
use arrayvec::ArrayVec;
use std::marker::PhantomData;

/// Training positions of any game, by their places in a list.
pub trait TrainingInputs: Sync {
    /// The input features.
    fn features(&self) -> FeatureSet;

    /// The number of positions.
    fn count(&self) -> usize;

    /// Whether a position is kept for validation.
    fn is_for_validation(&self, place: u32) -> bool;

    /// What the network sees of a position.
    fn inputs(&self, place: u32) -> ActiveInputs;

    /// The score of a position by the search, in hundredths, and the result of the game: 1, 1/2 or 0. Both as the side
    /// to move sees them.
    fn score_and_result(&self, place: u32) -> (i16, f32);
}

/// What a network sees of a position.
pub struct ActiveInputs {
    /// The active features of the side to move, then those of the other side.
    pub of_sides: [ArrayVec<u16, MAX_ACTIVE_FEATURES>; 2],
    /// The output bucket.
    pub bucket: usize,
}

/// Positions of `G`, seen by the features `F`.
pub struct SampleInputs<'a, G, F> {
    samples: &'a [TrainingSample<G>],
    features: PhantomData<fn() -> F>,
}

impl<'a, G, F> SampleInputs<'a, G, F> {
    /// Shows some positions.
    pub fn new(samples: &'a [TrainingSample<G>]) -> SampleInputs<'a, G, F> {
        SampleInputs {
            samples,
            features: PhantomData,
        }
    }
}

impl<G: Game, F: Features<G>> TrainingInputs for SampleInputs<'_, G, F> {
    fn features(&self) -> FeatureSet {
        FeatureSet::of::<G, F>()
    }

    fn count(&self) -> usize {
        self.samples.len()
    }

    fn is_for_validation(&self, place: u32) -> bool {
        self.samples[place as usize].validation
    }

    fn inputs(&self, place: u32) -> ActiveInputs {
        let position = &self.samples[place as usize].position;
        let own = position.side_to_move();
        let active = |side| F::active_features(position, side).map(|input| input as u16);
        ActiveInputs {
            of_sides: [own, !own].map(|side| active(side).collect()),
            bucket: F::output_bucket(position),
        }
    }

    fn score_and_result(&self, place: u32) -> (i16, f32) {
        let sample = &self.samples[place as usize];
        (sample.score, sample.result)
    }
}
