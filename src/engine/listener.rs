//! Who hears what the engine finds and plays.

use crate::game::Game;
use crate::search::SearchListener;

/// Hears the lines that a search finds, and then the move to play. Called from the thread that
/// searches.
pub trait EngineListener<G: Game>: SearchListener<G> + Send {
    /// The search is over. Called exactly once. `best` is the move to play, `None` where there is no
    /// legal move; `ponder` is the reply to ponder on, if the game goes on after it.
    fn best_move(&mut self, best: Option<G::Move>, ponder: Option<G::Move>);

    /// A message for the user: a note, or an internal error. The best move follows in any case.
    fn message(&mut self, text: &str);

    /// Why the move is played without a search.
    fn reason(&mut self, text: &str) {
        self.message(text);
    }
}
