//! A session as a page in a browser sees it: commands come, and what is to be shown goes, as JSON.

mod documents;
mod records;
mod set_up;
mod snapshot;
mod state;

use super::engines::EngineResources;
use super::orientation::turns_board;
use super::picking::{Picked, Picking};
use super::session::{Session, SessionEvent};
use crate::game::Side;
use crate::games::{GameInfo, find_known_game, games};
use crate::system::data_file::DataFile;
use documents::{game_of_document, make_document};
use serde::Deserialize;
use serde_json::{Value, json};
use set_up::{WantedPosition, read_rules};
use snapshot::GameSnapshot;
use state::search_value;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// Maximum number of lines of an analysis.
const MAX_LINES: usize = 5;

/// Polling interval for the end of a search.
const SEARCH_WAIT: Duration = Duration::from_millis(5);

/// A game on a page. It begins without one.
pub struct PageSession {
    host: Arc<dyn PageHost>,
    resources: EngineResources,
    playing: Option<Playing>,
}

/// The callbacks of a session: progress reports and the stop request. Search threads call it, too.
pub trait PageHost: Send + Sync {
    /// Receives a progress report of the running command (JSON).
    fn progress(&self, json: &str);

    /// Whether the running command should stop. It is polled often.
    fn wants_stop(&self) -> bool;
}

/// What the page asks for.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum PageCommand {
    /// The names of the games.
    Games,
    /// A new game, or one that another session has left.
    New(Box<GameSnapshot>),
    /// A document; see [`make_document`].
    Document(Value),
    /// The text of a rules file, and its name.
    Rules { name: String, text: String },
    /// A position that somebody sets up.
    SetUp(WantedPosition),
    /// Detects the kind of a text.
    Recognise { text: String },
    /// Loads game `number` (from 1) of a text with records, or the position in a text. `name` is the file name for error
    /// messages.
    Load { name: String, text: String, number: usize },
    /// Exports the game record; the date is written as `2026.11.21`.
    Save { date: String },
    #[serde(untagged)]
    Game(GameCommand),
}

/// What the page asks for in a game.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum GameCommand {
    /// A cell is pointed at.
    Pick(String),
    /// The move that has been pointed out ends here.
    StopHere,
    /// A move is typed, or chosen among those with the same cells.
    Move(String),
    /// Nothing is pointed out any more.
    PutDown,
    /// Moves are taken back until a person is to move.
    TakeBack,
    /// Moves that were taken back are played again.
    Redo,
    /// Goes to the position after this number of moves.
    GoTo(usize),
    /// A hint is wanted.
    Hint,
    /// What the other side would do is wanted.
    Threat,
    /// Why the last move of a person was bad is wanted.
    Why,
    /// Analyses the position with this number of lines (MultiPV) until the command is stopped.
    Analyse(usize),
    /// Changes the players or their levels.
    Players([String; 2]),
    /// The person gives up.
    Resign,
    /// The board is turned.
    Flip,
    /// The machine that is to move thinks and moves; a clock that has run down ends the game.
    Update,
    /// The machines move again, which have waited since moves were taken back.
    GoOn,
}

/// What the page is told of a game.
fn game_value(game: &'static GameInfo) -> Value {
    json!({ "name": game.name, "about": game.about, "has_ratings": game.has_ratings() })
}

struct Playing {
    session: Session,
    picking: Picking,
    choices: Vec<String>,
    /// The move that may end with the cell picked last.
    stop: Option<String>,
    is_flipped: bool,
    messages: Vec<String>,
    /// Cells of a hint.
    hint: Vec<String>,
    /// Cells of a threat.
    threat: Vec<String>,
    /// The expected result of the first side before each move and after the last one, where a search has found it.
    evaluations: Vec<Option<f64>>,
}

impl PageSession {
    /// A session without a game, whose engines use these resources.
    pub fn new(host: Arc<dyn PageHost>, resources: EngineResources) -> PageSession {
        PageSession { host, resources, playing: None }
    }

    /// Runs a command and returns its answer as JSON: the list of games, the state of the game, or an error. Returns after the
    /// searches of the command; meanwhile the host receives progress reports.
    pub fn answer(&mut self, command: &str) -> String {
        let command = serde_json::from_str(command).map_err(|error| format!("command: {error}"));
        let answer = command.and_then(|command| self.carry_out(command));
        answer.map_or_else(|error| PageSession::error(&error), |answer| answer.to_string())
    }

    /// The data files that the answer to a command may need.
    pub fn data_files(&self, command: &str) -> Vec<DataFile> {
        let game = serde_json::from_str(command).ok().and_then(|command| self.game_of(&command));
        game.into_iter().flat_map(GameInfo::data_files).collect()
    }

    /// The game of which a command may make an engine.
    fn game_of(&self, command: &PageCommand) -> Option<&'static GameInfo> {
        use GameCommand::{Analyse, Hint, Players, Threat, Why};
        let own = self.playing.as_ref().map(|playing| playing.session.game());
        match command {
            PageCommand::New(snapshot) => find_known_game(&snapshot.game).ok(),
            PageCommand::Load { text, number, .. } => {
                find_known_game(&self.read_game(text, *number).ok()?.settings.game).ok()
            }
            PageCommand::Document(command) => own.map(|own| game_of_document(command, own)),
            PageCommand::Game(Analyse(_) | Hint | Players(_) | Threat | Why) => own,
            _ => None,
        }
    }

    /// What the page is to show if something went wrong.
    pub fn error(reason: &str) -> String {
        json!({ "error": reason }).to_string()
    }

    fn carry_out(&mut self, command: PageCommand) -> Result<Value, String> {
        let host = Arc::clone(&self.host);
        match command {
            PageCommand::Games => {
                return Ok(games().map(game_value).collect());
            }
            PageCommand::New(snapshot) => {
                let playing = Playing::new(snapshot.session(self.resources.clone())?, host);
                let is_flipped = snapshot.is_flipped.unwrap_or(playing.is_flipped);
                self.playing = Some(Playing { is_flipped, evaluations: snapshot.evaluations, ..playing });
            }
            PageCommand::Document(command) => return make_document(&self.playing()?.session, command, &*host),
            PageCommand::Rules { name, text } => return read_rules(name, &text),
            PageCommand::SetUp(wanted) => return wanted.state(),
            PageCommand::Recognise { text } => return self.recognise(&text),
            PageCommand::Load { name, text, number } => {
                self.playing = Some(Playing::new(self.load(&name, &text, number)?, host));
            }
            PageCommand::Save { date } => return Ok(self.playing()?.save(&date)),
            PageCommand::Game(command) => self.playing()?.carry_out(command, &*host)?,
        }
        Ok(self.playing()?.state())
    }

    fn playing(&mut self) -> Result<&mut Playing, String> {
        self.playing.as_mut().ok_or_else(|| "there is no game yet".to_owned())
    }
}

impl Playing {
    fn new(mut session: Session, host: Arc<dyn PageHost>) -> Playing {
        let game = session.game();
        session.watch(Arc::new(move |lines| host.progress(&search_value(game, lines).to_string())));
        let mut playing = Playing {
            picking: Picking::default(),
            choices: Vec::new(),
            stop: None,
            is_flipped: turns_board(&session),
            messages: Vec::new(),
            hint: Vec::new(),
            threat: Vec::new(),
            evaluations: Vec::new(),
            session,
        };
        playing.put_down();
        playing
    }

    fn carry_out(&mut self, command: GameCommand, host: &dyn PageHost) -> Result<(), String> {
        use GameCommand::{Analyse, Hint, Threat, Update, Why};
        self.hint.clear();
        self.threat.clear();
        let searches = matches!(command, Analyse(_) | Hint | Threat | Why | Update);
        match command {
            GameCommand::Pick(cell) => return self.pick(&cell),
            GameCommand::StopHere => {
                let mv = self.stop.take().ok_or("no move ends here")?;
                self.play(&mv)?;
            }
            GameCommand::Move(text) => self.play(&text)?,
            GameCommand::PutDown => {}
            GameCommand::TakeBack => _ = self.session.take_back(),
            GameCommand::Redo => _ = self.session.redo(),
            GameCommand::GoTo(ply) => self.session.go_to(ply),
            GameCommand::Players(players) => self.set_players(&players)?,
            GameCommand::Analyse(lines) => self.session.analyse(lines.clamp(1, MAX_LINES))?,
            GameCommand::Hint => self.session.ask_hint()?,
            GameCommand::Threat => self.session.ask_threat()?,
            GameCommand::Why => self.session.ask_why()?,
            GameCommand::Resign => self.session.resign(),
            GameCommand::Flip => self.is_flipped = !self.is_flipped,
            GameCommand::Update => {
                let events = self.session.start_search();
                self.tell(events);
            }
            GameCommand::GoOn => self.session.resume(),
        }
        if searches {
            self.finish_search(host);
        }
        self.put_down();
        Ok(())
    }

    fn put_down(&mut self) {
        self.picking = self.session.picking();
        self.stop = None;
        // Some moves, such as a division of a heap, have no cells.
        let moves = self.picking.moves().iter().filter(|mv| mv.cells.is_empty());
        self.choices = moves.map(|mv| mv.text.clone()).collect();
    }

    fn pick(&mut self, cell: &str) -> Result<(), String> {
        let picked = self.picking.pick(cell);
        if picked != Picked::Refused {
            self.choices.clear();
            self.stop = None;
        }
        match picked {
            Picked::Refused => self.messages.extend(self.refusal(cell)),
            Picked::Partly => {}
            Picked::Complete(mv) => {
                self.play(&mv.text)?;
                self.put_down();
            }
            Picked::Choose(moves) => self.choices = moves.into_iter().map(|mv| mv.text).collect(),
            Picked::StopOrGoOn(mv) => self.stop = Some(mv.text),
        }
        Ok(())
    }

    /// Why a cell cannot be picked: the rule that the move would violate.
    fn refusal(&self, cell: &str) -> Option<String> {
        if !self.session.waits_for_person() {
            return None;
        }
        match self.picking.cells().first() {
            Some(first) => self.session.find_move(&format!("{first}-{cell}")).err().map(|error| error.to_string()),
            None => Some(format!("no legal move begins at {cell}")),
        }
    }

    /// Waits for the running search, if any, and handles its result.
    fn finish_search(&mut self, host: &dyn PageHost) {
        while self.session.is_searching() {
            if host.wants_stop() {
                self.session.move_now();
            }
            sleep(SEARCH_WAIT);
        }
        let ply = self.session.moves().len();
        let has_searched = self.session.is_thinking() || self.session.is_analysing();
        let events = self.session.collect();
        if let (true, Some(best)) = (has_searched, self.session.last_search().first()) {
            let known = self.evaluations.len().max(ply + 1);
            self.evaluations.resize(known, None);
            self.evaluations[ply] = Some(best.expected_of_first());
        }
        self.tell(events);
    }

    /// Plays a move and discards the evaluations of the positions that followed before.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let ply = self.session.moves().len();
        self.session.play(text)?;
        self.evaluations.truncate(ply + 1);
        Ok(())
    }

    fn set_players(&mut self, players: &[String; 2]) -> Result<(), String> {
        for (side, player) in Side::BOTH.into_iter().zip(players) {
            snapshot::refuse_files(player)?;
            if self.session.player(side).to_string() != *player {
                self.session.change_player(side, player)?;
            }
        }
        Ok(())
    }

    fn tell(&mut self, events: Vec<SessionEvent>) {
        for event in events {
            match event {
                SessionEvent::Message(text) => self.messages.push(text),
                SessionEvent::Hint(mv, reason) => {
                    self.messages.push(format!("{}: {reason}", mv.text));
                    self.hint = mv.cells;
                }
                SessionEvent::Threat(cells, text) => {
                    self.messages.push(format!("Threat: {text}"));
                    self.threat = cells;
                }
                // Evaluations beyond this move belong to moves that were taken back.
                SessionEvent::Moved => self.evaluations.truncate(self.session.moves().len()),
            }
        }
    }
}

#[cfg(test)]
mod tests;
