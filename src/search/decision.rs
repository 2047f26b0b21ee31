//! What the hooks of a game can tell the search to do.

use super::{Depth, Score};

/// What to do where the main search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// Stand pat: the static evaluation is a lower bound of the score, and tactical moves may improve on it.
    StandPat,
    /// Return the static evaluation; no move is tried.
    Settled,
    /// Try every move. The side to move has no free choice (it is in check, or must capture), so the
    /// position has no static evaluation.
    Forced,
    /// Search one more ply: the position is too unstable for quiescence.
    Deepen,
}

impl Leaf {
    /// Whether a static evaluation of the position means something.
    pub fn has_static_eval(self) -> bool {
        matches!(self, Leaf::StandPat | Leaf::Settled)
    }
}

/// Whether to prune a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// Search it.
    No,
    /// Prune this move. Its score is at most the one given here, which is at most [`alpha`](super::Node::alpha).
    This(Score),
    /// Prune this move and the remaining quiet moves, except those that the game's picker keeps; the
    /// hook is asked about these one by one.
    RestQuiet,
}

impl Skip {
    /// Prune this move; nothing is known about its score.
    pub const NO_BOUND: Skip = Skip::This(Score::INFINITE_LOSS);
}

/// How much deeper to search a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extension {
    /// By this many plies; shallower if it is negative.
    By(Depth),
    /// Do not search it: the hook has found that the node has this score (multi-cut).
    Cutoff(Score),
}
