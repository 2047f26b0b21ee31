//! A line that is typed and edited.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// The longest line that can be typed, in characters.
const MAX_TYPED: usize = 500;

/// A line that is typed and edited.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TypedLine {
    letters: Vec<char>,
    /// The number of letters to the left of the cursor.
    cursor: usize,
}

/// Whether a key is a shortcut and not text: a letter with Ctrl or Alt. Ctrl and Alt together are AltGr, which types text.
pub fn is_control_key(key: KeyEvent) -> bool {
    let has = |modifier| key.modifiers.contains(modifier);
    matches!(key.code, KeyCode::Char(_)) && has(KeyModifiers::CONTROL) != has(KeyModifiers::ALT)
}

impl TypedLine {
    /// The text without blanks at its ends.
    pub fn text(&self) -> String {
        self.letters.iter().collect::<String>().trim().to_owned()
    }

    /// Reacts to a key. Ctrl+U clears the line.
    pub fn key(&mut self, key: KeyEvent) {
        let last = self.letters.len();
        match key.code {
            KeyCode::Char('u') if key.modifiers == KeyModifiers::CONTROL => *self = TypedLine::default(),
            KeyCode::Char(_) if is_control_key(key) => {}
            KeyCode::Char(letter) if last < MAX_TYPED => {
                self.letters.insert(self.cursor, letter);
                self.cursor += 1;
            }
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.letters.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < last => {
                self.letters.remove(self.cursor);
            }
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(last),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = last,
            _ => {}
        }
    }

    /// Draws the line with its cursor. Of a long line the part around the cursor is seen.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.width).max(1);
        let first = (self.cursor + 1).saturating_sub(room);
        let seen: String = self.letters.iter().skip(first).take(room).collect();
        buffer.set_string(area.x, area.y, seen, Style::new());
        let x = area.x + (self.cursor - first) as u16;
        if self.cursor == self.letters.len() {
            buffer.set_string(x, area.y, "_", Style::new());
        } else {
            buffer.set_style(Rect::new(x, area.y, 1, 1), Style::new().add_modifier(Modifier::REVERSED));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_edited_at_its_cursor() {
        let mut line = TypedLine::default();
        for letter in " e2e5".chars() {
            line.key(KeyEvent::from(KeyCode::Char(letter)));
        }
        line.key(KeyEvent::from(KeyCode::Backspace));
        line.key(KeyEvent::from(KeyCode::Char('4')));
        assert_eq!(line.text(), "e2e4");
        for code in [KeyCode::Home, KeyCode::Right, KeyCode::Delete] {
            line.key(KeyEvent::from(code));
        }
        line.key(KeyEvent::from(KeyCode::Char('d')));
        assert_eq!(line.text(), "d2e4");
        for code in [KeyCode::End, KeyCode::Left, KeyCode::Backspace] {
            line.key(KeyEvent::from(code));
        }
        assert_eq!(line.text(), "d24");
    }

    #[test]
    fn letters_with_ctrl_or_alt_are_not_typed() {
        let mut line = TypedLine::default();
        let mut press = |letter, modifiers| {
            line.key(KeyEvent::new(KeyCode::Char(letter), modifiers));
            line.text()
        };
        assert_eq!(press('a', KeyModifiers::NONE), "a");
        assert_eq!(press('B', KeyModifiers::SHIFT), "aB");
        assert_eq!(press('x', KeyModifiers::CONTROL), "aB");
        assert_eq!(press('x', KeyModifiers::ALT), "aB");
        // AltGr.
        assert_eq!(press('@', KeyModifiers::CONTROL | KeyModifiers::ALT), "aB@");
        assert_eq!(press('u', KeyModifiers::CONTROL), "");
    }
}
