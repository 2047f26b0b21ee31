//! A session as a page in a browser sees it: commands come, and what is to be shown goes, as JSON.

use super::orientation::turns_board;
use super::picking::{Picked, Picking};
use super::players::SidePlayer;
use super::pointed_move::PointedMove;
use super::session::{Session, SessionEvent, SessionSettings};
use super::texts;
use crate::game::Side;
use crate::games::games;
use crate::notation::Notation;
use crate::picture::diagram::Diagram;
use crate::picture::svg_board::board_picture;
use crate::picture::svg_document::SvgTheme;
use crate::picture::svg_parts::BoardParts;
use crate::picture::{BoardLayout, BoardView, PictureCell, PicturePiece, PieceKind};
use serde::{Deserialize, Serialize};

/// A game on a page. It begins without one.
#[derive(Default)]
pub struct PageSession {
    playing: Option<Playing>,
}

/// What the page asks for.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum PageCommand {
    /// The names of the games.
    Games,
    /// A new game, in which moves may have been played; the players as [`SidePlayer::parse`] reads them.
    New { game: String, position: Option<String>, moves: Vec<String>, players: [String; 2] },
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
    /// A hint is wanted.
    Hint,
    /// The person gives up.
    Resign,
    /// The board is turned.
    Flip,
    /// The machines may think and move; what they have done is shown.
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

/// What the page shows.
#[derive(Serialize)]
struct PageState {
    game: &'static str,
    about: &'static str,
    rules: String,
    /// The picture (SVG).
    board: String,
    /// The size of the picture, in its units.
    size: (f64, f64),
    /// Cells that can be pointed at, in reading order.
    cells: Vec<PageCell>,
    /// Moves among which one has to be chosen.
    choices: Vec<String>,
    /// Whether the move that has been pointed out may end here.
    may_stop: bool,
    /// Whether a machine is to move or to give a hint, so that the page should ask for an update.
    is_busy: bool,
    /// Whether a machine is to move, but waits for `go_on`.
    is_paused: bool,
    /// The names of the players and of their sides, the first mover first.
    names: [String; 2],
    sides: [&'static str; 2],
    turn: usize,
    waits_for_person: bool,
    moves: Vec<String>,
    can_redo: bool,
    /// How the game has ended.
    end: Option<String>,
    messages: Vec<String>,
    position: String,
}

/// A cell of the board.
#[derive(Serialize)]
struct PageCell {
    name: String,
    /// Left, top, width and height, in the units of the picture; none for the moves of a tree.
    place: Option<[f64; 4]>,
    /// Its row and column, from the top left.
    at: (usize, usize),
    /// What is read aloud.
    label: String,
    /// Whether it can be picked next.
    is_target: bool,
    /// Whether it has been picked.
    is_picked: bool,
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
}

impl PageSession {
    /// Carries a command out, and returns what the page is to show: the list of games, the state of the game, or an error.
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
            PageCommand::New { game, position, moves, players } => {
                let [first, second] = &players;
                let read = |text: &String| SidePlayer::parse(text.split_whitespace());
                let players = [read(first)?, read(second)?];
                let settings = SessionSettings { start: position, moves, ..SessionSettings::new(&game, players) };
                self.playing = Some(Playing::new(settings)?);
            }
            PageCommand::Game(command) => self.playing()?.carry_out(command)?,
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
    fn new(settings: SessionSettings) -> Result<Playing, String> {
        let session = Session::new(settings)?;
        let mut playing = Playing {
            picking: Picking::default(),
            choices: Vec::new(),
            stop: None,
            is_flipped: turns_board(&session),
            messages: Vec::new(),
            hint: Vec::new(),
            session,
        };
        playing.put_down();
        Ok(playing)
    }

    fn carry_out(&mut self, command: GameCommand) -> Result<(), String> {
        self.hint.clear();
        match command {
            GameCommand::Pick(cell) => return self.pick(&cell),
            GameCommand::StopHere => {
                let mv = self.stop.take().ok_or("no move ends here")?;
                self.session.play(mv)?;
            }
            GameCommand::Move(text) => {
                let mv = self.session.find_move(&text).map_err(|error| error.to_string())?;
                self.session.play(mv)?;
            }
            GameCommand::PutDown => {}
            GameCommand::TakeBack => _ = self.session.take_back(),
            GameCommand::Redo => _ = self.session.redo(),
            GameCommand::Hint => self.session.ask_hint()?,
            GameCommand::Resign => self.session.resign(),
            GameCommand::Flip => self.is_flipped = !self.is_flipped,
            GameCommand::Update => self.update(),
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
            Picked::Refused | Picked::Partly => {}
            Picked::Complete(mv) => {
                self.session.play(mv)?;
                self.put_down();
            }
            Picked::Choose(moves) => self.choices = moves.into_iter().map(|mv| mv.text).collect(),
            Picked::StopOrGoOn(mv) => self.stop = Some(mv),
        }
        Ok(())
    }

    fn update(&mut self) {
        for event in self.session.update() {
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

    fn state(&mut self) -> PageState {
        let session = &self.session;
        let view = session.view();
        let mut diagram = match session.moves().last() {
            Some(last) => Diagram::after_move(&view, &view, &last.cells),
            None => Diagram::new(&view),
        };
        let places = |cells: &[String], diagram: &Diagram| cells.iter().filter_map(|name| diagram.find(name)).collect();
        diagram.marks = places(self.picking.cells(), &diagram);
        if self.hint.len() > 1 {
            diagram.arrows = vec![places(&self.hint, &diagram)];
        }
        if self.is_flipped {
            diagram.flip();
        }
        diagram.title = texts::title(session);
        let parts = BoardParts::new(&diagram);
        let is_machine_to_move = session.end().is_none() && !session.waits_for_person();
        PageState {
            game: session.game().name,
            about: session.game().about,
            rules: session.rules(),
            board: board_picture(&diagram, SvgTheme::Auto, None),
            size: parts.size,
            cells: self.cells(&diagram, &parts, &view),
            choices: self.choices.clone(),
            may_stop: self.stop.is_some(),
            names: Side::each(|side| session.name(side).to_owned()),
            sides: view.side_names,
            turn: session.side_to_move().index(),
            waits_for_person: session.waits_for_person(),
            is_busy: session.is_thinking() || is_machine_to_move && !session.is_paused(),
            is_paused: is_machine_to_move && session.is_paused(),
            moves: session.moves().iter().map(|mv| mv.text.clone()).collect(),
            can_redo: session.can_redo(),
            end: session.end().map(|end| texts::result(session, end)),
            messages: std::mem::take(&mut self.messages),
            position: session.line().position().show(),
        }
    }

    fn cells(&self, diagram: &Diagram, parts: &BoardParts, view: &BoardView) -> Vec<PageCell> {
        let targets = self.picking.targets();
        let is_tree = matches!(diagram.layout, BoardLayout::Branches(_));
        let cell = |(at, cell): ((usize, usize), &PictureCell)| PageCell {
            name: cell.name.clone(),
            place: parts.grid.filter(|_| !is_tree).map(|grid| {
                let (x, y) = grid.corner(at);
                [x, y, grid.step, grid.step]
            }),
            at,
            label: match cell.piece {
                Some(PicturePiece { kind: PieceKind::Counter, .. }) => format!("{}, counter", cell.name),
                Some(piece) => format!("{}, {} {}", cell.name, view.side_names[piece.side.index()], piece.kind.word()),
                None => cell.name.clone(),
            },
            is_target: targets.contains(&&*cell.name),
            is_picked: self.picking.cells().contains(&cell.name),
        };
        diagram.places().map(cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use serde_json::{Value, json};

    fn answer(session: &mut PageSession, command: Value) -> Value {
        serde_json::from_str(&session.answer(&command.to_string())).unwrap()
    }

    fn begin(game: &str, players: [&str; 2]) -> (PageSession, Value) {
        let mut session = PageSession::default();
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
            assert!(!state["moves"].as_array().unwrap().is_empty(), "{}", game.name);
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
        assert!(state["moves"].as_array().unwrap().len() >= 5);
    }

    #[test]
    fn a_refused_command_changes_nothing() {
        let mut session = PageSession::default();
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
        assert_eq!(moved["moves"], json!(["e4"]));
        assert_eq!(answer(&mut session, json!("flip"))["cells"][0]["name"], "h1");
        assert_eq!(answer(&mut session, json!("take_back"))["moves"], json!([]));
        assert_eq!(answer(&mut session, json!("redo"))["moves"], json!(["e4"]));
    }

    #[test]
    fn machines_wait_after_moves_are_taken_back() {
        let (mut session, start) = begin("tictactoe", MACHINES);
        assert_eq!((&start["is_busy"], &start["is_paused"]), (&json!(true), &json!(false)));
        let mut state = start;
        while state["moves"].as_array().unwrap().is_empty() {
            state = answer(&mut session, json!("update"));
        }
        let back = answer(&mut session, json!("take_back"));
        assert_eq!((&back["moves"], &back["is_busy"], &back["is_paused"]), (&json!([]), &json!(false), &json!(true)));
        assert_eq!(answer(&mut session, json!("go_on"))["is_busy"], true);
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
        let list = answer(&mut PageSession::default(), json!("games"));
        assert_eq!(list.as_array().unwrap().len(), games().count());
    }
}
