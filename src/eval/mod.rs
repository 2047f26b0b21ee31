//! Static evaluation: the value of a position without search.

use crate::game::{Game, Side};
use crate::system::data_file::DataFile;
use once_cell::sync::OnceCell;
use std::sync::Arc;

pub mod either;
pub mod hand_crafted;
pub mod nnue;
pub mod no_weights;
pub mod pawn_unit;
pub mod tapered;
pub mod tapered_weights;
pub mod weights;

/// Follows the search through the tree and evaluates its current position.
///
/// Law: after any path of pushes and pops the score equals that of a fresh [`reset`](Evaluator::reset).
/// An evaluator that keeps nothing from move to move only needs [`score`](Evaluator::score).
pub trait Evaluator<G: Game> {
    /// Starts again at `position`.
    fn reset(&mut self, _position: &G) {}

    /// Steps from `before` to `after`, by a move or a null move.
    fn push(&mut self, _before: &G, _after: &G) {}

    /// Steps back from the last [`push`](Evaluator::push).
    fn pop(&mut self) {}

    /// The evaluation of `position`, which is the current one, for the side to move. Its unit is internal, and scores are
    /// [converted](pawn_unit) before they are shown.
    fn score(&mut self, position: &G) -> i32;

    /// The [`score`](Evaluator::score) that is shown as one pawn or man. Weights in text are in hundredths of it; a network
    /// has a unit of its own.
    fn pawn_value(&self) -> i32 {
        100
    }

    /// Whether the scores are too rough for pruning by margins.
    fn coarse(&self) -> bool {
        false
    }

    /// The terms of the [`score`](Evaluator::score) of `position`, which add up to it; empty if the evaluation has no
    /// separate terms.
    fn explain(&self, _position: &G) -> Vec<Term> {
        Vec::new()
    }
}

/// A term of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name in the weights file.
    pub name: &'static str,
    /// Its values for the first side and for the second, in internal units.
    pub values: [i32; 2],
}

impl Term {
    /// Its value for `side` minus its value for the opponent.
    pub fn balance(&self, side: Side) -> i32 {
        self.values[side.index()] - self.values[(!side).index()]
    }
}

/// The weights or the network of an evaluation, read from a file that a user may replace.
pub trait Model: Send + Sync + Sized + 'static {
    /// The file of the program.
    const EMBEDDED: DataFile;
    /// The embedded file of text weights, even if [`EMBEDDED`](Model::EMBEDDED) is a network.
    const WEIGHTS: DataFile = Self::EMBEDDED;

    /// The model in the embedded file.
    fn embedded() -> Result<Arc<Self>, ModelError> {
        Self::read_file(Self::EMBEDDED)
    }

    /// Reads a file. Its first bytes tell whether it is text or a network.
    fn read(bytes: &[u8]) -> Result<Self, ModelError>;

    /// Reads a file of the program.
    fn read_file(file: DataFile) -> Result<Arc<Self>, ModelError> {
        Self::read(file.read().map_err(ModelError)?).map(Arc::new)
    }

    /// Whether the whole numbers of a text of weights are weights in internal units, so that they can be tuned.
    fn is_tunable(_text: &str) -> bool {
        true
    }
}

/// A model from which evaluators of the positions of `G` are made.
pub trait ModelOf<G: Game>: Model {
    /// Evaluates the positions.
    type Evaluator: Evaluator<G> + Send;

    /// The embedded file for the game of a position, where one type of model serves several games.
    fn embedded_file(_position: &G) -> DataFile {
        Self::EMBEDDED
    }

    /// The embedded text weights for the game of a position.
    fn weights_file(_position: &G) -> DataFile {
        Self::WEIGHTS
    }

    /// The model in the [embedded file](ModelOf::embedded_file) for the game of a position.
    fn embedded_for(_position: &G) -> Result<Arc<Self>, ModelError> {
        Self::embedded()
    }

    /// The model of a source for the game of a position.
    fn of_source(source: &ModelSource, position: &G) -> Result<Arc<Self>, ModelError> {
        match source {
            ModelSource::Embedded => Self::embedded_for(position),
            ModelSource::EmbeddedWeights => Self::read_file(Self::weights_file(position)),
            ModelSource::File(bytes) => Self::read(bytes).map(Arc::new),
        }
    }

    /// An evaluator of a model.
    fn evaluator(model: &Arc<Self>) -> Self::Evaluator;
}

/// This name in place of a file stands for the embedded text weights.
pub const WEIGHTS: &str = "weights";

/// What the model of an evaluation is read from.
pub enum ModelSource {
    /// The embedded file.
    Embedded,
    /// The embedded text weights, which [`WEIGHTS`] stands for.
    EmbeddedWeights,
    /// A file with these bytes.
    File(Vec<u8>),
}

/// The model in the embedded file, read at the first call and then kept in `cell`.
pub fn read_once<M: Model>(cell: &OnceCell<Arc<M>>) -> Result<Arc<M>, ModelError> {
    cell.get_or_try_init(|| M::read_file(M::EMBEDDED)).cloned()
}

/// Why a file is not a model for a game: one line that says what was found and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ModelError(pub String);
