//! A search in the background, whose state a session reads when it likes: the search never waits for its reader.

use super::played_move::SearchStatistics;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, Side};
use crate::notation::{MoveStyle, show_moves};
use crate::player::Player;
use crate::search::{SearchInfo, SearchListener, SearchRequest};
use parking_lot::Mutex;
use std::sync::Arc;

/// The most messages that are kept of a search.
const MAX_MESSAGES: usize = 8;

/// A running search.
pub struct Thinking {
    state: Arc<Mutex<ThinkingState>>,
    /// What its answer is for.
    pub purpose: Purpose,
}

/// Callback for the progress of a search, called in its thread: the side to move and the lines, the best first.
pub type SearchWatcher = Arc<dyn Fn(Side, &[SearchStatistics]) + Send + Sync>;

/// What the answer of a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The machine's move.
    Move,
    /// A hint for a person.
    Hint,
    /// A person looks on; the answer is not used.
    Analysis,
}

/// What a search has reported up to now.
#[derive(Clone, Default, Debug)]
pub struct ThinkingState {
    /// The latest lines, the best first.
    pub lines: Vec<SearchStatistics>,
    /// Why the move is played without a search.
    pub reason: Option<String>,
    /// Other messages: what went wrong, or what the program does meanwhile.
    pub messages: Vec<String>,
    /// The move, once the search is over; `Some(None)` if there is no legal move.
    pub answer: Option<Option<AnyMove>>,
}

impl Thinking {
    /// Starts a search.
    pub fn start(
        player: &mut Player,
        request: SearchRequest<AnyMove>,
        purpose: Purpose,
        watcher: Option<SearchWatcher>,
    ) -> Thinking {
        let state = Arc::new(Mutex::new(ThinkingState::default()));
        let position = player.position().clone();
        player.think(request, Box::new(StateWriter { position, state: Arc::clone(&state), watcher }));
        Thinking { state, purpose }
    }

    /// What the search has reported up to now.
    pub fn state(&self) -> ThinkingState {
        self.state.lock().clone()
    }

    /// Whether the search is over.
    pub fn is_over(&self) -> bool {
        self.state.lock().answer.is_some()
    }
}

/// Writes the reports of a search into the state.
struct StateWriter {
    position: AnyPosition,
    state: Arc<Mutex<ThinkingState>>,
    watcher: Option<SearchWatcher>,
}

/// A search that fails is over, too; it has no answer.
impl Drop for StateWriter {
    fn drop(&mut self) {
        self.state.lock().answer.get_or_insert(None);
    }
}

impl SearchListener<AnyMove> for StateWriter {
    fn info(&mut self, info: &SearchInfo, moves: &[AnyMove]) {
        let pv = show_moves(&self.position, moves, MoveStyle::Short);
        let line = SearchStatistics { info: *info, pv };
        let lines = &mut self.state.lock().lines;
        match lines.get_mut(info.multi_pv - 1) {
            Some(old) => *old = line,
            None => lines.push(line),
        }
        if let Some(watcher) = &self.watcher {
            watcher(self.position.side_to_move(), lines);
        }
    }

    fn best_move(&mut self, best: Option<AnyMove>, _ponder: Option<AnyMove>) {
        self.state.lock().answer = Some(best);
    }

    fn reason(&mut self, text: &str) {
        self.state.lock().reason = Some(text.to_owned());
    }

    fn message(&mut self, text: &str) {
        let messages = &mut self.state.lock().messages;
        if messages.len() < MAX_MESSAGES {
            messages.push(text.to_owned());
        }
    }
}
