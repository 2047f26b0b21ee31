//! Weights that people can name, or a network: the first bytes of a file tell which.

use super::hand_crafted::{HandCrafted, Weighted};
use super::nnue::{Accumulators, Features, MAGIC, Network};
use super::{Evaluator, Model, ModelError, Term};
use crate::game::Game;
use std::sync::Arc;

/// What positions are valued by.
pub enum Choice<W, G, F> {
    /// Weights.
    Weights(Arc<W>),
    /// A network.
    Network(Arc<Network<G, F>>),
}

impl<W: Model, G: Game, F: Features<G>> Model for Choice<W, G, F> {
    const EMBEDDED: &'static [u8] = F::EMBEDDED;
    const WEIGHTS: &'static [u8] = W::EMBEDDED;

    fn embedded() -> Result<Arc<Self>, ModelError> {
        Self::read(F::EMBEDDED).map(Arc::new)
    }

    fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        match bytes.starts_with(MAGIC) {
            true => Network::read(bytes).map(|network| Choice::Network(Arc::new(network))),
            false => W::read(bytes).map(|weights| Choice::Weights(Arc::new(weights))),
        }
    }
}

impl<W, G: Game, F: Features<G>> Choice<W, G, F> {
    /// An evaluator by it.
    pub fn evaluator(&self) -> Chosen<W, G, F> {
        match self {
            Choice::Weights(weights) => Chosen::Weights(HandCrafted::new(weights)),
            Choice::Network(network) => Chosen::Network(Accumulators::new(network)),
        }
    }
}

/// Values positions by what was chosen.
pub enum Chosen<W, G: Game, F: Features<G>> {
    /// By weights.
    Weights(HandCrafted<W>),
    /// By a network.
    Network(Accumulators<G, F>),
}

impl<W: Weighted<G>, G: Game, F: Features<G>> Evaluator<G> for Chosen<W, G, F> {
    fn reset(&mut self, position: &G) {
        match self {
            Chosen::Weights(evaluator) => evaluator.reset(position),
            Chosen::Network(evaluator) => evaluator.reset(position),
        }
    }

    #[inline]
    fn push(&mut self, before: &G, after: &G) {
        match self {
            Chosen::Weights(evaluator) => evaluator.push(before, after),
            Chosen::Network(evaluator) => evaluator.push(before, after),
        }
    }

    #[inline]
    fn pop(&mut self) {
        match self {
            Chosen::Weights(evaluator) => Evaluator::<G>::pop(evaluator),
            Chosen::Network(evaluator) => evaluator.pop(),
        }
    }

    #[inline]
    fn score(&mut self, position: &G) -> i32 {
        match self {
            Chosen::Weights(evaluator) => evaluator.score(position),
            Chosen::Network(evaluator) => evaluator.score(position),
        }
    }

    fn explain(&self, position: &G) -> Vec<Term> {
        match self {
            Chosen::Weights(evaluator) => evaluator.explain(position),
            Chosen::Network(evaluator) => evaluator.explain(position),
        }
    }
}
