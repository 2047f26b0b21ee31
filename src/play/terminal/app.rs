//! The state of the screen, and what keys and the pointer do.

use super::board_pane::BoardPane;
use super::dialog::{Answer, Dialog};
use super::theme::{CellMarks, Theme};
use super::typed_line::is_control_key;
use crate::picture::PictureCell;
use crate::picture::diagram::{CellPlace, Diagram};
use crate::play::action::Action;
use crate::play::last_game::LastGame;
use crate::play::orientation::turns_board;
use crate::play::texts::{level_line, only_move, result, title};
use crate::play::{Picked, Picking, Session, SessionEvent};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Position;
use std::rc::Rc;

/// The state of the screen.
pub struct App {
    /// The game.
    pub session: Session,
    pub(super) last: LastGame,
    /// Colours and characters.
    pub theme: Theme,
    /// The board as it is drawn.
    pub(super) diagram: Diagram,
    /// Where it was drawn.
    pub(super) pane: Option<BoardPane>,
    /// Where the line of keys begins.
    pub(super) key_line: Option<Position>,
    /// The line above the board.
    pub(super) title: String,
    pub(super) picking: Picking,
    pub(super) cursor: CellPlace,
    /// Where the button of the mouse was pressed.
    pub(super) pressed: Option<CellPlace>,
    pub(super) flipped: bool,
    pub(super) dialog: Option<Dialog<DialogStep>>,
    /// The cells of the move that the program has recommended or warned of in this position.
    pub(super) hint: Vec<String>,
    /// The line below the board.
    pub(super) message: String,
    /// Analyse while a person thinks.
    pub(super) analyses: bool,
    /// The program is to end.
    pub quits: bool,
    end_announced: bool,
}

impl App {
    /// The screen of a game.
    pub fn new(session: Session, last: LastGame, theme: Theme) -> App {
        let diagram = Diagram::new(&session.view());
        let mut app = App {
            session,
            last,
            theme,
            diagram,
            pane: None,
            key_line: None,
            title: String::new(),
            picking: Picking::default(),
            cursor: (0, 0),
            pressed: None,
            flipped: false,
            dialog: None,
            hint: Vec::new(),
            message: String::new(),
            analyses: false,
            quits: false,
            end_announced: false,
        };
        app.begin();
        app
    }

    /// Shows a game that begins or was loaded. The side of the only person is at the bottom.
    pub(super) fn begin(&mut self) {
        self.flipped = turns_board(&self.session);
        self.title = title(&self.session);
        self.show_again();
    }

    /// Shows a game whose moves were changed.
    pub(super) fn show_again(&mut self) {
        self.end_announced = false;
        let moves = self.session.legal_moves();
        self.message = if !self.session.waits_for_person() {
            self.why_not()
        } else if let Some(line) = self.only_move_line() {
            line
        } else if moves.iter().any(|mv| mv.cells.is_empty()) {
            "some moves cannot be picked on the board: l lists them, t types one".to_owned()
        } else {
            let level =
                level_line(&self.session, "L", ["P: another player"; 2]).filter(|_| self.session.moves().is_empty());
            let keys = "arrows and Enter, or the mouse, move; m menu, ? help, i rules".to_owned();
            level.into_iter().chain([keys]).collect::<Vec<_>>().join("\n")
        };
        self.refresh();
        self.cursor = self.targets().last().copied().unwrap_or(self.cursor);
    }

    /// What a person with a single move is told that cannot be picked.
    pub(super) fn only_move_line(&self) -> Option<String> {
        only_move(&self.session).map(|text| text + ": Enter")
    }

    /// Takes over what the session has: after every move.
    pub(super) fn refresh(&mut self) {
        let cells = self.session.moves().last().map_or(&[][..], |mv| &mv.cells);
        self.diagram = Diagram::new(&self.session.view());
        self.diagram.last_move = cells.iter().filter_map(|name| self.diagram.find(name)).collect();
        if self.flipped {
            self.diagram.flip();
        }
        self.picking = self.session.picking();
        self.hint.clear();
        self.cursor.0 = self.cursor.0.min(self.diagram.rows.len().max(1) - 1);
        self.cursor.1 = self.cursor.1.min(self.diagram.columns().max(1) - 1);
    }

    /// Lets the machines move. Returns whether the screen has changed.
    pub fn update(&mut self) -> bool {
        let events = self.session.update();
        let has_changed = !events.is_empty();
        // Events of one update are shown together, a line each; notes come last, since there is little room.
        let is_note = |event: &SessionEvent| matches!(event, SessionEvent::Message(_));
        let (notes, news): (Vec<_>, Vec<_>) = events.into_iter().partition(is_note);
        let lines: Vec<String> = news.into_iter().chain(notes).filter_map(|event| self.hear(event)).collect();
        if !lines.is_empty() {
            self.message = lines.into_iter().chain(self.only_move_line()).collect::<Vec<_>>().join("\n");
        }
        if let (Some(end), false) = (self.session.end(), self.end_announced) {
            self.end_announced = true;
            let text = result(&self.session, end);
            self.message.clone_from(&text);
            self.open_end_menu(text);
            self.refresh();
            self.keep();
            return true;
        }
        if self.analyses
            && self.session.waits_for_person()
            && !self.session.is_analysing()
            && let Err(error) = self.session.analyse(1)
        {
            self.message = error;
            self.analyses = false;
        }
        has_changed
    }

    /// Shows what has happened. Returns a line for the user, if there is something to say.
    fn hear(&mut self, event: SessionEvent) -> Option<String> {
        match event {
            SessionEvent::Message(text) => Some(text),
            SessionEvent::Hint(mv, reason) => {
                self.hint = mv.cells;
                Some(format!("hint: {} ({reason})", mv.text))
            }
            SessionEvent::Threat(cells, text) => {
                self.hint = cells;
                Some(format!("threat: {text}"))
            }
            SessionEvent::Moved => {
                self.refresh();
                let mv = self.session.moves().last()?;
                Some(format!("{}: {}", self.session.name(mv.side), mv.text))
            }
        }
    }

    /// Keeps the game for the next start.
    pub fn keep(&mut self) {
        if let Err(error) = self.last.keep(&self.session) {
            self.message = error;
        }
    }

    /// Reacts to a key, the pointer, or another size of the terminal.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.quits = true;
            return;
        }
        let key = typed_ahead(key);
        if let Some(dialog) = &mut self.dialog {
            let answer = dialog.key(key);
            let is_passed = matches!(answer, Answer::Passed);
            self.answered(answer);
            if !is_passed {
                return;
            }
        }
        match key.code {
            _ if is_control_key(key) => {}
            KeyCode::Up => self.move_cursor(-1, 0),
            KeyCode::Down => self.move_cursor(1, 0),
            KeyCode::Left => self.move_cursor(0, -1),
            KeyCode::Right => self.move_cursor(0, 1),
            KeyCode::Tab => self.next_target(1),
            KeyCode::BackTab => self.next_target(-1),
            KeyCode::Enter | KeyCode::Char(' ') if only_move(&self.session).is_some() => {
                let only = self.session.legal_moves().swap_remove(0);
                self.perform(Action::Move, &only.text);
            }
            KeyCode::Enter | KeyCode::Char(' ') => self.pick(self.cursor),
            KeyCode::Esc => self.picking.clear(),
            KeyCode::Char(letter) => match Action::of_key(letter) {
                Some(action) => self.act(action),
                None => self.message = format!("'{letter}' does nothing; ? lists the keys"),
            },
            _ => {}
        }
    }

    /// Does what a dialog was answered.
    pub(super) fn answered(&mut self, answer: Answer<DialogStep>) {
        match answer {
            Answer::Stays => {}
            Answer::Closed | Answer::Passed => {
                self.dialog = None;
                self.picking.clear();
            }
            Answer::Chosen(step, text) => {
                self.dialog = None;
                step(self, &text);
            }
        }
    }

    /// Moves the cursor to the next cell in a direction, over places without cells.
    fn move_cursor(&mut self, rows: isize, columns: isize) {
        let (mut row, mut column) = self.cursor;
        loop {
            let Some(place) = row.checked_add_signed(rows).zip(column.checked_add_signed(columns)) else { return };
            (row, column) = place;
            let cells = self.diagram.rows.get(row).map_or(&[][..], Vec::as_slice);
            if column >= cells.len() {
                return;
            }
            // On a board of 8x8 draughts every second place is empty: the next row has it one to the side.
            let nearest = [column, column + 1, column.wrapping_sub(1)];
            let mut nearest = nearest.into_iter().take(if rows == 0 { 1 } else { 3 });
            if let Some(column) = nearest.find(|&at| cells.get(at).is_some_and(Option::is_some)) {
                self.cursor = (row, column);
                return;
            }
        }
    }

    /// The cells that can be picked, in reading order.
    fn targets(&self) -> Vec<CellPlace> {
        let targets = self.picking.targets();
        let wanted = self.diagram.places().filter(|(_, cell)| targets.contains(&cell.name.as_str()));
        wanted.map(|(place, _)| place).collect()
    }

    /// Moves the cursor to the next cell that can be picked, forwards or backwards.
    fn next_target(&mut self, step: isize) {
        let targets = self.targets();
        if targets.is_empty() {
            return;
        }
        let here = targets.iter().position(|&place| place == self.cursor);
        let count = targets.len() as isize;
        let next = here.map_or(0, |index| (index as isize + step).rem_euclid(count));
        self.cursor = targets[next as usize];
    }

    pub(super) fn cell(&self, (row, column): CellPlace) -> Option<&PictureCell> {
        self.diagram.rows.get(row)?.get(column)?.as_ref()
    }

    /// Picks a cell.
    pub(super) fn pick(&mut self, place: CellPlace) {
        let Some(name) = self.cell(place).map(|cell| cell.name.clone()) else { return };
        if !self.session.waits_for_person() {
            self.message = self.why_not();
            return;
        }
        match self.picking.pick(&name) {
            Picked::Complete(mv) => self.perform(Action::Move, &mv.text),
            Picked::Partly => self.message.clear(),
            Picked::Choose(moves) => {
                let items = moves.into_iter().map(|mv| move_item(mv.text.clone(), mv.text));
                self.dialog = Some(Dialog::menu("Which move?", items));
            }
            Picked::StopOrGoOn(stop) => {
                let text = format!("Jump on, or stop after {}?", stop.text);
                let go_on = |app: &mut App| app.message = "pick where the capture goes on".to_owned();
                self.dialog = Some(Dialog::menu(text, [item("jump on", go_on), move_item("stop", stop.text)]));
            }
            Picked::Refused => self.message = self.refusal(&name),
        }
    }

    /// Why a cell cannot be picked: the rule that the move would break, if there is one.
    fn refusal(&self, name: &str) -> String {
        let first = self.picking.cells().first();
        let text = first.map_or_else(|| name.to_owned(), |first| format!("{first}-{name}"));
        let errors = [&text, &text.replace('-', "")].map(|text| self.session.find_move(text).err());
        let rule = errors.iter().flatten().find_map(|error| error.rule().map(|_| error.to_string()));
        let fallback = || match first {
            Some(first) => format!("no move goes from {first} to {name}"),
            None => format!("no move begins on {name}"),
        };
        rule.unwrap_or_else(fallback)
    }

    pub(super) fn why_not(&self) -> String {
        match self.session.end() {
            Some(_) => "the game is over; m opens the menu".to_owned(),
            None if self.session.is_paused() => "the machine waits; g lets it move on".to_owned(),
            None => format!("{} is to move; n ends its thinking", self.session.name(self.session.side_to_move())),
        }
    }

    /// How a cell is marked.
    pub(super) fn marks(&self, place: CellPlace, cell: &PictureCell) -> CellMarks {
        CellMarks {
            cursor: place == self.cursor && self.dialog.is_none(),
            picked: self.picking.cells().contains(&cell.name),
            target: self.picking.targets().contains(&cell.name.as_str()),
            last_move: self.diagram.last_move.contains(&place),
            hinted: self.hint.contains(&cell.name),
        }
    }
}

/// What is done when an item of a menu is chosen, or with a line that is typed.
pub type DialogStep = Rc<dyn Fn(&mut App, &str)>;

/// An item of a menu.
pub fn item(text: impl Into<String>, step: impl Fn(&mut App) + 'static) -> (String, DialogStep) {
    (text.into(), Rc::new(move |app: &mut App, _: &str| step(app)))
}

/// An item of a menu that plays a move.
pub fn move_item(text: impl Into<String>, mv: String) -> (String, DialogStep) {
    item(text, move |app| app.perform(Action::Move, &mv))
}

/// Enter, if it was typed before the program had the terminal: then it arrives as a line feed, which is Ctrl+J.
fn typed_ahead(key: KeyEvent) -> KeyEvent {
    let line_feed = KeyEvent::new(KeyCode::Char('j'), KeyModifiers::CONTROL);
    if key == line_feed { KeyEvent::from(KeyCode::Enter) } else { key }
}
