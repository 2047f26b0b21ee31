//! A session as a page in a browser sees it: commands come, and what is to be shown goes, as JSON.

mod documents;
mod snapshot;
mod state;

use super::engines::EngineResources;
use super::orientation::turns_board;
use super::picking::{Picked, Picking};
use super::pointed_move::PointedMove;
use super::session::{Session, SessionEvent};
use crate::game::Side;
use crate::games::games;
use documents::make_document;
use serde::{Deserialize, Serialize};
use snapshot::GameSnapshot;
use state::PageSearch;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// The most lines of an analysis.
const MAX_LINES: usize = 5;

/// How often a command looks whether its search has ended.
const SEARCH_WAIT: Duration = Duration::from_millis(5);

/// A game on a page. It begins without one.
pub struct PageSession {
    host: Arc<dyn PageHost>,
    resources: EngineResources,
    playing: Option<Playing>,
}

/// What carries the commands of a page, and what they say. Searches call it from their threads.
pub trait PageHost: Send + Sync {
    /// Takes what a command that runs has found up to now (JSON).
    fn progress(&self, json: &str);

    /// Whether the command that runs is to end early. It is asked often.
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
    Document(serde_json::Value),
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
    /// The position after so many moves is shown.
    GoTo(usize),
    /// A hint is wanted.
    Hint,
    /// The position is analysed, and so many lines are shown, until the command is stopped.
    Analyse(usize),
    /// Other players, or other levels.
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

/// A game of the list.
#[derive(Serialize)]
struct PageGame {
    name: &'static str,
    about: &'static str,
}

struct Playing {
    session: Session,
    picking: Picking,
    choices: Vec<String>,
    /// The move that may end with the cell picked last.
    stop: Option<PointedMove>,
    is_flipped: bool,
    messages: Vec<String>,
    /// Cells of a hint.
    hint: Vec<String>,
    /// The expected result of the first side before each move and after the last one, where a search has found it.
    evaluations: Vec<Option<f64>>,
}

impl PageSession {
    /// A page that has no game yet.
    pub fn new(host: Arc<dyn PageHost>) -> PageSession {
        PageSession::with_resources(host, EngineResources::default())
    }

    /// A page that has no game yet, and whose engines may use these resources.
    pub fn with_resources(host: Arc<dyn PageHost>, resources: EngineResources) -> PageSession {
        PageSession { host, resources, playing: None }
    }

    /// Carries a command out, and returns what the page is to show: the list of games, the state of the game, or an error. It
    /// takes as long as the searches of the command; the host hears of them.
    pub fn answer(&mut self, command: &str) -> String {
        let answer = serde_json::from_str(command).map_err(|error| format!("command: {error}"));
        let answer = answer.and_then(|command| self.carry_out(command));
        answer.unwrap_or_else(|error| PageSession::error(&error))
    }

    /// What the page is to show if something went wrong.
    pub fn error(reason: &str) -> String {
        serde_json::json!({ "error": reason }).to_string()
    }

    fn carry_out(&mut self, command: PageCommand) -> Result<String, String> {
        match command {
            PageCommand::Games => {
                let games: Vec<PageGame> =
                    games().map(|game| PageGame { name: game.name, about: game.about }).collect();
                return Ok(to_json(&games));
            }
            PageCommand::New(snapshot) => {
                let resources = self.resources.clone();
                self.playing = Some(Playing::new(*snapshot, resources, &self.host)?);
            }
            PageCommand::Document(command) => {
                let host = Arc::clone(&self.host);
                return make_document(&self.playing()?.session, command, &*host);
            }
            PageCommand::Game(command) => {
                let host = Arc::clone(&self.host);
                self.playing()?.carry_out(command, &*host)?;
            }
        }
        Ok(to_json(&self.playing()?.state()))
    }

    fn playing(&mut self) -> Result<&mut Playing, String> {
        self.playing.as_mut().ok_or_else(|| "there is no game yet".to_owned())
    }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("every key is a text")
}

impl Playing {
    fn new(snapshot: GameSnapshot, resources: EngineResources, host: &Arc<dyn PageHost>) -> Result<Playing, String> {
        let mut session = snapshot.session(resources)?;
        let host = Arc::clone(host);
        let game = session.game();
        session.watch(Arc::new(move |mover, lines| host.progress(&to_json(&PageSearch::new(game, mover, lines)))));
        let mut playing = Playing {
            picking: Picking::default(),
            choices: Vec::new(),
            stop: None,
            is_flipped: snapshot.is_flipped.unwrap_or_else(|| turns_board(&session)),
            messages: Vec::new(),
            hint: Vec::new(),
            evaluations: snapshot.evaluations,
            session,
        };
        playing.put_down();
        Ok(playing)
    }

    fn carry_out(&mut self, command: GameCommand, host: &dyn PageHost) -> Result<(), String> {
        self.hint.clear();
        match command {
            GameCommand::Pick(cell) => return self.pick(&cell),
            GameCommand::StopHere => {
                let mv = self.stop.take().ok_or("no move ends here")?;
                self.play(mv)?;
            }
            GameCommand::Move(text) => {
                let mv = self.session.find_move(&text).map_err(|error| error.to_string())?;
                self.play(mv)?;
            }
            GameCommand::PutDown => {}
            GameCommand::TakeBack => _ = self.session.take_back(),
            GameCommand::Redo => _ = self.session.redo(),
            GameCommand::GoTo(ply) => self.session.go_to(ply),
            GameCommand::Players(players) => self.set_players(&players)?,
            GameCommand::Analyse(lines) => {
                self.session.analyse(lines.clamp(1, MAX_LINES))?;
                self.finish_search(host);
            }
            GameCommand::Hint => {
                self.session.ask_hint()?;
                self.finish_search(host);
            }
            GameCommand::Resign => self.session.resign(),
            GameCommand::Flip => self.is_flipped = !self.is_flipped,
            GameCommand::Update => {
                let events = self.session.start_search();
                self.tell(events);
                self.finish_search(host);
            }
            GameCommand::GoOn => self.session.resume(),
        }
        self.put_down();
        Ok(())
    }

    fn put_down(&mut self) {
        self.picking = if self.session.waits_for_person() { self.session.picking() } else { Picking::default() };
        self.stop = None;
        // Some moves, such as a division of a heap, have no cells.
        let moves = if self.session.waits_for_person() { self.session.legal_moves() } else { Vec::new() };
        self.choices = moves.into_iter().filter(|mv| mv.cells.is_empty()).map(|mv| mv.text).collect();
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
                self.play(mv)?;
                self.put_down();
            }
            Picked::Choose(moves) => self.choices = moves.into_iter().map(|mv| mv.text).collect(),
            Picked::StopOrGoOn(mv) => self.stop = Some(mv),
        }
        Ok(())
    }

    /// Why the cell cannot be picked: the rule that the move would break.
    fn refusal(&self, cell: &str) -> Option<String> {
        if !self.session.waits_for_person() {
            return None;
        }
        match self.picking.cells().first() {
            Some(first) => self.session.find_move(&format!("{first}-{cell}")).err().map(|error| error.to_string()),
            None => Some(format!("no legal move begins at {cell}")),
        }
    }

    /// Waits for the search that runs, if there is one, and tells what has happened.
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
        if let (true, Some((mover, lines))) = (has_searched, self.session.last_search()) {
            let known = self.evaluations.len().max(ply + 1);
            self.evaluations.resize(known, None);
            self.evaluations[ply] = Some(lines[0].expected_of_first(mover));
        }
        self.tell(events);
    }

    /// Plays a move; what was known about later positions is no longer true.
    fn play(&mut self, mv: PointedMove) -> Result<(), String> {
        let ply = self.session.moves().len();
        self.session.play(mv)?;
        self.evaluations.truncate(ply + 1);
        Ok(())
    }

    fn set_players(&mut self, players: &[String; 2]) -> Result<(), String> {
        for (side, player) in Side::BOTH.into_iter().zip(players) {
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
                SessionEvent::Hint(hint) => {
                    self.messages.push(format!("{}: {}", hint.mv.text, hint.reason));
                    self.hint = hint.mv.cells;
                }
                SessionEvent::Moved => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use parking_lot::Mutex;
    use serde_json::{Value, json};

    struct SilentHost;

    impl PageHost for SilentHost {
        fn progress(&self, _json: &str) {}

        fn wants_stop(&self) -> bool {
            false
        }
    }

    fn new_page() -> PageSession {
        PageSession::new(Arc::new(SilentHost))
    }

    fn answer(session: &mut PageSession, command: Value) -> Value {
        serde_json::from_str(&session.answer(&command.to_string())).unwrap()
    }

    fn begin(game: &str, players: [&str; 2]) -> (PageSession, Value) {
        let mut session = new_page();
        let command = json!({ "new": { "game": game, "position": null, "moves": [], "players": players } });
        let state = answer(&mut session, command);
        (session, state)
    }

    const MACHINES: [&str; 2] = ["random name=one", "random name=two"];

    /// Points at cells, and chooses moves, until the game has ended, with at most this number of commands.
    fn play_by_pointing(game: &str, most: usize) -> Value {
        let (mut session, mut state) = begin(game, ["person name=one", "person name=two"]);
        let mut random = Random::new(7);
        for _ in 0..most {
            if !state["end"].is_null() {
                break;
            }
            let cells = state["cells"].as_array().unwrap().iter().filter(|cell| cell["is_target"] == true);
            let mut commands: Vec<Value> = cells.map(|cell| json!({ "pick": cell["name"] })).collect();
            commands.extend(state["choices"].as_array().unwrap().iter().map(|text| json!({ "move": text })));
            commands.extend((state["may_stop"] == true).then(|| json!("stop_here")));
            assert!(!commands.is_empty(), "{game}: {state}");
            state = answer(&mut session, commands.swap_remove(random.below(commands.len())));
            assert!(state["error"].is_null(), "{game}: {state}");
        }
        state
    }

    #[test]
    fn every_game_is_played_by_pointing() {
        for game in games() {
            let state = play_by_pointing(game.name, 60);
            assert!(!state["snapshot"]["moves"].as_array().unwrap().is_empty(), "{}", game.name);
        }
        for game in ["tictactoe", "nim", "northcott", "tree"] {
            assert!(play_by_pointing(game, 400)["end"].is_string(), "{game}");
        }
    }

    #[test]
    fn machines_move_when_the_page_asks() {
        let (mut session, mut state) = begin("tictactoe", MACHINES);
        while state["end"].is_null() {
            state = answer(&mut session, json!("update"));
        }
        assert!(state["snapshot"]["moves"].as_array().unwrap().len() >= 5);
    }

    #[test]
    fn a_refused_command_changes_nothing() {
        let mut session = new_page();
        assert_eq!(answer(&mut session, json!("hint"))["error"], "there is no game yet");
        let (mut session, before) = begin("chess", ["person name=one", "person name=two"]);
        for command in [
            json!("jump"),
            json!({ "move": "e5" }),
            json!("stop_here"),
            json!({ "new": { "game": "chess", "position": "8/8 w", "moves": [], "players": MACHINES } }),
            json!({ "new": { "game": "go", "position": null, "moves": [], "players": MACHINES } }),
        ] {
            assert!(answer(&mut session, command.clone())["error"].is_string(), "{command}");
        }
        assert_eq!(session.answer("{").get(..9), Some("{\"error\":"));
        assert_eq!(answer(&mut session, json!("put_down")), before);
    }

    #[test]
    fn the_board_is_turned_and_moves_are_taken_back() {
        let (mut session, start) = begin("chess", ["person name=one", "person name=two"]);
        assert_eq!(start["cells"][0]["label"], "a8, Black rook");
        answer(&mut session, json!({ "pick": "e2" }));
        let moved = answer(&mut session, json!({ "pick": "e4" }));
        assert_eq!(moved["snapshot"]["moves"], json!(["e4"]));
        assert_eq!(answer(&mut session, json!("flip"))["cells"][0]["name"], "h1");
        assert_eq!(answer(&mut session, json!("take_back"))["snapshot"]["ply"], 0);
        let again = answer(&mut session, json!("redo"));
        assert_eq!((&again["snapshot"]["moves"], &again["snapshot"]["ply"]), (&json!(["e4"]), &json!(1)));
    }

    #[test]
    fn machines_wait_after_moves_are_taken_back() {
        let (mut session, start) = begin("tictactoe", MACHINES);
        assert_eq!((&start["is_busy"], &start["is_paused"]), (&json!(true), &json!(false)));
        let mut state = start;
        while state["snapshot"]["moves"].as_array().unwrap().is_empty() {
            state = answer(&mut session, json!("update"));
        }
        let back = answer(&mut session, json!("take_back"));
        assert_eq!(
            (&back["snapshot"]["ply"], &back["is_busy"], &back["is_paused"]),
            (&json!(0), &json!(false), &json!(true))
        );
        assert_eq!(answer(&mut session, json!("go_on"))["is_busy"], true);
    }

    /// Remembers the lines of progress, and wants to stop after some of them.
    #[derive(Default)]
    struct ImpatientHost {
        lines: Mutex<Vec<Value>>,
    }

    impl PageHost for ImpatientHost {
        fn progress(&self, json: &str) {
            self.lines.lock().push(serde_json::from_str(json).unwrap());
        }

        fn wants_stop(&self) -> bool {
            self.lines.lock().iter().any(|line| line["depth"].as_i64() >= Some(4))
        }
    }

    #[test]
    fn an_analysis_shows_lines_until_it_is_stopped() {
        let host = Arc::new(ImpatientHost::default());
        let mut session = PageSession::new(host.clone());
        let players = ["person name=one", "person name=two"];
        answer(&mut session, json!({ "new": { "game": "english", "moves": ["11-15"], "players": players } }));
        let state = answer(&mut session, json!({ "analyse": 3 }));
        let last = host.lines.lock().last().unwrap().clone();
        assert_eq!(last["lines"].as_array().unwrap().len(), 3);
        assert_eq!((&state["snapshot"]["ply"], &state["is_busy"]), (&json!(1), &json!(false)));
        let evaluations = state["snapshot"]["evaluations"].as_array().unwrap();
        assert!(evaluations[0].is_null() && evaluations[1].as_f64() > Some(0.0), "{state}");
        // Another move makes what was known about later positions worthless.
        answer(&mut session, json!({ "go_to": 0 }));
        let other = answer(&mut session, json!({ "move": "9-14" }));
        assert_eq!(other["snapshot"]["evaluations"], json!([null]));
    }

    #[test]
    fn a_clock_that_has_run_down_ends_the_game() {
        let mut session = new_page();
        let new = json!({ "game": "chess", "moves": ["e4", "e5"], "ply": 1, "clock": "1:00+1", "remaining": [30_000, 0],
            "players": ["person name=one", "person name=two"] });
        let state = answer(&mut session, json!({ "new": new }));
        assert_eq!(
            (&state["snapshot"]["ply"], &state["snapshot"]["remaining"], &state["clock_runs"]),
            (&json!(1), &json!([30_000, 0]), &json!(true))
        );
        let ended = answer(&mut session, json!("update"));
        assert!(ended["end"].as_str().unwrap().contains("time"), "{ended}");
    }

    /// A page goes on with what another one has shown, resignation and all.
    #[test]
    fn a_snapshot_is_the_game() {
        let (mut session, _) = begin("chess", ["person name=one", "person name=two"]);
        for command in
            [json!({ "move": "e4" }), json!({ "move": "e5" }), json!("flip"), json!("take_back"), json!("resign")]
        {
            answer(&mut session, command);
        }
        let left = answer(&mut session, json!("put_down"));
        let again = answer(&mut new_page(), json!({ "new": left["snapshot"] }));
        assert_eq!(again, left);
    }

    #[test]
    fn players_change_during_a_game() {
        let (mut session, _) = begin("chess", ["person name=one", "best level=1 name=two"]);
        let state = answer(&mut session, json!({ "players": ["person", "best level=3"] }));
        assert_eq!(state["snapshot"]["players"], json!(["person", "best level=3"]));
        let refused = answer(&mut session, json!({ "players": ["person", "persn"] }));
        assert!(refused["error"].as_str().unwrap().contains("persn"));
    }

    #[test]
    fn a_cell_that_cannot_be_picked_is_answered_by_a_rule() {
        let (mut session, start) = begin("english", ["person name=one", "person name=two"]);
        let message = |session: &mut PageSession, cell: &str| {
            answer(session, json!({ "pick": cell }))["messages"][0].as_str().unwrap_or("").to_owned()
        };
        assert_eq!(
            (message(&mut session, "5"), start["spoken"].as_str()),
            ("no legal move begins at 5".to_owned(), None)
        );
        assert_eq!(message(&mut session, "11"), "");
        assert!(message(&mut session, "19").contains("one step"));
        let moved = answer(&mut session, json!({ "pick": "15" }));
        assert_eq!(moved["spoken"], "Black man from 11 to 15");
        answer(&mut session, json!({ "move": "22-18" }));
        assert_eq!(answer(&mut session, json!({ "move": "15x22" }))["spoken"], "Black man from 15 to 22, takes 1");
    }

    #[test]
    fn moves_without_cells_stay_listed_until_a_cell_is_picked() {
        let (mut session, start) = begin("divisor", ["person name=one", "person name=two"]);
        assert!(!start["choices"].as_array().unwrap().is_empty());
        let clicked = answer(&mut session, json!({ "pick": start["cells"][0]["name"] }));
        assert_eq!(clicked["choices"], start["choices"]);
    }

    #[test]
    fn the_person_sits_at_the_bottom() {
        let (_, state) = begin("chess", ["random name=one", "person name=two"]);
        assert_eq!(state["cells"][0]["name"], "h1");
    }

    #[test]
    fn the_list_has_every_game() {
        let list = answer(&mut new_page(), json!("games"));
        assert_eq!(list.as_array().unwrap().len(), games().count());
    }
}
