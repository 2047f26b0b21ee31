//! Ways to choose a move in place of the search.

use crate::search::{Clock, Score, ScoreBounds};
use std::sync::Arc;

/// A move that was chosen without the search, and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChosenMove<M> {
    /// The move.
    pub mv: M,
    /// Its score for the side to move; `None` if nothing is known of it.
    pub score: Option<Score>,
    /// Between which results the score is known to be.
    pub bounds: ScoreBounds,
    /// The depth in plies to which positions were looked at.
    pub depth: usize,
    /// The number of visited positions.
    pub nodes: u64,
    /// Why this move, in one line.
    pub reason: Option<String>,
}

impl<M> ChosenMove<M> {
    /// A move of which nothing is known but that it is to be played.
    pub fn unknown(mv: M) -> ChosenMove<M> {
        ChosenMove { mv, score: None, bounds: ScoreBounds::UNKNOWN, depth: 1, nodes: 1, reason: None }
    }

    /// A move of the opening book, which is shown as a draw.
    pub fn of_book(mv: M) -> ChosenMove<M> {
        ChosenMove {
            score: Some(Score::DRAW),
            reason: Some("a move of the opening book".to_owned()),
            ..ChosenMove::unknown(mv)
        }
    }
}

/// What a [`MoveChooser`] answers.
pub enum MoveChoice<M> {
    /// Play this move.
    Play(ChosenMove<M>),
    /// Ask the search, for the reason that is given.
    Search(Option<String>),
}

impl<M> MoveChoice<M> {
    /// The same choice with a move of another type; the search is asked if `convert` has none.
    pub fn convert<N>(self, convert: impl FnOnce(M) -> Option<N>) -> MoveChoice<N> {
        let ChosenMove { mv, score, bounds, depth, nodes, reason } = match self {
            MoveChoice::Play(chosen) => chosen,
            MoveChoice::Search(reason) => return MoveChoice::Search(reason),
        };
        match convert(mv) {
            Some(mv) => MoveChoice::Play(ChosenMove { mv, score, bounds, depth, nodes, reason }),
            None => MoveChoice::Search(None),
        }
    }
}

/// Chooses a move in place of the search, in the last position of a game that is not over. It returns soon after the clock
/// has [expired](Clock::expired), or when the given number of positions have been visited.
pub type MoveChooser<M> = Arc<dyn Fn(&Clock, Option<u64>) -> MoveChoice<M> + Send + Sync>;
