//! What the mouse does.

use super::app::App;
use super::key_line::key_at;
use crate::play::action::Action;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

impl App {
    /// Reacts to the mouse: the wheel scrolls dialogs, a click picks a cell, an item of a menu, or a key of the key line. A click
    /// outside a dialog closes it.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll(KeyCode::Up),
            MouseEventKind::ScrollDown => self.scroll(KeyCode::Down),
            MouseEventKind::Down(MouseButton::Left) => self.click(Position::new(mouse.column, mouse.row)),
            _ => {}
        }
    }

    fn scroll(&mut self, code: KeyCode) {
        if let Some(dialog) = &mut self.dialog {
            dialog.key(KeyEvent::from(code));
        }
    }

    fn click(&mut self, position: Position) {
        if let Some(dialog) = &self.dialog {
            return self.answered(dialog.click(position));
        }
        let on_key_line = self.key_line.filter(|start| start.y == position.y);
        let column = on_key_line.and_then(|start| position.x.checked_sub(start.x));
        if let Some(action) = column.and_then(|column| key_at(column.into())).and_then(Action::of_key) {
            return self.act(action);
        }
        if let Some(place) = self.pane.as_ref().and_then(|pane| pane.cell_at(position)) {
            self.cursor = place;
            self.pick(place);
        }
    }
}
