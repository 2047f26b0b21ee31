//! One run of a textbook algorithm: what it evaluates with, what it counts, and when it stops.

use super::{TextbookCounts, TextbookResult, end_value};
use crate::game::{Game, WorkLimit, WorkStop};
use thiserror::Error;

/// What the algorithms ask about a game beyond its rules.
#[derive(Clone, Copy)]
pub struct TextbookKnowledge<'a, G: Game> {
    /// The static evaluation of a position for the side to move. It must stay well below [`WIN`](super::WIN).
    pub evaluate: &'a dyn Fn(&G) -> i32,
    /// The slot of a move in the history table if a chain of jumps counts as its first jump; a small number.
    /// [`TextbookOrder::Pongor`](super::TextbookOrder) lists moves in the order of these numbers.
    pub first_step: &'a dyn Fn(&G, G::Move) -> usize,
}

/// How often [`WorkLimit::stop`] is asked, in nodes.
const STOP_EVERY: u64 = 256;

/// Why a run has stopped before it was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TextbookStop {
    /// By [`WorkLimit::positions`].
    #[error("stopped after {0} nodes, the limit")]
    Nodes(u64),
    /// By [`WorkLimit::stop`].
    #[error("interrupted")]
    Interrupted,
    /// The exact value of a position is a fraction of too many digits.
    #[error("an exact mean has more than 128 bits; expected a lower depth, m or n")]
    Overflow,
}

impl From<WorkStop> for TextbookStop {
    fn from(stop: WorkStop) -> TextbookStop {
        match stop {
            WorkStop::Positions(limit) => TextbookStop::Nodes(limit),
            WorkStop::Interrupted | WorkStop::Time => TextbookStop::Interrupted,
        }
    }
}

/// A run in progress.
pub(super) struct TextbookRun<'a, G: Game> {
    /// The static evaluation for the side to move.
    pub(super) evaluate: &'a dyn Fn(&G) -> i32,
    pub(super) counts: TextbookCounts,
    limit: WorkLimit<'a>,
    /// The nodes that count for the limit.
    visited: u64,
    best: Option<G::Move>,
}

impl<'a, G: Game> TextbookRun<'a, G> {
    /// Runs `search` without a limit. It must not compute means.
    pub(super) fn complete<V>(
        evaluate: &'a dyn Fn(&G) -> i32,
        search: impl FnOnce(&mut Self) -> Result<V, TextbookStop>,
    ) -> TextbookResult<G::Move, V> {
        let TextbookResult { value, best, counts } = Self::limited(evaluate, WorkLimit::default(), search);
        TextbookResult { value: value.unwrap_or_else(|stop| unreachable!("no limit, but {stop}")), best, counts }
    }

    /// Runs `search` until it is complete or the limit is reached.
    pub(super) fn limited<V>(
        evaluate: &'a dyn Fn(&G) -> i32,
        limit: WorkLimit<'a>,
        search: impl FnOnce(&mut Self) -> V,
    ) -> TextbookResult<G::Move, V> {
        let mut run = TextbookRun { evaluate, counts: TextbookCounts::default(), limit, visited: 0, best: None };
        TextbookResult { value: search(&mut run), best: run.best, counts: run.counts }
    }

    /// Counts a visited position. Returns its value for the side to move if the game is over there, and its static evaluation
    /// at `depth`.
    pub(super) fn visit(&mut self, position: &G, ply: u32, depth: u32) -> Result<Option<i32>, TextbookStop> {
        self.limit.check_positions(self.visited + 1)?;
        if self.visited.is_multiple_of(STOP_EVERY) {
            (self.limit.progress)(self.visited);
            self.limit.check_stop()?;
        }
        self.visited += 1;
        self.counts.nodes += 1;
        let end = end_value(position, ply);
        if end.is_none() && ply >= depth {
            return Ok(Some(self.evaluate_leaf(position)));
        }
        self.counts.leaves += u64::from(end.is_some());
        Ok(end)
    }

    /// The static evaluation of a position that is not searched further.
    pub(super) fn evaluate_leaf(&mut self, position: &G) -> i32 {
        self.counts.leaves += 1;
        (self.evaluate)(position)
    }

    /// Notes that `mv` is the best move of a node so far.
    pub(super) fn improve(&mut self, ply: u32, mv: G::Move) {
        if ply == 0 {
            self.best = Some(mv);
        }
    }

    /// Counts a cutoff after this many children.
    pub(super) fn cut(&mut self, children: u64) {
        self.counts.cutoffs += 1;
        self.counts.children_at_cutoffs += children;
    }
}
