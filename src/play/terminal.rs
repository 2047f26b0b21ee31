//! A game on the whole screen of a terminal: the board, to be played on by keys and pointer, and panes beside it.

mod acting;
mod app;
mod board_pane;
mod dialog;
mod panels;
mod pointer;
mod theme;
mod typed_line;

use super::last_game::LastGame;
use super::saved_game::SavedGame;
use super::session::Session;
use super::texts::{tree_outline, wrapped};
use crate::system::threads::read_ahead;
use crate::system::{interrupt, terminal, when_output_closes};
use app::App;
use board_pane::BoardPane;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::execute;
use pointer::KEY_LINE;
use ratatui::DefaultTerminal;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Clear, Paragraph, Widget};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use theme::Theme;

/// The smallest size in columns and lines.
const SMALLEST: (u16, u16) = (60, 20);

/// How often machines and clocks are looked after.
const TICK: Duration = Duration::from_millis(25);

/// How often the numbers of a running search and the clocks are redrawn.
const REDRAW: Duration = Duration::from_millis(100);

/// Events that are read ahead. Reading one may not return: after the terminal was closed, and in the middle of the bytes of a key.
const EVENTS_AHEAD: usize = 64;

/// The most events that are handled before the screen is drawn.
const EVENTS_A_DRAW: usize = 64;

/// Plays until the person quits. `unfinished` is a game that is offered first, or says why the last one cannot be read.
///
/// # Errors
/// The terminal cannot be read or written.
pub fn play(session: Session, last: LastGame, unfinished: Result<Option<SavedGame>, String>) -> io::Result<()> {
    let mut app = App::new(session, last, Theme { colour: terminal::coloured(), unicode: terminal::has_utf8() });
    match unfinished {
        Ok(Some(saved)) => app.offer(saved),
        Ok(None) => {}
        Err(error) => app.message = error,
    }
    let mut terminal = ratatui::try_init()?;
    let _ = execute!(terminal.backend_mut(), EnableMouseCapture);
    // The first poll begins to listen for changes of the terminal's size. A change between the first drawing and this poll would
    // be lost.
    let _ = event::poll(Duration::ZERO);
    let events = read_ahead("input", EVENTS_AHEAD, std::iter::repeat_with(event::read));
    let played = events.and_then(|events| run(&mut app, &events, &mut terminal));
    app.keep();
    let _ = execute!(terminal.backend_mut(), DisableMouseCapture);
    let _ = ratatui::try_restore();
    if terminal.show_cursor().is_err() {
        // The terminal was closed. Dropping the value would try again, and panic since it cannot tell anyone.
        std::mem::forget(terminal);
    }
    played
}

fn run(app: &mut App, events: &Receiver<io::Result<Event>>, terminal: &mut DefaultTerminal) -> io::Result<()> {
    let is_closed = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&is_closed);
    when_output_closes(move || seen.store(true, Ordering::Relaxed));
    let mut drawn = Instant::now();
    let mut is_stale = true;
    while !app.quits && !interrupt::raised() && !is_closed.load(Ordering::Relaxed) {
        is_stale |= app.update();
        is_stale |= app.is_live() && drawn.elapsed() >= REDRAW;
        if is_stale {
            terminal.draw(|frame| app.draw(frame.area(), frame.buffer_mut()))?;
            drawn = Instant::now();
            is_stale = false;
        }
        let mut wait = TICK;
        for _ in 0..EVENTS_A_DRAW {
            let Some(event) = next_event(events, wait)? else { break };
            app.event(&event);
            is_stale = true;
            if app.quits {
                break;
            }
            wait = Duration::ZERO;
        }
    }
    Ok(())
}

/// The next event within the time; `None` if there is none.
fn next_event(events: &Receiver<io::Result<Event>>, time: Duration) -> io::Result<Option<Event>> {
    match events.recv_timeout(time) {
        Ok(event) => event.map(Some),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

impl App {
    /// Whether numbers change without events: a search or a clock runs.
    fn is_live(&self) -> bool {
        let has_clock = self.session.remaining(self.session.side_to_move()).is_some();
        self.session.is_thinking() || self.session.is_analysing() || has_clock
    }

    /// Draws everything.
    fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let (width, height) = SMALLEST;
            let text = format!("{}x{} is too small: {width}x{height} is needed (q quits)", area.width, area.height);
            buffer.set_stringn(area.x, area.y, text, area.width.into(), self.theme.dim());
            self.pane = None;
            self.key_line = None;
            return;
        }
        let title = format!(" {}", self.title);
        let width = usize::from(area.width);
        buffer.set_stringn(area.x, area.y, format!("{title:<width$}"), width, self.theme.selected());
        const PANEL_WIDTH: u16 = 26;
        let board = Rect { y: area.y + 1, height: area.height - 3, width: area.width - PANEL_WIDTH - 2, ..area };
        self.pane = BoardPane::place(&self.diagram, board, self.cursor);
        let left = if let Some(pane) = &self.pane {
            pane.draw(&self.diagram, self.theme, |place, cell| self.marks(place, cell), buffer);
            let below = pane.bottom()..board.bottom();
            let outline = tree_outline(&self.session, below.len());
            for (line, y) in outline.iter().zip(below) {
                buffer.set_stringn(board.x, y, line, board.width.into(), self.theme.dim());
            }
            let widest = outline.iter().map(String::len).max().unwrap_or(0);
            pane.width(board).max((widest as u16).min(board.width)) + 2
        } else {
            let text = "the board does not fit; l lists the moves";
            buffer.set_stringn(board.x, board.y, text, board.width.into(), self.theme.dim());
            board.width
        };
        let panels = Rect { x: area.x + left, width: area.width - left, ..board };
        panels::draw(&self.session, self.theme, panels, buffer);
        self.draw_message(area, buffer);
        let keys = Position::new(area.x, area.bottom() - 1);
        buffer.set_stringn(keys.x, keys.y, KEY_LINE, width, self.theme.dim());
        self.key_line = Some(keys);
        if let Some(dialog) = &self.dialog {
            dialog.draw(self.theme, area, buffer);
        }
    }

    /// Draws the message above the keys. A long one, such as a rule, takes lines of the board.
    fn draw_message(&self, area: Rect, buffer: &mut Buffer) {
        const MOST_LINES: usize = 4;
        let lines = wrapped(&self.message, area.width.into());
        let lines = &lines[..lines.len().min(MOST_LINES)];
        let message = Rect { y: area.bottom() - 1 - lines.len() as u16, height: lines.len() as u16, ..area };
        Clear.render(message, buffer);
        Paragraph::new(lines.join("\n")).render(message, buffer);
    }
}
