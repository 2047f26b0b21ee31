//! A game up to now.

use crate::game::{Game, Key, Outcome};
use crate::search::key_history::occurrences;

/// The current position of a game, and the keys of the positions before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameHistory<G: Game> {
    position: G,
    earlier_keys: Vec<Key>,
}

impl<G: Game> GameHistory<G> {
    /// A game that begins with `start`.
    pub fn new(start: G) -> GameHistory<G> {
        GameHistory { position: start, earlier_keys: Vec::new() }
    }

    /// The current position.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The keys of the positions before it, oldest first.
    pub fn earlier_keys(&self) -> &[Key] {
        &self.earlier_keys
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        debug_assert!(self.position.is_legal(mv));
        self.earlier_keys.push(self.position.key());
        self.position = self.position.play(mv);
    }

    /// How often the current position has occurred, including now.
    pub fn occurrences(&self) -> usize {
        let position = &self.position;
        occurrences(&self.earlier_keys, position.key(), position.reversible_plies())
    }

    /// The result for the side to move if the game is over; the third occurrence of a position is a draw.
    pub fn outcome(&self) -> Option<Outcome> {
        let repeated = || (self.occurrences() >= 3).then_some(Outcome::Draw);
        self.position.outcome().or_else(repeated)
    }

    /// The rule that ended the game, as [`Game::end_reason`] names it. Only meaningful if it is over.
    pub fn end_reason(&self) -> &'static str {
        if self.position.outcome().is_some() { self.position.end_reason() } else { "threefold repetition" }
    }
}
