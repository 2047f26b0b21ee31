//! What the search tells those who listen. It never prints.

use super::Depth;
use super::bound::Bound;
use super::score::Score;
use crate::game::Game;
use std::time::Duration;

/// What the search has found out about one line of play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchInfo {
    /// Plies searched to the full.
    pub depth: Depth,
    /// The farthest ply looked at.
    pub seldepth: usize,
    /// 1 for the best line, 2 for the next best.
    pub multi_pv: usize,
    /// The value for the side to move.
    pub score: Score,
    /// The same, as people and programs are told ([`PAWN_VALUE`](super::Knowledge::PAWN_VALUE)).
    pub shown_score: Score,
    /// The chances of a win, a draw and a loss for the side to move, in thousandths, for games
    /// in which the score has been measured by them.
    pub wdl: Option<[u16; 3]>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Positions found in endgame tables.
    pub tb_hits: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u16,
}

/// Someone who listens to a search.
pub trait SearchListener<G: Game> {
    /// A line was found, or is now known better: its moves are best play for both sides.
    fn info(&mut self, finding: &SearchInfo, line: &[G::Move]);
}

/// Nobody listens.
pub struct Silent;

impl<G: Game> SearchListener<G> for Silent {
    fn info(&mut self, _finding: &SearchInfo, _line: &[G::Move]) {}
}
