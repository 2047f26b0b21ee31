//! Mouse input, and the row of key hints that can be clicked.

use super::app::App;
use crate::play::action::Action;
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

/// What stands between two keys.
const GAP: &str = "  ";

/// The line: keys, and what they do.
pub const KEY_LINE: &str = "m menu  ? help  i rules  h hint  u take back  n move now  t type  q quit";

/// The key whose words stand at a column of the line.
pub fn key_at(column: usize) -> Option<char> {
    let mut next = 0;
    let mut entries = KEY_LINE.split(GAP).map(|entry| {
        let first = next;
        next += entry.len() + GAP.len();
        (first..first + entry.len(), entry)
    });
    let (_, entry) = entries.find(|(columns, _)| columns.contains(&column))?;
    entry.chars().next()
}

impl App {
    /// Reacts to the mouse: the wheel scrolls dialogs, a click picks a cell, an item of a menu, or a key of the key line. A click
    /// outside a dialog closes it. A piece may be dragged to its target.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll(KeyCode::Up),
            MouseEventKind::ScrollDown => self.scroll(KeyCode::Down),
            MouseEventKind::Down(MouseButton::Left) => self.click(Position::new(mouse.column, mouse.row)),
            MouseEventKind::Up(MouseButton::Left) => self.drop_at(Position::new(mouse.column, mouse.row)),
            _ => {}
        }
    }

    fn scroll(&mut self, code: KeyCode) {
        if let Some(dialog) = &mut self.dialog {
            dialog.key(KeyEvent::from(code));
        }
    }

    /// The end of a drag: picks the target, if it is another cell than that where the button was pressed.
    fn drop_at(&mut self, position: Position) {
        let (pressed, cell) = (self.pressed.take(), self.pane.as_ref().and_then(|pane| pane.cell_at(position)));
        let Some((from, to)) = pressed.zip(cell).filter(|(from, to)| from != to && self.dialog.is_none()) else {
            return;
        };
        // The press has put down a piece that was picked before.
        if self.picking.cells().is_empty() {
            self.pick(from);
        }
        if !self.picking.cells().is_empty() {
            self.cursor = to;
            self.pick(to);
        }
    }

    fn click(&mut self, position: Position) {
        self.pressed = None;
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
            let before = self.session.moves().len();
            self.pick(place);
            self.pressed = (self.session.moves().len() == before).then_some(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_line_is_its_key() {
        for entry in KEY_LINE.split(GAP) {
            let at = KEY_LINE.find(entry).unwrap();
            assert_eq!(key_at(at), entry.chars().next());
            assert_eq!(key_at(at + entry.len() - 1), entry.chars().next());
            assert_eq!(key_at(at + entry.len()), None);
        }
        assert!(KEY_LINE.len() < 78 && key_at(200).is_none());
    }
}
