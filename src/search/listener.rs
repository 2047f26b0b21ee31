//! What the search reports, and to whom. It never prints.

use super::Depth;
use super::bound::Bound;
use super::score::Score;
use super::shown_score::ShownScore;
use crate::game::Game;
use std::time::Duration;

/// What the search has found out about one line, but for its moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchInfo {
    /// The depth of the iteration, in plies.
    pub depth: Depth,
    /// The greatest ply reached.
    pub seldepth: usize,
    /// 1 for the best line, 2 for the next best.
    pub multi_pv: usize,
    /// The score for the side to move, in the unit of the evaluation; a payoff in games with payoffs.
    pub score: Score,
    /// The same score as it is shown to users.
    pub shown_score: ShownScore,
    /// The chances of a win, a draw and a loss for the side to move, in thousandths; `None` if the game
    /// has no model of them.
    pub wdl: Option<[u16; 3]>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Positions visited since the search began, by all threads.
    pub nodes: u64,
    /// Positions found in endgame tables.
    pub tb_hits: u64,
    /// Time since the search was requested.
    pub elapsed: Duration,
    /// How full the transposition table is with entries of this search, in thousandths.
    pub hashfull: u16,
}

/// Hears what a search finds.
pub trait SearchListener<G: Game> {
    /// A line was found, or its score has changed. `pv` is its moves, the best for both sides.
    fn info(&mut self, info: &SearchInfo, pv: &[G::Move]);
}

/// Ignores everything.
pub struct Silent;

impl<G: Game> SearchListener<G> for Silent {
    fn info(&mut self, _info: &SearchInfo, _pv: &[G::Move]) {}
}
