//! The search stack: one entry for each ply of the line being searched.

use super::{Depth, Score};

/// What is known about one ply of the current line. `M` is the type of moves; `S` is what the game
/// stores about the move made at the ply ([`StackMove`](super::Knowledge::StackMove)).
pub struct StackEntry<M, S> {
    /// The move made at this ply, as the game stores it.
    pub mv: S,
    /// Whether that move is a null move.
    pub null_move: bool,
    /// The corrected static evaluation of the position.
    pub eval: Option<Score>,
    /// The current reduction of that move, in plies; -1 for an extension.
    pub reduction: Depth,
    /// A move that is not to be searched at this ply.
    pub excluded: Option<M>,
}

impl<M, S: Default> Default for StackEntry<M, S> {
    fn default() -> Self {
        StackEntry { mv: S::default(), null_move: false, eval: None, reduction: 0, excluded: None }
    }
}
