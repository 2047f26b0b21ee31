//! What one thread is to search.

use super::{Clock, SearchLimits, SearchRequest};
use crate::game::{Game, Key};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A position and a request, as one thread gets them.
pub struct SearchTask<'a, G: Game> {
    /// The root position.
    pub position: &'a G,
    /// The keys of the positions before it in the game, oldest first.
    pub game_keys: &'a [Key],
    /// What to search for. Its moves are legal, and there is at least one.
    pub request: SearchRequest<G::Move>,
    /// Measures the time that the request allows.
    pub clock: Clock,
    /// What the thread does for the search as a whole.
    pub role: ThreadRole,
}

impl<'a, G: Game> SearchTask<'a, G> {
    /// A search of all moves of a position without a game before it: one line, one thread, and no
    /// clock (a time among the limits has no effect).
    pub fn new(position: &'a G, limits: SearchLimits) -> SearchTask<'a, G> {
        SearchTask {
            position,
            game_keys: &[],
            request: SearchRequest { limits, moves: position.moves(), ..SearchRequest::default() },
            clock: Clock::endless(),
            role: ThreadRole::single(),
        }
    }

    /// The keys of the game, the one of the root position last.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys = self.game_keys.to_vec();
        keys.push(self.position.key());
        keys
    }
}

/// What a thread does in a search by several threads that share the transposition table
/// (lazy SMP: Heinz 1999, Östensson 2013).
#[derive(Clone, Debug)]
pub enum ThreadRole {
    /// It watches the limits and reports. Its move is played unless the helpers outvote it. The counter holds the positions
    /// that the helpers have visited.
    Main(Arc<AtomicU64>),
    /// It fills the table, votes for a move to play, and adds the positions it visits to the counter.
    Helper(Arc<AtomicU64>),
}

impl ThreadRole {
    /// The role of a thread that searches alone.
    pub fn single() -> ThreadRole {
        ThreadRole::Main(Arc::default())
    }
}
