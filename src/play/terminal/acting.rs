//! How the screen does what keys and menus ask for.

use super::app::{App, DialogStep, item, move_item};
use super::dialog::Dialog;
use crate::game::Side;
use crate::games::games;
use crate::opening::set_up::RandomSetUp;
use crate::play::action::{Action, ActionEffect, ask_placing, go_on, keys};
use crate::play::saved_game::SavedGame;
use crate::play::start::misere_switched;
use crate::play::texts::{counted, level_line, level_words, side_name};
use crate::play::{Level, Placing, Session, SidePlayer};
use crate::random::Random;
use std::path::Path;
use std::rc::Rc;

fn action_item(text: impl Into<String>, action: Action) -> (String, DialogStep) {
    item(text, move |app| app.act(action))
}

/// A line to type.
fn prompt(title: impl Into<String>, step: impl Fn(&mut App, &str) + 'static) -> Dialog<DialogStep> {
    Dialog::prompt(title, Rc::new(step))
}

/// The players that the menu offers: their texts, and how they are called there.
const PLAYERS: [(&str, &str); 6] = [
    ("person", "a person"),
    ("best", "the program: theory where there is one, else the search"),
    ("search", "the search alone"),
    ("alpha-beta depth=4", "alpha-beta of the textbook, depth 4"),
    ("minimax depth=3", "minimax of the textbook, depth 3"),
    ("random", "random moves"),
];

impl App {
    /// Does something. The person is asked before a game that goes on is given up.
    pub(super) fn act(&mut self, action: Action) {
        if !self.gives_up_game(action) {
            return self.act_at_once(action);
        }
        let (title, yes) =
            if action == Action::Resign { ("Resign?", "resign") } else { ("The game is not over", "give it up") };
        self.dialog =
            Some(Dialog::menu(title, [item("keep playing", |_| ()), item(yes, move |app| app.act_at_once(action))]));
    }

    /// Opens the menu at the end of a game.
    pub(super) fn open_end_menu(&mut self, title: String) {
        let items = [
            action_item("new game", Action::New),
            action_item("new game, change sides", Action::Swap),
            action_item("another game", Action::Game),
            item("look at the board", |_| ()),
            action_item("take back", Action::Undo),
            action_item("save", Action::Files),
            action_item("quit", Action::Quit),
        ];
        self.dialog = Some(Dialog::menu(title, items).passing_keys());
    }

    /// Whether an action gives up a game that goes on.
    fn gives_up_game(&self, action: Action) -> bool {
        self.session.solver().is_none()
            && self.session.end().is_none()
            && !self.session.moves().is_empty()
            && match action {
                Action::New | Action::Swap | Action::Ballot | Action::Resign | Action::Game => true,
                Action::Random | Action::Load | Action::Position => true,
                Action::Place | Action::Misere => self.is_offered(action),
                _ => false,
            }
    }

    /// Asks for what an action needs, or carries it out.
    fn act_at_once(&mut self, action: Action) {
        let session = &self.session;
        let problem = match action {
            Action::Hint | Action::Moves if !session.waits_for_person() => self.why_not(),
            Action::Now if !session.is_thinking() => "no machine is thinking".to_owned(),
            Action::Go if !session.is_paused() => "no machine waits".to_owned(),
            Action::Place if session.secret_placement().is_none() => {
                "men are placed in secret in northcott only".to_owned()
            }
            _ => {
                self.dialog = self.dialog_of(action);
                if self.dialog.is_none() {
                    self.perform(action, "");
                }
                return;
            }
        };
        self.message = problem;
    }

    /// Whether the game has what an action needs.
    fn is_offered(&self, action: Action) -> bool {
        let (game, position) = (self.session.game(), self.session.line().position());
        match action {
            Action::Place => self.session.secret_placement().is_some(),
            Action::Ballot => game.ballots.is_some(),
            Action::Misere => misere_switched(&self.session).is_ok(),
            Action::Random => game.random_position(position, &RandomSetUp::default(), &mut Random::new(1)).is_ok(),
            _ => true,
        }
    }

    /// The dialog in which the person chooses or types what an action needs.
    fn dialog_of(&self, action: Action) -> Option<Dialog<DialogStep>> {
        let side = if action == Action::First { Side::First } else { Side::Second };
        let ask = |title: &str, action| prompt(title, move |app, text| app.perform(action, text));
        Some(match action {
            Action::Help => Dialog::page("Help", &self.help()),
            Action::Menu => {
                let offered = keys().skip(1).filter(|it| self.is_offered(it.action));
                Dialog::key_menu("Menu", offered.map(|it| action_item(it.key, it.action)))
            }
            Action::Type => ask("Your move", Action::Move),
            Action::Moves => {
                let moves = self.session.legal_moves().into_iter();
                Dialog::menu("Legal moves", moves.map(|mv| move_item(mv.text.clone(), mv.text)))
            }
            Action::Game => {
                let items = games().map(|game| {
                    item(format!("{:<14} {}", game.name, game.about), |app| app.perform(Action::Game, game.name))
                });
                Dialog::menu("Which game?", items)
            }
            Action::Level => self.level_menu(),
            Action::Players => {
                let items = [(Action::First, Side::First), (Action::Second, Side::Second)].map(|(action, side)| {
                    action_item(format!("{}: {}", side_name(&self.session, side), self.session.name(side)), action)
                });
                Dialog::menu("Whose player?", items)
            }
            Action::First | Action::Second => {
                let items = PLAYERS.map(|(text, name)| item(name, move |app| app.perform(action, text)));
                let rename = item("the same player under another name", move |app| app.ask_name(side));
                let title = format!("Who plays {}?", side_name(&self.session, side));
                Dialog::menu(title, items.into_iter().chain([rename]))
            }
            Action::Files => {
                let items = [
                    action_item("save the game or the position", Action::Save),
                    action_item("load a game or a position", Action::Load),
                    action_item("set up a position from text", Action::Position),
                ];
                Dialog::menu("Files", items)
            }
            Action::Save => ask("Save as (.pgn, .pdn, .fen)", action),
            Action::Load => ask("Load which file?", action),
            Action::Position => ask("Position", action),
            Action::Random => ask("Bounds, as heaps=3..5 size=1..20 misere", action),
            Action::Place => ask("Rows and columns, as 8x5 or 8x5 misere", action),
            _ => return None,
        })
    }

    /// The levels of the machines: depths, ratings in games that have them, and the present one, which is selected.
    fn level_menu(&self) -> Dialog<DialogStep> {
        let has_ratings = self.session.game().has_ratings();
        let present = Side::BOTH.into_iter().find_map(|side| self.session.player(side).level());
        let depths = (1..=Level::MAX_DEPTH).map(Level::Depth);
        let is_round = |level: &Level| matches!(level, Level::Rating(rating) if rating % 200 == 0);
        let ratings = (800..=2400).map(Level::Rating).filter(|it| is_round(it) || present == Some(*it));
        let other = present.filter(|it| !matches!(it, Level::Depth(_) | Level::Rating(_)));
        let levels: Vec<Level> = depths.chain(ratings.filter(|_| has_ratings)).chain(other).collect();
        let selected = levels.iter().position(|&level| Some(level) == present).unwrap_or(0);
        let items = levels.into_iter().map(|level| {
            let text = match level {
                Level::Depth(depth) => format!("depth {depth:>5}"),
                Level::Rating(rating) => format!("rating {rating:>4}"),
                other => level_words(other),
            };
            item(text, move |app| app.perform(Action::Level, &level.to_string()))
        });
        let scale = if has_ratings { ", or rating (of programs, not of people)" } else { "" };
        Dialog::menu(format!("Level of the machine: depth{scale}"), items).at(selected)
    }

    /// Asks for the name of a player.
    fn ask_name(&mut self, side: Side) {
        let step = move |app: &mut App, name: &str| {
            let player = SidePlayer { name: name.trim().to_owned(), ..app.session.player(side).clone() };
            if let Err(error) = app.session.set_player(side, player) {
                app.message = error;
            }
        };
        self.dialog = Some(prompt(format!("Name of {}", side_name(&self.session, side)), step));
    }

    fn help(&self) -> String {
        let mut text = "Arrows or Tab move the cursor, Enter picks a piece and its target; the mouse does both. Esc puts a piece down. A small and a capital letter are different keys.\n\n".to_owned();
        for entry in keys() {
            text += &format!("{}\n", entry.key);
        }
        text + "\n" + &self.session.rules()
    }

    /// Carries out an action with what it needs.
    pub(super) fn perform(&mut self, action: Action, argument: &str) {
        match action {
            Action::Move if argument.is_empty() => {}
            Action::Move if !self.session.waits_for_person() => self.message = self.why_not(),
            Action::Save if Path::new(argument).exists() => {
                let path = argument.to_owned();
                let replace = item("replace it", move |app| app.perform(Action::Replace, &path));
                self.dialog = Some(Dialog::menu(format!("'{argument}' exists already"), [item("no", |_| ()), replace]));
            }
            Action::Quit => self.quits = true,
            Action::Flip => self.flip(),
            Action::Analyse => self.switch_analysis(),
            _ => {
                let done = self.session.perform(action, argument);
                self.show(action, argument, done);
            }
        }
    }

    /// Shows what an action has done, or why it is impossible.
    fn show(&mut self, action: Action, argument: &str, done: Result<ActionEffect, String>) {
        match done {
            Ok(ActionEffect::Nothing) => match action {
                Action::Hint => self.message = "looking for a hint".to_owned(),
                Action::Why => self.message = "looking for the reason".to_owned(),
                Action::Threat => self.message = "looking for a threat".to_owned(),
                Action::Level => {
                    self.message = level_line(&self.session, "L", ["P: another player"; 2]).unwrap_or_default()
                }
                Action::Save | Action::Replace => self.message = format!("saved to '{argument}'"),
                Action::First | Action::Second => self.refresh(),
                _ => {}
            },
            Ok(ActionEffect::Text(text)) => {
                self.dialog = Some(Dialog::page(if action == Action::Pieces { "Pieces" } else { "Rules" }, &text));
            }
            Ok(ActionEffect::Played) => {
                self.message = self.only_move_line().unwrap_or_default();
                self.refresh();
                self.keep();
            }
            Ok(ActionEffect::MovedBack) => self.show_again(),
            Ok(ActionEffect::NewGame(session)) => {
                self.replace_session(*session);
                if matches!(action, Action::New | Action::Swap) && self.session.settings().start.is_some() {
                    self.message += "\nthe given position again; G begins from the usual one";
                }
            }
            Ok(ActionEffect::Placing(placing)) => {
                let question = placing.question().unwrap_or_default();
                self.dialog = Some(prompt(question, move |app, text| app.place(placing.clone(), text)));
            }
            Err(error) => self.message = error,
        }
    }

    /// Places the men of a person, and asks the next one.
    fn place(&mut self, mut placing: Box<Placing>, text: &str) {
        let placed = placing.answer(text);
        self.show(Action::Place, "", ask_placing(placing));
        if let Err(error) = placed {
            self.message = error;
        }
    }

    /// Switches to another game. An unfinished one is kept as the previous game.
    fn replace_session(&mut self, session: Session) {
        let kept = self.last.set_aside(&self.session);
        self.session = session;
        self.begin();
        if let Err(error) = kept {
            self.message = error;
        }
    }

    fn flip(&mut self) {
        self.flipped = !self.flipped;
        let name = self.cell(self.cursor).map(|cell| cell.name.clone());
        self.refresh();
        self.cursor = name.and_then(|name| self.diagram.find(&name)).unwrap_or(self.cursor);
    }

    fn switch_analysis(&mut self) {
        self.analyses = !self.analyses;
        let state = if self.analyses { "on" } else { "off" };
        self.message = format!("analysis {state}");
        if !self.analyses {
            self.session.stop_analysis();
        }
    }

    /// Asks whether the last game is to be continued.
    pub fn offer(&mut self, saved: SavedGame) {
        let game = &saved.settings.game;
        let moves = counted(saved.settings.moves.len().div_ceil(2), "move");
        let text = format!("An unfinished game of {game} ({moves}) is kept");
        let step = move |app: &mut App| match go_on(saved.clone()) {
            Ok(session) => {
                app.replace_session(session);
                app.last.goes_on();
            }
            Err(error) => app.message = error,
        };
        self.dialog = Some(Dialog::menu(text, [item("go on with it", step), item("a new game", |_| ())]));
    }
}
