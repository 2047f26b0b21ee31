//! A player of one game: its engine, and all that passes in and out of it as text.

use super::audit::Audit;
use super::count::{Count, Counter};
use super::drawing::drawing;
use super::games::Entry;
use super::referee::Follows;
use super::{Player, Screen, Settings};
use crate::engine::{Engine, EngineListener};
use crate::eval::{Evaluator, Model, WEIGHTS};
use crate::file;
use crate::game_history::GameHistory;
use crate::journal::Journal;
use crate::notation::{MoveStyle, Notation, excerpt};
use crate::search::{
    MoveOf, ProbeSettings, Score, SearchInfo, SearchListener, SearchRequest, StrengthLimit,
    Tablebase,
};
use crate::system::resolve;
use std::sync::Arc;
use std::time::Duration;

/// Sits one game's engine down to play by text.
pub(super) struct GamePlayer<K: Entry> {
    engine: Engine<K>,
    settings: Settings,
    notes: Vec<String>,
    counter: Counter,
    /// Why there is no position to think about.
    refusal: Option<String>,
    held: Option<Held>,
}

/// An answer without a move that is kept back.
struct Held {
    screen: Box<dyn Screen>,
    /// The end of pondering does not release it.
    until_stopped: bool,
}

impl<K: Entry> GamePlayer<K> {
    pub(super) fn new(table_mebibytes: usize) -> Result<Self, String> {
        let model = K::Model::embedded().map_err(|error| error.to_string())?;
        let tables = Arc::new(K::Tablebase::open("")?);
        let engine = Engine::new(model, tables, table_mebibytes);
        let mut player = GamePlayer {
            engine: engine.map_err(|error| error.to_string())?,
            settings: Settings {
                mebibytes: table_mebibytes,
                threads: 1,
                lines: 1,
                contempt: 0,
                show_chances: false,
                limited: false,
                elo: StrengthLimit::DEFAULT_ELO,
                analysing: false,
                self_check: false,
                journal: Journal::default(),
                use_book: false,
                overhead: Duration::from_millis(20),
                style: MoveStyle::Long,
                probing: ProbeSettings::default(),
            },
            notes: Vec::new(),
            counter: Counter::default(),
            refusal: None,
            held: None,
        };
        player.load_book("")?;
        Ok(player)
    }

    fn writer(&self, screen: Box<dyn Screen>) -> Writer<K::Game> {
        let course = self.engine.course();
        let position = course.position().clone();
        Writer {
            style: self.settings.style,
            screen: match self.settings.self_check {
                true => Box::new(Audit::new(position.clone(), course.earlier_keys(), screen)),
                false => screen,
            },
            position,
        }
    }

    fn check_placed(&self) -> Result<(), String> {
        match &self.refusal {
            Some(why) => Err(format!("there is no position to think about: {why}")),
            None => Ok(()),
        }
    }

    /// Gives the answer that was kept back.
    fn release(&mut self) {
        if let Some(mut held) = self.held.take() {
            held.screen.decided(None, None);
        }
    }

    fn parse_moves(&self, texts: &[String]) -> Vec<MoveOf<K>> {
        let position = self.engine.course().position();
        let read = |text: &String| position.parse_move(text).ok();
        texts.iter().filter_map(read).collect()
    }
}

/// Reads a file for an option; the message names the file and the reason.
fn read_file(path: &str) -> Result<Vec<u8>, String> {
    file::read(&resolve(path))
        .map_err(|error| format!("cannot read '{}': {}", excerpt(path), file::explain(&error)))
}

impl<K: Entry> Follows for GamePlayer<K> {
    type Entry = K;

    fn course(&self) -> &GameHistory<K::Game> {
        self.engine.course()
    }

    fn tables(&self) -> &K::Tablebase {
        self.engine.tables()
    }

    fn set_course(&mut self, course: GameHistory<K::Game>) {
        self.engine.set_game(course);
        self.refusal = None;
    }
}

impl<K: Entry> Player for GamePlayer<K> {
    fn refuse_position(&mut self, why: &str) {
        self.refusal = Some(why.to_owned());
    }

    fn drawing(&self) -> Result<Vec<String>, String> {
        self.check_placed()?;
        Ok(drawing(self.engine.course().position()))
    }

    fn static_evaluation(&self) -> Result<i32, String> {
        self.check_placed()?;
        let position = self.engine.course().position();
        let mut evaluator = K::evaluator(self.engine.model());
        evaluator.reset(position);
        let score = Score::estimate(evaluator.score(position));
        Ok(K::shown_score(score).value())
    }

    fn count(&mut self, depth: u32, listener: Box<dyn FnMut(Count) + Send>) -> Result<(), String> {
        self.check_placed()?;
        let position = self.engine.course().position().clone();
        let started = self
            .counter
            .start(position, depth, self.settings.style, listener);
        started.map_err(|error| format!("cannot start a thread: {}", file::explain(&error)))
    }

    fn settings(&mut self) -> &mut Settings {
        &mut self.settings
    }

    fn prepare(&mut self) -> Result<(), String> {
        let former = self.engine.threads();
        let started = self.engine.set_threads(self.settings.threads);
        let (threads, thinking) = (self.engine.threads(), self.engine.active_threads());
        if threads != former && threads > thinking {
            self.notes.push(format!(
                "found {thinking} processors: so many threads think, not {threads}"
            ));
        }
        let resized = self.engine.resize_tt(self.settings.mebibytes);
        self.settings.threads = self.engine.threads();
        self.settings.mebibytes = self.engine.tt_mebibytes();
        started.and(resized).map_err(|error| error.to_string())
    }

    fn load_book(&mut self, path: &str) -> Result<(), String> {
        let book = match path {
            "" => K::embedded_book()?,
            _ => {
                let named = |error| format!("'{}' is no book: {error}", excerpt(path));
                Some(K::read_book(&read_file(path)?).map_err(named)?)
            }
        };
        self.engine.set_book(book);
        Ok(())
    }

    fn load_model(&mut self, path: &str) -> Result<(), String> {
        let model = match path {
            "" => K::Model::embedded(),
            WEIGHTS => K::Model::read(K::Model::WEIGHTS).map(Arc::new),
            _ => K::Model::read(&read_file(path)?).map(Arc::new),
        };
        let named = |error| format!("'{}': {error}", excerpt(path));
        self.engine.set_model(model.map_err(named)?);
        Ok(())
    }

    fn load_tables(&mut self, path: &str) -> Result<(), String> {
        let tables = K::Tablebase::open(path)?;
        self.notes.push(tables.summary());
        self.engine.set_tablebase(Arc::new(tables));
        Ok(())
    }

    fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    fn new_game(&mut self) {
        self.stop();
        self.wait();
        self.engine.new_game();
    }

    fn think(&mut self, request: SearchRequest<String>, mut screen: Box<dyn Screen>) {
        if let Err(why) = self.check_placed() {
            screen.note(&why);
            self.held = Some(Held {
                screen,
                until_stopped: request.infinite,
            });
            if !request.infinite && !request.ponder {
                self.release();
            }
            return;
        }
        let moves = self.parse_moves(&request.moves);
        let request = request.with_moves(moves);
        self.engine.think(request, Box::new(self.writer(screen)));
    }

    fn think_here(&mut self, request: SearchRequest<String>, screen: Box<dyn Screen>) {
        let moves = self.parse_moves(&request.moves);
        let request = request.with_moves(moves);
        let mut writer = self.writer(screen);
        self.engine.think_here(request, &mut writer);
    }

    fn stop(&mut self) {
        self.engine.stop();
        self.counter.stop();
        self.release();
    }

    fn ponder_hit(&mut self) {
        self.engine.ponder_hit();
        if self.held.as_ref().is_some_and(|held| !held.until_stopped) {
            self.release();
        }
    }

    fn wait(&mut self) {
        self.engine.wait();
        self.counter.wait();
    }
}

/// Turns what the search says about a position into text.
struct Writer<G: Notation> {
    position: G,
    style: MoveStyle,
    screen: Box<dyn Screen>,
}

impl<G: Notation> Writer<G> {
    fn write_line(&self, moves: &[G::Move]) -> Vec<String> {
        let mut position = self.position.clone();
        let write = |&mv| {
            let text = position.show_move(mv, self.style);
            position = position.play(mv);
            text
        };
        moves.iter().map(write).collect()
    }
}

impl<G: Notation> SearchListener<G> for Writer<G> {
    fn info(&mut self, finding: &SearchInfo, line: &[G::Move]) {
        let texts = self.write_line(line);
        self.screen.line(finding, &texts);
    }
}

impl<G: Notation> EngineListener<G> for Writer<G> {
    fn best_move(&mut self, best: Option<G::Move>, ponder: Option<G::Move>) {
        let moves: Vec<_> = best.into_iter().chain(ponder).collect();
        let texts = self.write_line(&moves);
        let text = |index: usize| texts.get(index).map(String::as_str);
        self.screen.decided(text(0), text(1));
    }

    fn warning(&mut self, what: &str) {
        self.screen.note(what);
    }
}
