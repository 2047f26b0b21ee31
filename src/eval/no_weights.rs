//! Models of evaluations that have no weights to read.

use super::{Evaluator, Model, ModelError, ModelOf};
use crate::game::Game;
use crate::system::data_file::DataFile;
use std::marker::PhantomData;
use std::sync::Arc;

/// The model of an evaluator `E` without weights. By default every position is evaluated as 0.
pub struct NoWeights<E = NoEvaluation>(PhantomData<fn() -> E>);

/// Evaluates every position as 0, so that only the end of the game counts.
#[derive(Default)]
pub struct NoEvaluation;

impl<G: Game> Evaluator<G> for NoEvaluation {
    fn score(&mut self, _: &G) -> i32 {
        0
    }

    fn coarse(&self) -> bool {
        true
    }
}

impl<E: 'static> Model for NoWeights<E> {
    const EMBEDDED: DataFile = DataFile::embedded("", b"");

    fn embedded() -> Result<Arc<Self>, ModelError> {
        Ok(Arc::new(NoWeights(PhantomData)))
    }

    fn read(_: &[u8]) -> Result<Self, ModelError> {
        Err(ModelError("the evaluation of this game has no weights to read".into()))
    }
}

impl<G: Game, E: Evaluator<G> + Default + Send + 'static> ModelOf<G> for NoWeights<E> {
    type Evaluator = E;

    fn evaluator(_: &Arc<Self>) -> E {
        E::default()
    }
}
