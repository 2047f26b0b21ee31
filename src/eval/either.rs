//! Hand-crafted weights or a network: the first bytes of a file tell which.

use super::hand_crafted::{HandCraftedEvaluator, HandCraftedWeights};
use super::nnue::{Accumulators, FeatureSet, Features, MAGIC, Network};
use super::{Evaluator, Model, ModelError, ModelOf, Term};
use crate::game::Game;
use crate::system::data_file::DataFile;
use std::marker::PhantomData;
use std::sync::Arc;

/// The model of an evaluation: hand-crafted weights or a network.
pub enum EitherModel<W, G, F> {
    /// Hand-crafted weights.
    Weights(Arc<W>),
    /// A network for positions of `G` with the features `F`.
    Network(Arc<Network>, PhantomData<fn(&G) -> F>),
}

impl<W: Model, G: Game, F: Features<G>> Model for EitherModel<W, G, F> {
    const EMBEDDED: DataFile = F::EMBEDDED;
    const WEIGHTS: DataFile = W::EMBEDDED;

    fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        if bytes.starts_with(MAGIC) {
            let network = Network::read(bytes, FeatureSet::of::<G, F>());
            network.map(|network| EitherModel::Network(Arc::new(network), PhantomData))
        } else {
            W::read(bytes).map(|weights| EitherModel::Weights(Arc::new(weights)))
        }
    }

    fn is_tunable(text: &str) -> bool {
        W::is_tunable(text)
    }
}

impl<W: Model + HandCraftedWeights<G>, G: Game, F: Features<G>> ModelOf<G> for EitherModel<W, G, F> {
    type Evaluator = EitherEvaluator<W, G, F>;

    fn embedded_file(position: &G) -> DataFile {
        F::embedded_file(position)
    }

    fn embedded_for(position: &G) -> Result<Arc<Self>, ModelError> {
        Self::read_file(Self::embedded_file(position))
    }

    fn weights_file(position: &G) -> DataFile {
        W::embedded_file(position)
    }

    fn evaluator(model: &Arc<Self>) -> EitherEvaluator<W, G, F> {
        match &**model {
            EitherModel::Weights(weights) => EitherEvaluator::Weights(HandCraftedEvaluator::new(weights)),
            EitherModel::Network(network, _) => EitherEvaluator::Network(Accumulators::new(network)),
        }
    }
}

/// The evaluator of an [`EitherModel`].
pub enum EitherEvaluator<W, G: Game, F: Features<G>> {
    /// By hand-crafted weights.
    Weights(HandCraftedEvaluator<W>),
    /// By a network.
    Network(Accumulators<G, F>),
}

/// The same call of whichever evaluator it is.
macro_rules! of_either {
    ($either:ident, $evaluator:ident => $call:expr) => {
        match $either {
            EitherEvaluator::Weights($evaluator) => $call,
            EitherEvaluator::Network($evaluator) => $call,
        }
    };
}

impl<W: HandCraftedWeights<G>, G: Game, F: Features<G>> Evaluator<G> for EitherEvaluator<W, G, F> {
    fn reset(&mut self, position: &G) {
        of_either!(self, evaluator => evaluator.reset(position))
    }

    #[inline]
    fn push(&mut self, before: &G, after: &G) {
        of_either!(self, evaluator => evaluator.push(before, after))
    }

    #[inline]
    fn pop(&mut self) {
        of_either!(self, evaluator => Evaluator::<G>::pop(evaluator))
    }

    #[inline]
    fn score(&mut self, position: &G) -> i32 {
        of_either!(self, evaluator => evaluator.score(position))
    }

    #[inline]
    fn coarse(&self) -> bool {
        of_either!(self, evaluator => Evaluator::<G>::coarse(evaluator))
    }

    fn pawn_value(&self) -> i32 {
        of_either!(self, evaluator => Evaluator::<G>::pawn_value(evaluator))
    }

    fn explain(&self, position: &G) -> Vec<Term> {
        of_either!(self, evaluator => evaluator.explain(position))
    }
}
