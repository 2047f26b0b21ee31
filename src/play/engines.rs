//! The engines of a session: those of the machines, and one that advises persons. At most one of them thinks at a time.

use super::played_move::SearchStatistics;
use super::players::MachineSettings;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Side, Theory};
use crate::games::GameInfo;
use crate::notation::{MoveStyle, show_moves};
use crate::picture::Picture;
use crate::player::{Player, PlayerAlgorithm, player};
use crate::search::{SearchInfo, SearchListener, SearchRequest};
use crate::system::user_folders::table_cache;
use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;

/// The place of the adviser behind the engines of the two sides.
const ADVISER: usize = 2;

/// The most messages that are kept of a search.
const MAX_MESSAGES: usize = 8;

/// Callback for the progress of a search, called in its thread: the lines, the best first.
pub type SearchWatcher = Arc<dyn Fn(&[SearchStatistics]) + Send + Sync>;

/// What the answer of a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The machine's move.
    Move,
    /// A hint for a person.
    Hint,
    /// What the other side would do: the position is the one after a pass.
    Threat,
    /// A person looks on; the answer is not used.
    Analysis,
}

/// Resources of each engine of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineResources {
    /// Threads of its searches.
    pub threads: usize,
    /// The memory of its transposition table.
    pub table_mebibytes: usize,
    /// Folders with Syzygy tables, for chess.
    pub syzygy: Option<String>,
}

impl Default for EngineResources {
    fn default() -> EngineResources {
        EngineResources { threads: 1, table_mebibytes: 16, syzygy: None }
    }
}

/// The engines of a session.
pub struct Engines {
    game: &'static GameInfo,
    resources: EngineResources,
    engines: [Option<Player>; 3],
    thinking: Option<Arc<Mutex<Thinking>>>,
    /// Callback for the progress of searches.
    pub watcher: Option<SearchWatcher>,
}

impl Engines {
    /// No engine yet.
    pub fn new(game: &'static GameInfo, resources: EngineResources) -> Engines {
        Engines { game, resources, engines: [None, None, None], thinking: None, watcher: None }
    }

    /// Gives a side an engine with these settings, or none.
    ///
    /// # Errors
    /// The evaluation cannot be read, the game lacks the theory, or there is not enough memory; the old engine stays.
    pub fn set(&mut self, side: Side, settings: Option<&MachineSettings>) -> Result<(), String> {
        let engine = settings.map(|settings| self.make(settings)).transpose()?;
        self.stop();
        self.engines[side.index()] = engine;
        Ok(())
    }

    fn make(&self, settings: &MachineSettings) -> Result<Player, String> {
        if settings.algorithm == PlayerAlgorithm::Theory && !self.game.start().has_theory() {
            return Err(format!("theory: found {}, expected a game with a theory, or best", self.game.name));
        }
        let mut engine = player(self.game.name, self.resources.table_mebibytes)?;
        if let Some(path) = &settings.eval_file {
            engine.load_model(path)?;
        }
        if let Some(path) = self.resources.syzygy.as_ref().filter(|_| self.game.name == "chess") {
            engine.load_tables(path)?;
        }
        let options = engine.settings();
        options.algorithm = settings.algorithm;
        options.threads = self.resources.threads.max(1);
        options.table_cache = table_cache();
        engine.prepare()?;
        Ok(engine)
    }

    /// Starts a search: of the engine of the side to move for its move, else of the adviser.
    ///
    /// # Errors
    /// The side has no engine, or there is not enough memory for the adviser.
    pub fn start(
        &mut self,
        game: &GameLine<AnyPosition>,
        request: SearchRequest<AnyMove>,
        purpose: Purpose,
    ) -> Result<(), String> {
        let is_move = purpose == Purpose::Move;
        if !is_move && self.engines[ADVISER].is_none() {
            self.engines[ADVISER] = Some(self.make(&MachineSettings::default())?);
        }
        self.stop();
        let place = if is_move { game.position().side_to_move().index() } else { ADVISER };
        let engine = self.engines[place].as_mut().ok_or("no engine plays this side")?;
        engine.set_line(game.clone());
        // Without threads nothing could stop a search that waits for `stop`.
        let infinite = purpose == Purpose::Analysis && !cfg!(target_family = "wasm");
        let request = SearchRequest { infinite, ..request };
        let thinking = Thinking {
            purpose,
            position: game.position().clone(),
            lines: Vec::new(),
            reason: None,
            messages: Vec::new(),
            answer: None,
        };
        let state = Arc::new(Mutex::new(thinking));
        self.thinking = Some(Arc::clone(&state));
        let watcher = self.watcher.clone().filter(|_| purpose != Purpose::Threat);
        engine.think(request, Box::new(StateWriter { state, watcher }));
        Ok(())
    }

    /// The search that runs, or whose answer was not taken yet.
    pub fn thinking(&self) -> Option<MutexGuard<'_, Thinking>> {
        self.thinking.as_ref().map(|thinking| thinking.lock())
    }

    /// Takes the search if it is over.
    pub fn take_answer(&mut self) -> Option<Thinking> {
        let answered = self.thinking.take_if(|thinking| thinking.lock().answer.is_some())?;
        let answer = answered.lock().clone();
        Some(answer)
    }

    /// Ends the search soon; its answer is the best move up to now.
    pub fn hurry(&mut self) {
        for engine in self.engines.iter_mut().flatten() {
            engine.stop();
        }
    }

    /// Stops the search, whose answer is not used.
    pub fn stop(&mut self) {
        if self.thinking.take().is_some() {
            self.hurry();
            for engine in self.engines.iter_mut().flatten() {
                engine.wait();
            }
        }
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A search, with what it has reported up to now.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// What its answer is for.
    pub purpose: Purpose,
    /// Where it began.
    pub position: AnyPosition,
    /// The latest lines, the best first.
    pub lines: Vec<SearchStatistics>,
    /// Why the move is played without a search.
    pub reason: Option<String>,
    /// Other messages: what went wrong, or what the program does meanwhile.
    pub messages: Vec<String>,
    /// The move, once the search is over; `Some(None)` if there is no legal move.
    pub answer: Option<Option<AnyMove>>,
}

/// Writes the reports of a search into the state.
struct StateWriter {
    state: Arc<Mutex<Thinking>>,
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
        let Thinking { position, lines, .. } = &mut *self.state.lock();
        let pv = show_moves(position, moves, MoveStyle::Short);
        let cells = moves.first().map(|&mv| position.move_cells(mv)).unwrap_or_default();
        let mover = position.side_to_move();
        info.keep_newest(lines, SearchStatistics { mover, info: *info, moves: moves.to_vec(), pv, cells });
        if let Some(watcher) = &self.watcher {
            watcher(lines);
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
