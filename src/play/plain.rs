//! A game by lines of text, on a terminal or a pipe.

use super::action::{Action, ActionEffect, PUZZLE_HELP, ask_placing, help};
use super::last_game::LastGame;
use super::picking::{Picked, Picking, PointedMove};
use super::placing::Placing;
use super::session::{Session, SessionEvent};
use super::texts::{self, LINE_WIDTH};
use crate::game::Side;
use crate::notation::excerpt;
use crate::system::interrupt;
use crate::system::printable::printable;
use crate::system::terminal::can_move_cursor;
use crate::system::threads::read_lines_ahead;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How long the game waits for a line before it looks after the machines and the clocks.
const TICK: Duration = Duration::from_millis(20);

/// How long it waits while a machine is to move: the machine may need much less than a [`TICK`].
const BUSY_TICK: Duration = Duration::from_millis(1);

/// Lines that are read ahead.
const LINES_AHEAD: usize = 16;

/// The number of empty lines that hide what was typed.
const HIDING_LINES: usize = 50;

/// The most lines of a tree.
const TREE_LINES: usize = 40;

/// A game by lines of text.
pub struct PlainGame<'a> {
    session: Session,
    last: LastGame,
    output: &'a mut dyn Write,
    lines: Receiver<String>,
    /// A line that waits until a machine has moved.
    waiting: Option<String>,
    /// What the player was asked. The next move or answer settles it.
    question: Option<Question>,
    /// Whether the player sits at a terminal, so that `quit` need not wait for the machine.
    interactive: bool,
    /// Whether the end of the game was announced.
    end_announced: bool,
    /// The name of the opening that was shown last.
    opening_name: Option<&'static str>,
}

/// What the player was asked.
enum Question {
    /// Whether a capture goes on; else it is this move.
    Jump(Picking, PointedMove),
    /// Where the men of the next person stand.
    Place(Box<Placing>),
}

impl<'a> PlainGame<'a> {
    /// A game whose lines come from `input`.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn new(
        session: Session,
        last: LastGame,
        input: impl BufRead + Send + 'static,
        output: &'a mut dyn Write,
        interactive: bool,
    ) -> io::Result<PlainGame<'a>> {
        let lines = read_lines_ahead(input, LINES_AHEAD)?;
        let (waiting, question, end_announced, opening_name) = (None, None, false, None);
        Ok(PlainGame { session, last, output, lines, waiting, question, interactive, end_announced, opening_name })
    }

    /// Plays until the player quits or the input ends.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn run(mut self) -> io::Result<()> {
        self.begin()?;
        while let Some(line) = self.next_line()? {
            let line = line.trim();
            if !line.is_empty() && self.execute(line)?.is_break() {
                break;
            }
        }
        if let Some(solved) = self.session.solved_puzzles() {
            self.tell(&solved)?;
        }
        self.keep()
    }

    /// Tells who plays.
    fn begin(&mut self) -> io::Result<()> {
        self.end_announced = false;
        self.question = None;
        let session = &self.session;
        if session.solver().is_some() {
            self.tell(&format!("{}\n'help' lists the commands", texts::title(session)))?;
            return self.show_board();
        }
        let [first, second] = Side::each(|side| {
            format!("{} ({}, {})", session.name(side), texts::side_name(session, side), session.player(side))
        });
        let title = texts::title(session);
        let players = format!("{first} against {second}");
        let level = texts::plain_level_line(session).map_or_else(String::new, |line| line + "\n");
        self.tell(&format!("{title}\n{players}\n{level}'help' lists the commands"))?;
        if self.session.settings().start.is_some() {
            let game = self.session.game().name;
            self.tell(&format!("'new' begins from this position again, 'game {game}' from the usual one"))?;
        }
        self.show_board()
    }

    /// Writes lines, the long ones broken between words.
    fn tell(&mut self, text: &str) -> io::Result<()> {
        for line in texts::wrapped_between_words(&printable(text), LINE_WIDTH) {
            writeln!(self.output, "{line}")?;
        }
        Ok(())
    }

    fn show_board(&mut self) -> io::Result<()> {
        let board = texts::board(&self.session);
        let side = self.session.side_to_move();
        let (name, side) = (self.session.name(side), texts::side_name(&self.session, side));
        let only = texts::only_move(&self.session).map_or_else(String::new, |text| format!("; {text}"));
        let to_move = format!("{name} ({side}) to move{only}");
        let opening = self.session.opening_name();
        write!(self.output, "{board}")?;
        self.tell(&texts::tree_outline(&self.session, TREE_LINES).join("\n"))?;
        if let Some(opening) = opening.filter(|_| opening != self.opening_name) {
            self.tell(&format!("opening: {opening}"))?;
        }
        self.opening_name = opening;
        if self.session.end().is_none() && !self.session.is_puzzle_over() {
            self.tell(&to_move)?;
        }
        self.output.flush()
    }

    /// The next line to execute: while a machine thinks, only those that it may be disturbed by. `None` at the end of the
    /// input, if no machine has to move.
    fn next_line(&mut self) -> io::Result<Option<String>> {
        loop {
            self.tell_events()?;
            if interrupt::raised() {
                return Ok(None);
            }
            let machines_move =
                self.session.end().is_none() && !self.session.is_paused() && !self.session.waits_for_person();
            let busy = machines_move || self.session.is_thinking() || self.session.is_explaining();
            if let Some(line) = self.waiting.take_if(|_| !busy) {
                return Ok(Some(line));
            }
            if self.waiting.is_some() {
                thread::sleep(BUSY_TICK);
                continue;
            }
            let tick = if busy { BUSY_TICK } else { TICK };
            match self.lines.recv_timeout(tick) {
                Ok(line) if busy && !self.is_urgent(&line) => self.waiting = Some(line),
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if busy => thread::sleep(tick),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    /// Whether a line is executed although a machine thinks.
    fn is_urgent(&self, line: &str) -> bool {
        let action = Action::of_line(line).map(|(action, _)| action);
        action == Some(Action::Now) || action == Some(Action::Quit) && self.interactive
    }

    /// Tells what has happened.
    fn tell_events(&mut self) -> io::Result<()> {
        for event in self.session.update() {
            match event {
                SessionEvent::Message(text) => self.tell(&text)?,
                SessionEvent::Hint(mv, reason) => self.tell(&format!("hint: {} ({reason})", mv.text))?,
                SessionEvent::Threat(_, text) => self.tell(&format!("threat: {text}"))?,
                SessionEvent::Moved => self.tell_move()?,
            }
        }
        if let (Some(end), false) = (self.session.end(), self.end_announced) {
            self.tell(&texts::result(&self.session, end))?;
            self.tell("'new' plays again, 'undo' takes back, 'save FILE' keeps the game")?;
            self.end_announced = true;
            self.keep()?;
        }
        self.output.flush()
    }

    /// Tells the move of a machine.
    fn tell_move(&mut self) -> io::Result<()> {
        let Some(mv) = self.session.moves().last() else { return Ok(()) };
        let name = self.session.name(mv.side);
        let search = mv.search.as_ref().map(|search| format!(" ({})", texts::statistics(search)));
        self.tell(&format!("{name}: {}{}", mv.text, search.unwrap_or_default()))?;
        self.show_board()
    }

    /// Keeps the game for the next start.
    fn keep(&mut self) -> io::Result<()> {
        self.last.keep(&self.session).or_else(|error| self.tell(&error))
    }

    /// Executes a line: an answer, an action, or a move. Breaks after the word to quit.
    fn execute(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let action = Action::of_line(line).map(|(action, _)| action);
        match self.question.take() {
            Some(Question::Jump(picking, stop)) if action.is_none() => {
                return self.answer_jump(picking, stop, line).map(ControlFlow::Continue);
            }
            Some(Question::Place(placing)) if action != Some(Action::Quit) => {
                return self.answer_placing(placing, line).map(ControlFlow::Continue);
            }
            question => self.question = question,
        }
        let was_asked = self.question.is_some();
        let flow = self.act(line)?;
        if was_asked {
            // An action after which it is still the same person's turn leaves the question open.
            let ends_turn = !self.session.waits_for_person() || self.session.is_puzzle_over();
            if flow.is_break() || ends_turn { self.withdraw_capture()? } else { self.ask_jump()? }
        }
        Ok(flow)
    }

    /// Executes an action or plays a move. Breaks after the word to quit.
    fn act(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let is_next = self.session.solver().is_some() && line.eq_ignore_ascii_case("next");
        match Action::of_line(if is_next { "new" } else { line }) {
            None => self.play(line)?,
            Some((Action::Quit, _)) => return Ok(ControlFlow::Break(())),
            Some((Action::Help, _)) if self.session.solver().is_some() => self.tell(PUZZLE_HELP)?,
            Some((Action::Help, _)) => self.tell(&help())?,
            Some((Action::Board, _)) => write!(self.output, "{}", texts::board(&self.session))?,
            Some((Action::Save, argument)) => {
                let replaced = argument.strip_suffix(" replace");
                let action = if replaced.is_some() { Action::Replace } else { Action::Save };
                let path = replaced.unwrap_or(argument);
                if action == Action::Save && Path::new(path).exists() {
                    self.tell(&format!("'{path}' exists already; 'save FILE replace' replaces a file"))?;
                } else {
                    let done = self.session.perform(action, path);
                    self.show(done.map(|_| ActionEffect::Text(format!("saved to '{path}'"))))?;
                }
            }
            Some((action, argument)) => {
                let done = self.session.perform(action, argument);
                let has_new_level = action == Action::Level && matches!(done, Ok(ActionEffect::Nothing));
                self.show(done)?;
                if let Some(line) = texts::plain_level_line(&self.session).filter(|_| has_new_level) {
                    self.tell(&line)?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Shows what an action has done, or why it is impossible.
    fn show(&mut self, done: Result<ActionEffect, String>) -> io::Result<()> {
        match done {
            Ok(ActionEffect::Nothing) => Ok(()),
            Ok(ActionEffect::Text(text)) => self.tell(&text),
            Ok(ActionEffect::Played) => {
                self.keep()?;
                if self.session.solver().is_some() {
                    self.tell_events()?;
                }
                if self.session.waits_for_person() { self.show_board() } else { Ok(()) }
            }
            Ok(ActionEffect::MovedBack) => {
                self.withdraw_capture()?;
                self.end_announced = false;
                self.show_board()
            }
            Ok(ActionEffect::NewGame(session)) => {
                self.withdraw_capture()?;
                if let Err(error) = self.last.set_aside(&self.session) {
                    self.tell(&error)?;
                }
                self.session = *session;
                self.begin()
            }
            Ok(ActionEffect::Placing(placing)) => {
                self.tell(&placing.question().unwrap_or_default())?;
                self.question = Some(Question::Place(placing));
                Ok(())
            }
            Err(error) => self.tell(&error),
        }
    }

    /// Plays the move that a line means, or says why it means no legal move.
    fn play(&mut self, line: &str) -> io::Result<()> {
        let mv = match self.session.find_move(line) {
            Ok(mv) => mv,
            Err(error) => return self.tell(&format!("{error}; 'moves' lists the legal moves")),
        };
        self.picked(Picking::at_end_of(self.session.legal_moves(), &mv), mv)
    }

    /// Plays a move, unless it can go on: then the player is asked.
    fn picked(&mut self, picking: Picking, mv: PointedMove) -> io::Result<()> {
        if !picking.targets().is_empty() {
            self.question = Some(Question::Jump(picking, mv));
            return self.ask_jump();
        }
        let done = self.session.perform(Action::Move, &mv.text);
        self.show(done)
    }

    /// Asks whether a capture goes on, if that is open.
    fn ask_jump(&mut self) -> io::Result<()> {
        let Some(Question::Jump(picking, stop)) = &self.question else { return Ok(()) };
        let targets = picking.targets().join(", ");
        let text = format!("jump on to {targets}? Type a square, or 'no' to stop after {}", stop.text);
        self.tell(&text)
    }

    /// Drops the question whether a capture goes on, and says so.
    fn withdraw_capture(&mut self) -> io::Result<()> {
        let Some(Question::Jump(_, stop)) = self.question.take() else { return Ok(()) };
        self.tell(&format!("the capture {} is withdrawn", stop.text))
    }

    fn answer_jump(&mut self, mut picking: Picking, stop: PointedMove, line: &str) -> io::Result<()> {
        let answer = line.to_lowercase();
        let single = if let [target] = picking.targets()[..] { Some(target.to_owned()) } else { None };
        let picked = match answer.as_str() {
            "n" | "no" | "stop" => return self.picked(Picking::default(), stop),
            "y" | "yes" => single.map_or(Picked::Refused, |target| picking.pick(&target)),
            square => picking.pick(square),
        };
        match picked {
            Picked::Complete(mv) => self.picked(Picking::default(), mv),
            Picked::StopOrGoOn(mv) => self.picked(picking, mv),
            Picked::Refused | Picked::Partly | Picked::Choose(_) => {
                let found = excerpt(line);
                self.tell(&format!("found '{found}', expected one of the squares, or no"))?;
                self.question = Some(Question::Jump(picking, stop));
                Ok(())
            }
        }
    }

    fn answer_placing(&mut self, mut placing: Box<Placing>, line: &str) -> io::Result<()> {
        match placing.answer(line) {
            Ok(()) if self.interactive => {
                // The lines that have left the screen are cleared, too.
                let clear = if can_move_cursor() { "\x1b[2J\x1b[3J\x1b[H" } else { "" };
                write!(self.output, "{}{clear}", "\n".repeat(HIDING_LINES))?;
            }
            Ok(()) => {}
            Err(error) => self.tell(&error)?,
        }
        self.show(ask_placing(placing))
    }
}
