//! A player of any game: an engine with the settings that users can change, for protocols and commands.

mod algorithm;
mod files;
mod knowledge;
mod perft;
mod self_check;
mod settings;

pub use algorithm::PlayerAlgorithm;
pub use perft::{PerftEvent, PerftSettings};
pub use settings::PlayerSettings;

use crate::any_position::{AnyMove, AnyPosition};
use crate::engine::Engine;
use crate::eval::ModelSource;
use crate::eval::pawn_unit::to_hundredths;
use crate::game::{Game, GameLine, Outcome};
use crate::games::{GameEntry, GameInfo, GameKnowledge, TypedKnowledge, find_game};
use crate::notation::{Notation, set_up};
use crate::picture::Picture;
use crate::picture::text_board::{TextBoard, piece_letter};
use crate::search::{SearchLimits, SearchListener, SearchRequest};
use crate::system::error_words::explain;
use crate::worker::StoppableJob;
use knowledge::PlayerKnowledge;
use self_check::SelfCheck;
use std::sync::Arc;

/// Hears a search of a player.
pub type PlayerListener = Box<dyn SearchListener<AnyMove> + Send>;

/// Searches positions of one game, and has the settings that users can change.
pub struct Player {
    game: &'static GameInfo,
    knowledge: PlayerKnowledge,
    engine: Engine,
    start: AnyPosition,
    settings: PlayerSettings,
    messages: Vec<String>,
    /// The last perft.
    perft: Option<StoppableJob>,
    /// Why no position is set up, if none is.
    no_position_reason: Option<String>,
    delayed_answer: Option<DelayedAnswer>,
    /// Whether the user was told that there is no book to play from.
    missing_book_told: bool,
}

/// A best move of "none" that is sent later.
struct DelayedAnswer {
    listener: PlayerListener,
    /// Wait for `stop`, not for the end of pondering.
    until_stopped: bool,
}

impl DelayedAnswer {
    fn send(mut self) {
        self.listener.best_move(None, None);
    }
}

/// A player of the game called `name`, with its embedded book and evaluation, at the initial position.
///
/// # Errors
/// There is no such game, or not enough memory for the table.
pub fn player(name: &str, hash_mib: usize) -> Result<Player, String> {
    player_for_game(find_game(name)?, hash_mib)
}

/// Like [`player`], for a game that was found by its name or by a position.
///
/// # Errors
/// There is not enough memory for the table.
pub fn player_for_game(game: &'static GameInfo, hash_mib: usize) -> Result<Player, String> {
    let start = game.start();
    let evaluation = game.knowledge_of(&start, &ModelSource::Embedded).map_err(|error| error.to_string())?;
    Player::new(game, &*evaluation, start, hash_mib)
}

/// Like [`player`], for a game whose type is known at compile time. The linker can then leave out all other games.
///
/// # Errors
/// There is not enough memory for the table.
pub fn player_of<K: GameEntry>(game: &'static GameInfo, hash_mib: usize) -> Result<Player, String> {
    let start = K::start(game);
    let evaluation = TypedKnowledge::<K>::new(start.clone(), &ModelSource::Embedded);
    Player::new(game, &evaluation.map_err(|error| error.to_string())?, AnyPosition::new(start), hash_mib)
}

impl Player {
    fn new(
        game: &'static GameInfo,
        evaluation: &dyn GameKnowledge,
        start: AnyPosition,
        hash_mib: usize,
    ) -> Result<Player, String> {
        let knowledge = PlayerKnowledge::new(evaluation, "", true)?;
        let engine = Engine::new(start.clone(), Arc::clone(knowledge.chosen()), hash_mib);
        let engine = engine.map_err(|error| error.to_string())?;
        let mut player = Player {
            game,
            knowledge,
            engine,
            start,
            settings: PlayerSettings::new(hash_mib),
            messages: Vec::new(),
            perft: None,
            no_position_reason: None,
            delayed_answer: None,
            missing_book_told: false,
        };
        player.load_book("")?;
        Ok(player)
    }

    /// The game.
    pub fn game(&self) -> &'static GameInfo {
        self.game
    }

    /// The game up to the position.
    pub fn line(&self) -> &GameLine<AnyPosition> {
        &self.engine.game
    }

    /// The position.
    pub fn position(&self) -> &AnyPosition {
        self.line().position()
    }

    /// Sets up a game of the player's game.
    pub fn set_line(&mut self, line: GameLine<AnyPosition>) {
        self.engine.game = line;
        self.no_position_reason = None;
    }

    /// Sets up a position (`None`: the initial one) and plays `moves`.
    ///
    /// # Errors
    /// The position or a move is not legal; the old position stays.
    pub fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String> {
        self.set_line(set_up(&self.start, start, moves)?);
        Ok(())
    }

    /// The result of the position by the endgame tables; `None` if they do not have it.
    pub fn table_result(&self) -> Option<Outcome> {
        self.knowledge.chosen().table_result(self.position())
    }

    /// Leaves the player without a position, for the reason `why`, until one is set up. Every search
    /// then reports the reason, and no move.
    pub fn invalidate_position(&mut self, why: &str) {
        self.no_position_reason = Some(why.to_owned());
    }

    /// Checks that a position is set up.
    ///
    /// # Errors
    /// There is none; the error says why.
    pub fn check_position(&self) -> Result<(), String> {
        match &self.no_position_reason {
            Some(why) => Err(format!("there is no position to think about: {why}")),
            None => Ok(()),
        }
    }

    /// The board, the position as text and its key, in lines.
    ///
    /// # Errors
    /// No position is set up.
    pub fn diagram(&self) -> Result<Vec<String>, String> {
        self.check_position()?;
        let position = self.position();
        let rows = position.rows();
        let board = TextBoard {
            frame: true,
            row_label: |first| format!("{first:>3} "),
            ..TextBoard::new(&rows, 3, &|cell, _| vec![piece_letter(cell)])
        };
        let mut lines: Vec<String> = board.draw().lines().map(str::to_owned).collect();
        lines.push(format!("position: {}", position.show()));
        lines.push(format!("key: {:016x}", position.key().0));
        Ok(lines)
    }

    /// The static evaluation for the side to move, in hundredths of a pawn or man.
    ///
    /// # Errors
    /// No position is set up.
    pub fn static_evaluation(&self) -> Result<i32, String> {
        self.check_position()?;
        let evaluation = self.knowledge.chosen().evaluation();
        Ok(to_hundredths(evaluation.evaluate(self.position()), evaluation.pawn_value))
    }

    /// Starts perft on another thread, which reports its counts to `listener`; returns at once.
    /// [`stop`](Player::stop) stops it, [`wait`](Player::wait) waits for its end.
    ///
    /// # Errors
    /// No position is set up, or the system refuses a thread.
    pub fn start_perft(&mut self, depth: u32, mut listener: Box<dyn FnMut(PerftEvent) + Send>) -> Result<(), String> {
        self.check_position()?;
        self.perft = None;
        let (position, style) = (self.position().clone(), self.settings.move_style);
        let job = StoppableJob::start(move |stop| {
            let settings = PerftSettings { depth, count_paths: false, threads: 1, stop };
            let total = settings.divide(&position, |mv, nodes| {
                listener(PerftEvent::Move(position.show_move(mv, style), nodes));
            });
            listener(total.map_or(PerftEvent::Stopped, PerftEvent::Total));
        });
        self.perft = Some(job.map_err(|error| format!("cannot start a thread: {}", explain(&error)))?);
        Ok(())
    }

    /// The settings.
    pub fn settings(&mut self) -> &mut PlayerSettings {
        &mut self.settings
    }

    /// Allocates the memory and starts the threads of the settings.
    ///
    /// # Errors
    /// The system refuses some of it; the old table stays, and the settings say what is in use.
    pub fn prepare(&mut self) -> Result<(), String> {
        let former = self.engine.threads();
        let started = self.engine.set_threads(self.settings.threads);
        let (threads, active) = (self.engine.threads(), self.engine.active_threads());
        if threads != former && threads > active {
            self.messages.push(format!("found {active} processors: {active} threads search, not {threads}"));
        }
        let resized = self.engine.resize_tt(self.settings.hash_mib);
        self.settings.threads = self.engine.threads();
        self.settings.hash_mib = self.engine.tt_mebibytes();
        started.and(resized).map_err(|error| error.to_string())?;
        self.check_book()
    }

    /// Tells once that the engine is to play from a book that does not exist. A book may be named after `OwnBook` is set,
    /// so this is not known before the engine prepares.
    fn check_book(&mut self) -> Result<(), String> {
        let is_missing = self.settings.use_book && self.engine.book.is_none();
        let was_told = std::mem::replace(&mut self.missing_book_told, is_missing);
        if is_missing && !was_told {
            let game = self.game.name;
            return Err(format!(
                "found OwnBook = true without an opening book of '{game}', expected a Book File, or OwnBook = false"
            ));
        }
        Ok(())
    }

    /// Messages for the user about what was loaded or allocated since the last call.
    pub fn take_messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.messages)
    }

    /// Clears the transposition table and the move statistics.
    pub fn new_game(&mut self) {
        self.stop();
        self.wait();
        self.engine.new_game();
    }

    /// Starts a search; returns at once. The listener hears the reports and the best move on another thread.
    ///
    /// ```
    /// use kempelen::{AnyMove, SearchInfo, SearchListener, SearchRequest, player};
    /// use std::sync::mpsc::{Sender, channel};
    ///
    /// struct BestMove(Sender<Option<AnyMove>>);
    ///
    /// impl SearchListener<AnyMove> for BestMove {
    ///     fn info(&mut self, info: &SearchInfo, _pv: &[AnyMove]) {
    ///         println!("depth {}: {}", info.depth, info.shown_score);
    ///     }
    ///
    ///     fn best_move(&mut self, best: Option<AnyMove>, _ponder: Option<AnyMove>) {
    ///         let _ = self.0.send(best);
    ///     }
    /// }
    ///
    /// let mut player = player("russian", 16)?;
    /// let (sender, receiver) = channel();
    /// player.think(SearchRequest::default(), Box::new(BestMove(sender)));
    /// player.stop();
    /// assert!(receiver.recv()?.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn think(&mut self, request: SearchRequest<AnyMove>, mut listener: PlayerListener) {
        if let Err(why) = self.check_position() {
            listener.message(&why);
            let answer = DelayedAnswer { listener, until_stopped: request.infinite };
            if request.infinite || request.ponder {
                self.delayed_answer = Some(answer);
            } else {
                answer.send();
            }
            return;
        }
        let listener = self.prepare_search(&request.limits, listener);
        self.engine.think(request, listener);
    }

    /// Chooses the endgame tables, and gives the engine the chooser of its move. Returns the listener, behind a check of the
    /// reports if the settings ask for it.
    fn prepare_search(&mut self, limits: &SearchLimits, mut listener: PlayerListener) -> PlayerListener {
        self.engine.chooser = self.settings.algorithm.chooser(self.position(), self.knowledge.chosen());
        if self.settings.self_check {
            listener = Box::new(SelfCheck::new(self.line().clone(), self.settings.limit_strength, listener));
        }
        let cache_folder = self.settings.table_cache.as_deref();
        if self.knowledge.choose_tables(cache_folder, limits, &mut |text| listener.notice(text)) {
            self.engine.stop();
            self.use_knowledge();
        }
        listener
    }

    /// Stops a running search or perft.
    pub fn stop(&mut self) {
        self.engine.stop();
        self.perft.iter_mut().for_each(StoppableJob::stop);
        self.delayed_answer.take().into_iter().for_each(DelayedAnswer::send);
    }

    /// The opponent has played the expected move: the limits of a pondering search count from now on.
    pub fn ponder_hit(&mut self) {
        self.engine.ponder_hit();
        self.delayed_answer.take_if(|answer| !answer.until_stopped).into_iter().for_each(DelayedAnswer::send);
    }

    /// Waits for the end of a running search or perft.
    pub fn wait(&mut self) {
        self.engine.wait();
        self.perft.iter_mut().for_each(StoppableJob::wait);
    }
}
