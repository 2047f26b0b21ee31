//! Ways to choose a move in place of the search.

use crate::any_position::AnyMove;
use crate::search::{Clock, Score, ScoreBounds, SearchRequest};
use std::sync::Arc;

/// A move that was chosen without the search, and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChosenMove {
    /// The move.
    pub mv: AnyMove,
    /// Its score for the side to move; `None` if nothing is known of it.
    pub score: Option<Score>,
    /// Bounds of the score.
    pub bounds: ScoreBounds,
    /// The depth in plies to which positions were looked at.
    pub depth: usize,
    /// The number of visited positions.
    pub nodes: u64,
    /// Why this move, in one line.
    pub reason: Option<String>,
}

impl ChosenMove {
    /// A move to play, about whose score nothing is known.
    pub fn unknown(mv: AnyMove) -> ChosenMove {
        ChosenMove { mv, score: None, bounds: ScoreBounds::UNKNOWN, depth: 1, nodes: 1, reason: None }
    }

    /// A move of the opening book, which is shown as a draw.
    pub fn of_book(mv: AnyMove) -> ChosenMove {
        ChosenMove { reason: Some("a move of the opening book".to_owned()), ..ChosenMove::unknown(mv) }
    }
}

/// What a [`MoveChooser`] answers.
pub enum MoveChoice {
    /// Play the first of these moves; there is at least one. They are in the order of their scores, and as many as are to be shown.
    Play(Vec<ChosenMove>),
    /// Ask the search, for the reason that is given.
    Search(Option<String>),
}

/// Chooses a move in place of the search, in the last position of a game that is not over. It returns soon after the clock
/// has [expired](Clock::expired), or when the number of positions of the request have been visited. The last argument is a random
/// number.
pub type MoveChooser = Arc<dyn Fn(&Clock, &SearchRequest<AnyMove>, u64) -> MoveChoice + Send + Sync>;
