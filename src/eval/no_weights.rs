//! Evaluations without weights: none at all, or one that is all in the program.

use super::{Evaluator, Model, ModelError, ModelOf};
use crate::game::Game;
use std::marker::PhantomData;
use std::sync::Arc;

/// The model of an evaluator `E` that has no weights to read; by default every position is worth
/// nothing.
pub struct NoWeights<E = NoEvaluation>(PhantomData<fn() -> E>);

/// Values every position at 0: only the ends of the game count.
#[derive(Default)]
pub struct NoEvaluation;

impl<G: Game> Evaluator<G> for NoEvaluation {
    fn score(&mut self, _: &G) -> i32 {
        0
    }
}

impl<E: 'static> Model for NoWeights<E> {
    const EMBEDDED: &'static [u8] = b"";

    fn embedded() -> Result<Arc<Self>, ModelError> {
        Ok(Arc::new(NoWeights(PhantomData)))
    }

    fn read(_: &[u8]) -> Result<Self, ModelError> {
        Err(ModelError(
            "the evaluation of this game has no weights to read".into(),
        ))
    }
}

impl<G: Game, E: Evaluator<G> + Default + Send + 'static> ModelOf<G> for NoWeights<E> {
    type Evaluator = E;

    const FINE: bool = false;

    fn evaluator(_: &Arc<Self>) -> E {
        E::default()
    }
}
