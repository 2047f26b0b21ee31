//! Ways to choose a move in place of the search.

use crate::game::Game;
use crate::game_history::GameHistory;
use crate::search::{Clock, Score, ScoreBounds};

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

/// Chooses moves in place of the search.
pub trait MoveChooser<G: Game>: Send + Sync {
    /// Chooses a move in the last position of `game`, which is not over. It must return soon after the clock has
    /// [expired](Clock::expired), or when `nodes` positions have been visited.
    fn choose(&self, game: &GameHistory<G>, clock: &Clock, nodes: Option<u64>) -> MoveChoice<G::Move>;
}
