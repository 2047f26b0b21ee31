//! How the screen does what keys and menus ask for.

use super::action::{Action, AskedText, KEYS, PLAYERS, files_menu};
use super::app::App;
use super::dialog::Dialog;
use crate::game::Side;
use crate::games::games;
use crate::play::saved_game::{self, SavedGame};
use crate::play::texts::{counted, pieces};
use crate::play::{Level, Placing, Session, SessionSettings, start};
use crate::random::Random;
use std::path::Path;

impl App {
    /// Does something. The person is asked before a game that goes on is given up.
    pub(super) fn act(&mut self, action: Action) {
        if self.gives_up_game(&action) {
            self.confirm(action);
        } else {
            self.act_at_once(action);
        }
    }

    fn act_at_once(&mut self, action: Action) {
        let done = match action {
            Action::Nothing => Ok(()),
            Action::Key(key) => return self.act_key(key),
            Action::Confirmed(action) => return self.act_at_once(*action),
            Action::Move(mv) => {
                self.play(mv);
                Ok(())
            }
            Action::GoOn => {
                self.message = "pick where the capture goes on".to_owned();
                Ok(())
            }
            Action::TypedMove(text) => self.typed_move(&text),
            Action::Game(name) => {
                start::other_game(self.session.settings(), name).and_then(|settings| self.new_game(settings))
            }
            Action::Level(number) => {
                let set = self.session.set_level(Level::Depth(number));
                set.map(|()| self.message = format!("level {number}"))
            }
            Action::ChoosePlayer(side) => {
                self.choose_player(side);
                Ok(())
            }
            Action::Player(side, text) => {
                let changed = self.session.change_player(side, text);
                changed.map(|()| self.refresh())
            }
            Action::Ask(asked) => {
                self.dialog = Some(match asked {
                    AskedText::Save => Dialog::prompt("Save as (.pgn, .pdn, .fen)", Action::Save),
                    AskedText::Load => Dialog::prompt("Load which file?", Action::Load),
                    AskedText::Position => Dialog::prompt("Position", Action::Position),
                });
                Ok(())
            }
            Action::Save(path) => self.save(&path, false),
            Action::Replace(path) => self.save(&path, true),
            Action::Load(path) => self.load(&path),
            Action::Position(text) => {
                let settings = start::position(self.session.settings(), &text);
                self.new_game(settings)
            }
            Action::Random(bounds) => {
                start::random(&self.session, &bounds).and_then(|settings| self.new_game(settings))
            }
            Action::BeginPlacing(size) => self.begin_placing(&size),
            Action::Place(placing, text) => self.place(*placing, &text),
            Action::Continue(saved) => {
                let restored = self.restore(*saved);
                restored.map(|()| self.last.goes_on())
            }
        };
        if let Err(error) = done {
            self.message = error;
        }
    }

    /// Whether an action gives up a game that goes on.
    fn gives_up_game(&self, action: &Action) -> bool {
        let goes_on = self.session.end().is_none() && !self.session.moves().is_empty();
        let gives_up = match action {
            Action::Key('W') => self.session.secret_placement().is_some(),
            Action::Key(key) => "NSBRGH".contains(*key),
            Action::Ask(asked) => matches!(asked, AskedText::Load | AskedText::Position),
            _ => false,
        };
        goes_on && gives_up
    }

    /// Asks before a game that goes on is given up.
    fn confirm(&mut self, action: Action) {
        let (title, yes) =
            if let Action::Key('R') = action { ("Resign?", "resign") } else { ("The game is not over", "give it up") };
        let confirmed = Action::Confirmed(Box::new(action));
        let items = [("go on", Action::Nothing), (yes, confirmed)];
        let items = items.map(|(text, action)| (text.to_owned(), action));
        self.dialog = Some(Dialog::menu(title, items.to_vec()));
    }

    fn act_key(&mut self, key: char) {
        let settings = self.session.settings().clone();
        let done = match key {
            'N' => self.same_position(start::same_game(&settings)),
            'S' => self.same_position(start::swapped(&settings)),
            'B' => start::ballot(&settings).and_then(|new| self.new_game(new)),
            'h' if !self.session.waits_for_person() => Err(self.why_not()),
            'h' => self.session.ask_hint().map(|()| self.message = "looking for a hint".to_owned()),
            'u' => self.moved(Session::take_back, "there is no move to take back"),
            'r' => self.moved(Session::redo, "there is no move to play again"),
            'q' => {
                self.quits = true;
                Ok(())
            }
            'n' if !self.session.is_thinking() => Err("no machine is thinking".to_owned()),
            'g' if !self.session.is_paused() => Err("no machine waits".to_owned()),
            'W' if self.session.secret_placement().is_none() => {
                Err("men are placed in secret in northcott only".to_owned())
            }
            'n' | 'g' | 'f' | 'a' | 'R' => {
                self.switch(key);
                Ok(())
            }
            'l' if !self.session.waits_for_person() => Err(self.why_not()),
            _ => {
                self.dialog = self.dialog_of(key);
                Ok(())
            }
        };
        if let Err(error) = done {
            self.message = error;
        }
    }

    /// Actions that cannot fail.
    fn switch(&mut self, key: char) {
        match key {
            'n' => self.session.move_now(),
            'g' => self.session.resume(),
            'f' => {
                self.flipped = !self.flipped;
                let name = self.cell(self.cursor).map(|cell| cell.name.clone());
                self.refresh();
                let found = name.and_then(|name| self.diagram.find(&name));
                self.cursor = found.unwrap_or(self.cursor);
            }
            'a' => {
                self.analyses = !self.analyses;
                let state = if self.analyses { "on" } else { "off" };
                self.message = format!("analysis {state}");
                if !self.analyses {
                    self.session.stop_analysis();
                }
            }
            _ => self.session.resign(),
        }
    }

    /// The dialog that a key opens.
    fn dialog_of(&self, key: char) -> Option<Dialog<Action>> {
        Some(match key {
            'm' => {
                let items = KEYS.iter().skip(1).map(|&(key, text)| (format!("{key}  {text}"), Action::Key(key)));
                Dialog::key_menu("Menu", items.collect())
            }
            't' => Dialog::prompt("Your move", Action::TypedMove),
            'l' => {
                let moves = self.session.legal_moves().into_iter();
                let items = moves.map(|mv| (mv.text.clone(), Action::Move(mv)));
                Dialog::menu("Legal moves", items.collect())
            }
            'p' => Dialog::page("Pieces", &pieces(&self.session)),
            'i' => Dialog::page("Rules", &self.session.rules()),
            'G' => {
                let items = games().map(|game| {
                    let text = format!("{:<14} {}", game.name, game.about);
                    (text, Action::Game(game.name))
                });
                Dialog::menu("Which game?", items.collect())
            }
            'L' => {
                let levels = 1..=Level::MAX_DEPTH;
                let items = levels.map(|number| (format!("{number:>2}"), Action::Level(number)));
                let levels = Side::BOTH.map(|side| self.session.player(side).level()?.depth());
                let level = levels.into_iter().flatten().next().unwrap_or(1);
                let title = "Level of the machine (depth)";
                Dialog::menu(title, items.collect()).at(usize::from(level) - 1)
            }
            'P' => {
                let names = self.session.view().side_names;
                let items = Side::BOTH.map(|side| {
                    let text = format!("{}: {}", names[side.index()], self.session.name(side));
                    (text, Action::ChoosePlayer(side))
                });
                Dialog::menu("Whose player?", items.to_vec())
            }
            's' => Dialog::menu("Files", files_menu()),
            'H' => Dialog::prompt("Bounds, as heaps=3..5 size=1..20 misere", Action::Random),
            'W' => Dialog::prompt("Rows and columns, as 8x5 or 8x5 misere", Action::BeginPlacing),
            _ => Dialog::page("Help", &self.help()),
        })
    }

    fn help(&self) -> String {
        let mut text = "Arrows or Tab move the cursor, Enter picks a piece and its target; the mouse does both. Esc puts a piece down. A small and a capital letter are different keys.\n\n".to_owned();
        for (key, meaning) in KEYS {
            text += &format!("{key}  {meaning}\n");
        }
        text + "\n" + &self.session.rules()
    }

    fn choose_player(&mut self, side: Side) {
        let items = PLAYERS.map(|(text, name)| (name.to_owned(), Action::Player(side, text)));
        let name = self.session.view().side_names[side.index()];
        self.dialog = Some(Dialog::menu(format!("Who plays {name}?"), items.to_vec()));
    }

    fn typed_move(&mut self, text: &str) -> Result<(), String> {
        if text.is_empty() {
            return Ok(());
        }
        if !self.session.waits_for_person() {
            return Err(self.why_not());
        }
        let mv = self.session.find_move(text).map_err(|error| error.to_string())?;
        self.play(mv);
        Ok(())
    }

    /// Begins a new game.
    fn new_game(&mut self, settings: SessionSettings) -> Result<(), String> {
        let session = Session::new(settings)?;
        self.replace_session(session);
        Ok(())
    }

    /// Begins a new game from the position from which the last one began, and says so if it was not the usual one.
    fn same_position(&mut self, settings: SessionSettings) -> Result<(), String> {
        let was_given = settings.start.is_some();
        self.new_game(settings)?;
        if was_given {
            self.message += "\nthe given position again; G begins from the usual one";
        }
        Ok(())
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

    /// Takes back or plays again.
    fn moved(&mut self, change: fn(&mut Session) -> bool, nothing: &str) -> Result<(), String> {
        if !change(&mut self.session) {
            return Err(nothing.to_owned());
        }
        self.show_again();
        if self.session.is_paused() {
            self.message = "the machine waits; g lets it move on".to_owned();
        }
        Ok(())
    }

    fn save(&mut self, path: &str, replace: bool) -> Result<(), String> {
        if !replace && Path::new(path).exists() {
            let items = [("no", Action::Nothing), ("replace it", Action::Replace(path.to_owned()))];
            let items = items.map(|(text, action)| (text.to_owned(), action));
            self.dialog = Some(Dialog::menu(format!("'{path}' exists already"), items.to_vec()));
            return Ok(());
        }
        saved_game::save(&self.session, Path::new(path), replace).map_err(|error| format!("{error:#}"))?;
        self.message = format!("saved to '{path}'");
        Ok(())
    }

    fn load(&mut self, path: &str) -> Result<(), String> {
        let settings = self.session.settings();
        let saved = saved_game::load(Path::new(path), settings);
        self.restore(saved.map_err(|error| format!("{error:#}"))?)
    }

    fn restore(&mut self, saved: SavedGame) -> Result<(), String> {
        let mut session = saved.resume()?;
        session.resume();
        self.replace_session(session);
        Ok(())
    }

    /// Asks whether the last game is to be continued.
    pub fn offer(&mut self, saved: SavedGame) {
        let game = &saved.settings.game;
        let moves = counted(saved.settings.moves.len(), "move");
        let text = format!("An unfinished game of {game} ({moves}) is kept");
        let items = [("go on with it", Action::Continue(Box::new(saved.clone()))), ("a new game", Action::Nothing)];
        let items = items.map(|(text, action)| (text.to_owned(), action));
        self.dialog = Some(Dialog::menu(text, items.to_vec()));
    }
}

/// Men that are placed in secret.
impl App {
    fn begin_placing(&mut self, size: &str) -> Result<(), String> {
        let placement = self.session.secret_placement();
        let none = || "no men are placed before this game".to_owned();
        let settings = self.session.settings();
        let placing = Placing::begin(placement.ok_or_else(none)?, settings, size, &mut Random::unpredictable())?;
        self.ask_placing(placing)
    }

    /// Asks the next person, or begins the game.
    fn ask_placing(&mut self, placing: Placing) -> Result<(), String> {
        if let Some(question) = placing.question() {
            let placing = Box::new(placing);
            let action = move |text| Action::Place(placing.clone(), text);
            self.dialog = Some(Dialog::prompt(question, action));
            return Ok(());
        }
        placing.finish().map_or(Ok(()), |settings| self.new_game(settings))
    }

    fn place(&mut self, mut placing: Placing, text: &str) -> Result<(), String> {
        let placed = placing.answer(text);
        self.ask_placing(placing)?;
        placed
    }
}
