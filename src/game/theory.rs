//! What the theory of a game says about a position.

use super::{Game, Outcome};
use crate::system::StopSignal;

/// What an answer of the theory rests on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TheorySource {
    /// A proved statement, which holds for positions of any size.
    Theorem,
    /// A table of values that was computed.
    Table,
    /// A search of all positions that can follow.
    Search,
}

/// The result of a position with best play, and why it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryAnswer<M> {
    /// The result for the side to move.
    pub outcome: Outcome,
    /// A move that keeps the result: for the loser any sensible move. `None` if the game is over.
    pub best: Option<M>,
    /// What the answer rests on.
    pub source: TheorySource,
    /// The reason in one line: `theorem (Bouton 1901): nim-sum 6, take 4 from heap 2`.
    pub reason: String,
}

/// What theory knows of a game. The default: nothing.
///
/// ```
/// use kempelen::{MoveStyle, Notation, Outcome, Theory, read_position};
///
/// let position = read_position("nim", "3,4,5 p1")?;
/// let answer = position.theory().expect("Nim is solved");
/// assert_eq!(answer.outcome, Outcome::Win);
/// assert_eq!(answer.reason, "theorem (Bouton 1901): nim-sum 2, take 2 from heap 1");
/// assert_eq!(position.grundy_value(), Some(2));
/// # Ok::<(), kempelen::LibraryError>(())
/// ```
pub trait Theory: Game {
    /// Whether there is a theory of the game.
    fn has_theory(&self) -> bool {
        false
    }

    /// What the theory says about the position; `None` if it has no answer.
    fn theory(&self) -> Option<TheoryAnswer<Self::Move>> {
        self.theory_until(&|| false)
    }

    /// As [`theory`](Self::theory), but `None` if `stop` interrupts the search for an answer.
    fn theory_until(&self, _stop: StopSignal) -> Option<TheoryAnswer<Self::Move>> {
        None
    }

    /// All moves that win; `None` if they are too many to list, or not all are known.
    fn winning_moves(&self) -> Option<Vec<Self::Move>> {
        None
    }

    /// The Sprague-Grundy value; `None` if the position has none, or it is not known.
    fn grundy_value(&self) -> Option<u64> {
        None
    }
}
