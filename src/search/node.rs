//! A node of the search tree, and an entry of the search stack.

use super::{Bound, Depth, Score, ScoreBounds, TtEntry, Window};
use once_cell::sync::Lazy;

/// The type of a node, known at compile time.
pub trait NodeType {
    /// Whether the node is a [`PvNode`].
    const PV: bool;
}

/// A node with an open window: it may be on the principal variation.
pub struct PvNode;

/// A node with a null window: only the side of the window on which its score lies matters.
pub struct NonPvNode;

impl NodeType for PvNode {
    const PV: bool = true;
}

impl NodeType for NonPvNode {
    const PV: bool = false;
}

/// The node being searched, as hooks see it. `M` is the type of moves, `F` what the game's hooks find
/// out about the position ([`Facts`](super::Knowledge::Facts)).
pub struct SearchNode<M, F> {
    /// Plies from the root.
    pub ply: usize,
    /// Plies still to search; 0 in quiescence.
    pub depth: Depth,
    /// The window at the start of the node.
    pub window: Window,
    /// Bounds of the score from an endgame table.
    pub bounds: ScoreBounds,
    /// Whether this is a PV node (its window is open).
    pub pv_node: bool,
    /// Whether this is a PV node, or was one in an earlier search.
    pub tt_pv: bool,
    /// Whether some move is expected to reach beta (a cut node; Knuth and Moore 1975).
    pub cut_node: bool,
    /// Whether a null move led to the node.
    pub after_null: bool,
    /// The static evaluation, before corrections; `None` where it means nothing.
    pub raw_eval: Option<Score>,
    /// The static evaluation, corrected by the correction histories.
    pub eval: Option<Score>,
    /// The corrected evaluation, or the score of the table entry where its bound makes it more accurate.
    pub tt_adjusted_eval: Option<Score>,
    /// Whether the corrected evaluation has risen since the same side's previous turn.
    pub improving: bool,
    /// The entry of the transposition table.
    pub tt_entry: Option<TtEntry>,
    /// A move that is not to be searched: the search asks how good the others are.
    pub excluded: Option<M>,
    /// The best score so far, or the alpha of the window if no move has raised it.
    pub alpha: Score,
    /// How many moves have been searched.
    pub move_count: usize,
    /// The best move so far, of those that raised alpha.
    pub best_move: Option<M>,
    /// What the hooks have found out about the position.
    pub facts: F,
}

impl<M, F> SearchNode<M, F> {
    /// The code of the transposition table's move; [`TtEntry::NO_MOVE`] if there is none, or if a move is excluded.
    pub fn tt_move_code(&self) -> u16 {
        match (self.tt_entry, &self.excluded) {
            (Some(entry), None) => entry.move_code,
            _ => TtEntry::NO_MOVE,
        }
    }

    /// The base of late-move reductions: `ln(depth) * ln(move_count)`, with both held within 1 and 63.
    pub fn lmr_product(&self) -> f32 {
        static LOGARITHMS: Lazy<[f32; 64]> = Lazy::new(|| std::array::from_fn(|n| (n.max(1) as f32).ln()));
        let logarithm = |n: usize| LOGARITHMS[n.min(63)];
        logarithm(self.depth as usize) * logarithm(self.move_count)
    }

    /// Whether `score`, the best of the node, is exact or a bound.
    pub fn bound(&self, score: Score) -> Bound {
        if score >= self.window.beta || score <= self.bounds.lower {
            Bound::Lower
        } else if self.best_move.is_some() && self.pv_node {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

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
