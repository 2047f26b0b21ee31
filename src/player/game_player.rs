//! The player of a game: an engine whose input and output are text.

use super::perft::{PerftEvent, PerftThread};
use super::player_tables::PlayerTables;
use super::referee::HasGame;
use super::self_check::SelfCheck;
use super::{Player, PlayerSettings, SearchObserver};
use crate::any_position::AnyPosition;
use crate::engine::{Engine, EngineListener};
use crate::eval::pawn_unit::to_hundredths;
use crate::eval::{Evaluator, Model, ModelOf, WEIGHTS};
use crate::game::GameLine;
use crate::game_history::GameHistory;
use crate::games::{GameEntry, GameInfo};
use crate::notation::{MoveStyle, Notation, excerpt};
use crate::picture::Picture;
use crate::picture::text_board::{TextBoard, piece_letter};
use crate::search::{MoveOf, SearchInfo, SearchLimits, SearchListener, SearchRequest, Tablebase};
use crate::system::error_words::explain;
use crate::system::regular_file;
use crate::system::resolve;
use std::sync::Arc;

/// A player of the game `K`.
pub(super) struct GamePlayer<K: GameEntry> {
    game: &'static GameInfo,
    engine: Engine<K>,
    settings: PlayerSettings,
    tables: PlayerTables<K::Tablebase>,
    messages: Vec<String>,
    perft: PerftThread,
    /// Why no position is set up, if none is.
    no_position_reason: Option<String>,
    delayed_answer: Option<DelayedAnswer>,
    /// Whether the user was told that there is no book to play from.
    missing_book_told: bool,
}

/// A best move of "none" that is sent later.
struct DelayedAnswer {
    observer: Box<dyn SearchObserver>,
    /// Wait for `stop`, not for the end of pondering.
    until_stopped: bool,
}

impl<K: GameEntry> GamePlayer<K> {
    pub(super) fn new(game: &'static GameInfo, hash_mib: usize) -> Result<Self, String> {
        let model = K::Model::embedded_for(&K::start(game)).map_err(|error| error.to_string())?;
        let tables = PlayerTables::new(K::Tablebase::open(&K::start(game), "")?, true);
        let engine = Engine::new(K::start(game), model, tables.opened(), hash_mib);
        let mut player = GamePlayer {
            game,
            engine: engine.map_err(|error| error.to_string())?,
            settings: PlayerSettings::new(hash_mib),
            tables,
            messages: Vec::new(),
            perft: PerftThread::default(),
            no_position_reason: None,
            delayed_answer: None,
            missing_book_told: false,
        };
        player.load_book("")?;
        Ok(player)
    }

    fn writer(&self, observer: Box<dyn SearchObserver>) -> MoveWriter<K::Game> {
        let history = self.engine.game();
        let position = history.position().clone();
        let observer = if self.settings.self_check {
            let keys = history.earlier_keys();
            let is_limited = self.settings.limit_strength;
            let position = position.clone();
            Box::new(SelfCheck::new(position, keys, is_limited, observer))
        } else {
            observer
        };
        MoveWriter { style: self.settings.move_style, observer, position }
    }

    /// Sends the delayed answer, if there is one.
    fn send_delayed_answer(&mut self) {
        if let Some(mut answer) = self.delayed_answer.take() {
            answer.observer.best_move(None, None);
        }
    }

    /// Replaces the endgame tables. `use_cache`: as well as those in the cache folder.
    fn set_tables(&mut self, tables: K::Tablebase, use_cache: bool) {
        self.tables = PlayerTables::new(tables, use_cache);
        self.engine.set_tablebase(self.tables.opened());
    }

    /// Gives the engine the endgame tables for a search with these limits.
    fn choose_tables(&mut self, limits: &SearchLimits, observer: &mut dyn SearchObserver) {
        let start = K::start(self.game);
        let folder = self.settings.table_cache.as_deref();
        let tell = &mut |text: &str| observer.notice(text);
        let tables = self.tables.for_search(&start, folder, limits, tell);
        if !std::ptr::eq(&*tables, self.engine.tablebase()) {
            self.stop();
            self.engine.set_tablebase(tables);
        }
    }

    /// Prepares the engine to choose a move by the algorithm of the settings.
    fn set_chooser(&mut self) {
        let chooser = self.settings.algorithm.chooser::<K>(self.engine.game().position(), self.engine.model());
        self.engine.set_chooser(chooser);
    }

    /// Tells once that the engine is to play from a book that does not exist. A book may be named after `OwnBook` is set,
    /// so this is not known before the engine prepares.
    fn check_book(&mut self) -> Result<(), String> {
        let is_missing = self.settings.use_book && !self.engine.has_book();
        let was_told = std::mem::replace(&mut self.missing_book_told, is_missing);
        if is_missing && !was_told {
            let game = self.game.name;
            return Err(format!(
                "found OwnBook = true without an opening book of '{game}', expected a Book File, or OwnBook = false"
            ));
        }
        Ok(())
    }

    fn parse_moves(&self, texts: &[String]) -> Vec<MoveOf<K>> {
        let position = self.engine.game().position();
        let read = |text: &String| position.parse_move(text).ok();
        texts.iter().filter_map(read).collect()
    }
}

/// The board, the position as text, and its key, in lines.
fn diagram<G: Notation + Picture>(position: &G) -> Vec<String> {
    let rows = position.rows();
    let board = TextBoard {
        frame: true,
        row_label: |first| format!("{first:>3} "),
        ..TextBoard::new(&rows, 3, &[&piece_letter])
    };
    let mut lines: Vec<String> = board.draw().lines().map(str::to_owned).collect();
    lines.push(format!("position: {}", position.show()));
    lines.push(format!("key: {:016x}", position.key().0));
    lines
}

/// Reads a file for an option; the error names the file and the reason.
fn read_file(path: &str) -> Result<Vec<u8>, String> {
    regular_file::read(&resolve(path)).map_err(|error| format!("cannot read '{}': {}", excerpt(path), explain(&error)))
}

impl<K: GameEntry> HasGame for GamePlayer<K> {
    type Entry = K;

    fn info(&self) -> &'static GameInfo {
        self.game
    }

    fn history(&self) -> &GameHistory<K::Game> {
        self.engine.game()
    }

    fn tables(&self) -> &K::Tablebase {
        self.engine.tablebase()
    }

    fn set_history(&mut self, history: GameHistory<K::Game>) {
        self.engine.set_game(history);
        self.no_position_reason = None;
    }
}

impl<K: GameEntry> Player for GamePlayer<K> {
    fn set_line(&mut self, line: &GameLine<AnyPosition>) {
        self.set_history(line.inside());
    }

    fn invalidate_position(&mut self, why: &str) {
        self.no_position_reason = Some(why.to_owned());
    }

    fn check_position(&self) -> Result<(), String> {
        match &self.no_position_reason {
            Some(why) => Err(format!("there is no position to think about: {why}")),
            None => Ok(()),
        }
    }

    fn diagram(&self) -> Result<Vec<String>, String> {
        self.check_position()?;
        Ok(diagram(self.engine.game().position()))
    }

    fn static_evaluation(&self) -> Result<i32, String> {
        self.check_position()?;
        let position = self.engine.game().position();
        let mut evaluator = K::evaluator(self.engine.model());
        evaluator.reset(position);
        Ok(to_hundredths(evaluator.score(position), evaluator.pawn_value()))
    }

    fn start_perft(&mut self, depth: u32, listener: Box<dyn FnMut(PerftEvent) + Send>) -> Result<(), String> {
        self.check_position()?;
        let position = self.engine.game().position().clone();
        let started = self.perft.start(position, depth, self.settings.move_style, listener);
        started.map_err(|error| format!("cannot start a thread: {}", explain(&error)))
    }

    fn settings(&mut self) -> &mut PlayerSettings {
        &mut self.settings
    }

    fn prepare(&mut self) -> Result<(), String> {
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

    fn load_book(&mut self, path: &str) -> Result<(), String> {
        let book = match path {
            "" => K::embedded_book(self.game)?,
            _ => {
                let named = |error| format!("'{}' is no book: {error}", excerpt(path));
                let book = K::read_book(&K::start(self.game), &read_file(path)?);
                Some(book.map_err(named)?)
            }
        };
        self.engine.set_book(book);
        Ok(())
    }

    fn load_model(&mut self, path: &str) -> Result<(), String> {
        let start = K::start(self.game);
        let model = match path {
            "" => K::Model::embedded_for(&start),
            WEIGHTS => K::Model::read(K::Model::weights_file(&start)).map(Arc::new),
            _ => K::Model::read(&read_file(path)?).map(Arc::new),
        };
        let named = |error| format!("'{}': {error}", excerpt(path));
        self.engine.set_model(model.map_err(named)?);
        Ok(())
    }

    fn load_tables(&mut self, path: &str) -> Result<(), String> {
        let tables = K::Tablebase::open(&K::start(self.game), path)?;
        self.messages.push(tables.summary());
        self.set_tables(tables, false);
        Ok(())
    }

    fn load_cached_tables(&mut self) -> Result<(), String> {
        let tables = K::Tablebase::open(&K::start(self.game), "")?;
        self.set_tables(tables, true);
        Ok(())
    }

    fn take_messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.messages)
    }

    fn new_game(&mut self) {
        self.stop();
        self.wait();
        self.engine.new_game();
    }

    fn think(&mut self, request: SearchRequest<String>, mut observer: Box<dyn SearchObserver>) {
        if let Err(why) = self.check_position() {
            observer.message(&why);
            self.delayed_answer = Some(DelayedAnswer { observer, until_stopped: request.infinite });
            if !request.infinite && !request.ponder {
                self.send_delayed_answer();
            }
            return;
        }
        let moves = self.parse_moves(&request.moves);
        let request = request.with_moves(moves);
        self.choose_tables(&request.limits, &mut *observer);
        self.set_chooser();
        self.engine.think(request, Box::new(self.writer(observer)));
    }

    fn think_here(&mut self, request: SearchRequest<String>, mut observer: Box<dyn SearchObserver>) {
        let moves = self.parse_moves(&request.moves);
        let request = request.with_moves(moves);
        self.choose_tables(&request.limits, &mut *observer);
        let mut writer = self.writer(observer);
        self.set_chooser();
        self.engine.think_here(request, &mut writer);
    }

    fn stop(&mut self) {
        self.engine.stop();
        self.perft.stop();
        self.send_delayed_answer();
    }

    fn ponder_hit(&mut self) {
        self.engine.ponder_hit();
        if self.delayed_answer.as_ref().is_some_and(|answer| !answer.until_stopped) {
            self.send_delayed_answer();
        }
    }

    fn wait(&mut self) {
        self.engine.wait();
        self.perft.wait();
    }
}

/// Writes the moves of the search as text and passes its reports on.
struct MoveWriter<G: Notation> {
    position: G,
    style: MoveStyle,
    observer: Box<dyn SearchObserver>,
}

impl<G: Notation> MoveWriter<G> {
    fn move_texts(&self, moves: &[G::Move]) -> Vec<String> {
        let mut position = self.position.clone();
        let write = |&mv| {
            let text = position.show_move(mv, self.style);
            position = position.play(mv);
            text
        };
        moves.iter().map(write).collect()
    }
}

impl<G: Notation> SearchListener<G> for MoveWriter<G> {
    fn info(&mut self, finding: &SearchInfo, line: &[G::Move]) {
        let texts = self.move_texts(line);
        self.observer.info(finding, &texts);
    }
}

impl<G: Notation> EngineListener<G> for MoveWriter<G> {
    fn best_move(&mut self, best: Option<G::Move>, ponder: Option<G::Move>) {
        let moves: Vec<_> = best.into_iter().chain(ponder).collect();
        let texts = self.move_texts(&moves);
        let text = |index: usize| texts.get(index).map(String::as_str);
        self.observer.best_move(text(0), text(1));
    }

    fn message(&mut self, what: &str) {
        self.observer.message(what);
    }

    fn reason(&mut self, why: &str) {
        self.observer.reason(why);
    }
}
