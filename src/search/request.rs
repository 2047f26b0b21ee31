//! The request and the result of a search: the same types from the protocols down to the threads.

use super::{Depth, ProbeSettings, Score, SearchLimits, StrengthLimit};
use crate::system::Instant;

/// A request for a search. The position is not part of it. Moves are of type `M`.
#[derive(Clone, Debug)]
pub struct SearchRequest<M> {
    /// When to stop.
    pub limits: SearchLimits,
    /// Search only these moves; empty: all legal ones.
    pub moves: Vec<M>,
    /// Hold the best move back until the search is stopped.
    pub infinite: bool,
    /// Search on the opponent's time, until a ponder hit or a stop.
    pub ponder: bool,
    /// How many of the best lines to find, at least 1.
    pub multi_pv: usize,
    /// How much worse than equality a draw is to the side to move, in hundredths of a pawn or man.
    pub contempt: i32,
    /// Play more weakly than possible.
    pub strength_limit: Option<StrengthLimit>,
    /// When to play a move of the opening book.
    pub book_use: BookUse,
    /// Choose at random among the best moves if their scores hardly differ.
    pub varies: bool,
    /// The random number that decides what is left to chance; `None`: another one each time.
    pub random: Option<u64>,
    /// When to probe endgame tables.
    pub probe_settings: ProbeSettings,
    /// When the request came. The clock has been running since then.
    pub received: Instant,
}

/// When a search plays a move of the opening book instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BookUse {
    /// Never.
    #[default]
    Never,
    /// If the search is limited by time alone: with a depth, a number of nodes or a mate, protocols ask for a search.
    TimedSearches,
    /// Whatever limits the search has.
    Always,
}

/// All moves, one line, no limits, no book; received now.
impl<M> Default for SearchRequest<M> {
    fn default() -> SearchRequest<M> {
        SearchRequest {
            limits: SearchLimits::default(),
            moves: Vec::new(),
            infinite: false,
            ponder: false,
            multi_pv: 1,
            contempt: 0,
            strength_limit: None,
            book_use: BookUse::Never,
            varies: false,
            random: None,
            probe_settings: ProbeSettings::default(),
            received: Instant::now(),
        }
    }
}

impl<M> SearchRequest<M> {
    /// The same request, for `moves` of another type.
    pub fn with_moves<N>(self, moves: Vec<N>) -> SearchRequest<N> {
        SearchRequest {
            moves,
            limits: self.limits,
            infinite: self.infinite,
            ponder: self.ponder,
            multi_pv: self.multi_pv,
            contempt: self.contempt,
            strength_limit: self.strength_limit,
            book_use: self.book_use,
            varies: self.varies,
            random: self.random,
            probe_settings: self.probe_settings,
            received: self.received,
        }
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<M> {
    /// The principal variation, the best move first; never empty.
    pub pv: Vec<M>,
    /// The score for the side to move.
    pub score: Score,
    /// The depth of the last complete iteration, in plies; 0 if there was none.
    pub depth: Depth,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// Positions found in endgame tables.
    pub tb_hits: u64,
    /// Whether the last iteration has seen the end of every line, so that the score is exact. Known in games with payoffs
    /// only.
    pub solved: bool,
}
