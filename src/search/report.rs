//! What the search tells those who listen. It never prints.

use super::Depth;
use super::score::Score;
use super::table::Bound;
use crate::game::Game;
use std::time::Duration;

/// A line of play that the search has found.
#[derive(Clone, Debug)]
pub struct Line<'a, G: Game> {
    /// Plies searched to the full.
    pub depth: Depth,
    /// The farthest ply looked at.
    pub reached: usize,
    /// 1 for the best line, 2 for the next best.
    pub rank: usize,
    /// The value for the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Positions found in endgame tables.
    pub table_hits: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the transposition table is, in thousandths.
    pub fullness: u16,
    /// The moves, best play for both sides.
    pub moves: &'a [G::Move],
}

/// Someone who listens to a search.
pub trait Report<G: Game> {
    /// A line was found, or is now known better.
    fn found(&mut self, line: &Line<G>);
}

/// Nobody listens.
pub struct Silent;

impl<G: Game> Report<G> for Silent {
    fn found(&mut self, _line: &Line<G>) {}
}
