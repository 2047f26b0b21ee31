//! What a position is worth without looking ahead.

use crate::game::{Game, Side};
use once_cell::sync::OnceCell;
use std::sync::Arc;

pub mod either;
pub mod hand_crafted;
pub mod nnue;
pub mod no_weights;
pub mod tapered;
pub mod tapered_weights;
pub mod weights;

/// Follows the search through the tree and values the position it stands on.
///
/// Law: after any path of pushes and pops the score equals that of a fresh [`reset`](Evaluator::reset).
/// An evaluator that keeps nothing from move to move only needs [`score`](Evaluator::score).
pub trait Evaluator<G: Game> {
    /// Starts anew at `position`.
    fn reset(&mut self, _position: &G) {}

    /// Steps from `before` to `after`: one move, or a null move. Records the difference only.
    fn push(&mut self, _before: &G, _after: &G) {}

    /// Steps back from the last [`push`](Evaluator::push).
    fn pop(&mut self) {}

    /// The value of `position`, the one the evaluator stands on, for the side to move. It counts
    /// in hundredths of its own; a hundred of them are about a pawn or man, and what is shown to
    /// people is scaled until they are one.
    fn score(&mut self, position: &G) -> i32;

    /// The parts of the [`score`](Evaluator::score) of `position`, which add up to it; none if the
    /// evaluator is of one piece.
    fn explain(&self, _position: &G) -> Vec<Term> {
        Vec::new()
    }
}

/// A part of the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// What the weights file calls it.
    pub name: &'static str,
    /// What it is worth to the first side and to the second, in the evaluation's hundredths.
    pub worth: [i32; 2],
}

impl Term {
    /// What it is worth to `side`, less what it is worth to the opponent.
    pub fn balance(&self, side: Side) -> i32 {
        self.worth[side.index()] - self.worth[(!side).index()]
    }
}

/// What evaluators are made of: weights or a network, read from a file that a user may change.
pub trait Model: Send + Sync + Sized + 'static {
    /// The file that is embedded in the binary.
    const EMBEDDED: &'static [u8];
    /// The embedded file of weights that people can name, should [`EMBEDDED`](Model::EMBEDDED) be a network.
    const WEIGHTS: &'static [u8] = Self::EMBEDDED;

    /// What the embedded file holds.
    fn embedded() -> Result<Arc<Self>, ModelError>;

    /// Reads a file. What it holds (text or network) is told by its first bytes.
    fn read(bytes: &[u8]) -> Result<Self, ModelError>;
}

/// A model from which evaluators of the positions of `G` are made.
pub trait ModelOf<G: Game>: Model {
    /// Values the positions.
    type Evaluator: Evaluator<G> + Send;

    /// Whether static evaluations are accurate enough for the search to prune and reduce by them.
    /// Without that, a search of full width is sure to find the end of a game.
    const FINE: bool = true;

    /// An evaluator of a model.
    fn evaluator(model: &Arc<Self>) -> Self::Evaluator;
}

/// In the place of the name of a file: the weights that are embedded in the binary.
pub const WEIGHTS: &str = "weights";

/// What the embedded file of a model holds, kept in `cell` once it was read.
pub fn read_once<M: Model>(cell: &OnceCell<Arc<M>>) -> Result<Arc<M>, ModelError> {
    let read = || M::read(M::EMBEDDED).map(Arc::new);
    cell.get_or_try_init(read).cloned()
}

/// Why a file is no model for a game: one line that says what was found and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ModelError(pub String);
