//! What stands over the board: menus, pages of text, and a line to type.

use super::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};
use std::cell::Cell;
use std::rc::Rc;

/// Something that stands over the board until it is answered. `A` is what an answer does.
#[derive(Clone)]
pub enum Dialog<A> {
    /// A list to choose from.
    Menu(Menu<A>),
    /// A text to read.
    Page(Page),
    /// A line to type.
    Prompt(Prompt<A>),
}

/// A list to choose from.
#[derive(Clone, Debug)]
pub struct Menu<A> {
    /// What is asked.
    pub title: String,
    /// The texts, and what they do.
    pub items: Vec<(String, A)>,
    /// The selected one.
    selected: usize,
    /// Whether the first letter of an item chooses it.
    chooses_by_letter: bool,
}

/// A text to read.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    /// The text, in lines of at most [`PAGE_WIDTH`] columns.
    lines: Vec<String>,
    first_line: usize,
    /// How many lines were drawn last.
    seen: Cell<usize>,
}

/// The width of the text of a page.
const PAGE_WIDTH: usize = 76;

/// A line to type.
#[derive(Clone)]
pub struct Prompt<A> {
    title: String,
    text: String,
    /// What is done with the line.
    action: Rc<dyn Fn(String) -> A>,
}

/// What a key has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<A> {
    /// The dialog stays.
    Stays,
    /// It closes, and nothing else happens.
    Closed,
    /// It closes, and this is done.
    Chosen(A),
}

/// The longest line that can be typed.
const MAX_TYPED: usize = 500;

impl<A: Clone> Dialog<A> {
    /// A list to choose from.
    pub fn menu(title: impl Into<String>, items: Vec<(String, A)>) -> Dialog<A> {
        Dialog::Menu(Menu {
            title: title.into(),
            items,
            selected: 0,
            chooses_by_letter: false,
        })
    }

    /// A list of keys, each with its text: `h  hint`. A key chooses its item at once.
    pub fn key_menu(title: impl Into<String>, items: Vec<(String, A)>) -> Dialog<A> {
        Dialog::Menu(Menu {
            title: title.into(),
            items,
            selected: 0,
            chooses_by_letter: true,
        })
    }

    /// A text to read.
    pub fn page(title: impl Into<String>, text: &str) -> Dialog<A> {
        Dialog::Page(Page {
            title: title.into(),
            lines: wrapped(text, PAGE_WIDTH),
            first_line: 0,
            seen: Cell::new(1),
        })
    }

    /// A line to type.
    pub fn prompt(title: impl Into<String>, action: impl Fn(String) -> A + 'static) -> Dialog<A> {
        Dialog::Prompt(Prompt {
            title: title.into(),
            text: String::new(),
            action: Rc::new(action),
        })
    }

    /// Reacts to a key.
    pub fn key(&mut self, key: KeyEvent) -> Answer<A> {
        if key.code == KeyCode::Esc {
            return Answer::Closed;
        }
        match self {
            Dialog::Menu(menu) => menu.key(key),
            Dialog::Page(page) => page.key(key),
            Dialog::Prompt(prompt) => prompt.key(key),
        }
    }

    /// Draws the dialog in the middle of an area.
    pub fn draw(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let (title, wanted) = match self {
            Dialog::Menu(menu) => (&menu.title, menu.size()),
            Dialog::Page(page) => (&page.title, page.size()),
            Dialog::Prompt(prompt) => (&prompt.title, (70, 1)),
        };
        let width = wanted.0.max(title.chars().count() as u16 + 2).max(26) + 4;
        let frame = middle(area, width, wanted.1.saturating_add(2));
        Clear.render(frame, buffer);
        let keys = match self {
            Dialog::Menu(_) => " Enter chooses, Esc closes ",
            Dialog::Page(_) => " Up and Down scroll, other keys close ",
            Dialog::Prompt(_) => " Enter accepts, Esc closes ",
        };
        let block = Block::bordered()
            .border_set(theme.border())
            .title(format!(" {title} "))
            .title_bottom(Line::from(keys).right_aligned());
        block.render(frame, buffer);
        let inner = frame.inner(Margin::new(2, 1));
        match self {
            Dialog::Menu(menu) => menu.draw(theme, inner, buffer),
            Dialog::Page(page) => page.draw(inner, buffer),
            Dialog::Prompt(prompt) => prompt.draw(inner, buffer),
        }
    }
}

/// A rectangle of this size, or as large as fits, in the middle of an area.
fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

impl<A: Clone> Menu<A> {
    fn size(&self) -> (u16, u16) {
        let widths = self.items.iter().map(|(text, _)| text.chars().count());
        let width = widths.max().unwrap_or(0);
        (width as u16 + 2, self.items.len() as u16)
    }

    fn key(&mut self, key: KeyEvent) -> Answer<A> {
        let last = self.items.len().saturating_sub(1);
        match key.code {
            KeyCode::Up => self.selected = self.selected.checked_sub(1).unwrap_or(last),
            KeyCode::Down if self.selected == last => self.selected = 0,
            KeyCode::Down => self.selected += 1,
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = last,
            KeyCode::PageUp => self.selected = self.selected.saturating_sub(10),
            KeyCode::PageDown => self.selected = (self.selected + 10).min(last),
            KeyCode::Enter => {
                let chosen = self.items.get(self.selected);
                return chosen.map_or(Answer::Closed, |(_, action)| Answer::Chosen(action.clone()));
            }
            KeyCode::Char(letter) if self.chooses_by_letter => {
                let mut items = self.items.iter();
                let chosen = items.find(|(text, _)| text.starts_with(letter));
                return chosen.map_or(Answer::Stays, |(_, action)| Answer::Chosen(action.clone()));
            }
            KeyCode::Char(letter) => self.select(letter),
            _ => {}
        }
        Answer::Stays
    }

    /// Selects the next item that begins with a letter or digit.
    fn select(&mut self, letter: char) {
        let letter = letter.to_ascii_lowercase();
        let begins = |text: &str| text.trim_start().to_lowercase().starts_with(letter);
        let count = self.items.len();
        let next = (1..=count).map(|step| (self.selected + step) % count);
        if let Some(found) = next.into_iter().find(|&index| begins(&self.items[index].0)) {
            self.selected = found;
        }
    }

    fn draw(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let lines = usize::from(area.height);
        let first = self.selected.saturating_sub(lines.saturating_sub(1));
        let shown = self.items.iter().enumerate().skip(first).take(lines);
        for ((index, (text, _)), y) in shown.zip(area.y..) {
            let (mark, style) = if index == self.selected {
                ('>', theme.selected())
            } else {
                (' ', Style::new())
            };
            buffer.set_stringn(
                area.x,
                y,
                format!("{mark} {text}"),
                area.width.into(),
                style,
            );
        }
    }
}

impl Page {
    fn size(&self) -> (u16, u16) {
        let height = u16::try_from(self.lines.len()).unwrap_or(u16::MAX);
        (PAGE_WIDTH as u16, height)
    }

    fn key<A>(&mut self, key: KeyEvent) -> Answer<A> {
        let last = self.lines.len().saturating_sub(self.seen.get());
        self.first_line = match key.code {
            KeyCode::Up => self.first_line.saturating_sub(1),
            KeyCode::Down => self.first_line + 1,
            KeyCode::PageUp => self.first_line.saturating_sub(10),
            KeyCode::PageDown | KeyCode::Char(' ') => self.first_line + 10,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return Answer::Closed,
        }
        .min(last);
        Answer::Stays
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        self.seen.set(area.height.into());
        let text = self.lines[self.first_line..].join("\n");
        let text = Paragraph::new(text).wrap(Wrap { trim: false });
        text.render(area, buffer);
    }
}

/// Breaks lines between words, and longer words anywhere, so that no line has more than `width` characters. Blanks at the
/// beginning of a line are dropped.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut short = String::new();
        for word in line.split(' ') {
            let is_full = short.chars().count() + 1 + word.chars().count() > width;
            if is_full && !short.trim().is_empty() {
                lines.push(std::mem::take(&mut short));
            } else if !short.is_empty() {
                short.push(' ');
            }
            short += word;
            while let Some((end, _)) = short.char_indices().nth(width.max(1)) {
                let rest = short.split_off(end);
                lines.push(std::mem::replace(&mut short, rest));
            }
        }
        lines.push(short);
    }
    lines
}

impl<A> Prompt<A> {
    fn key(&mut self, key: KeyEvent) -> Answer<A> {
        match key.code {
            KeyCode::Enter => return Answer::Chosen((self.action)(self.text.trim().to_owned())),
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char(letter) if self.text.len() < MAX_TYPED => self.text.push(letter),
            _ => {}
        }
        Answer::Stays
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        // The end of a long line is seen.
        let room = usize::from(area.width).saturating_sub(1);
        let count = self.text.chars().count();
        let seen: String = self.text.chars().skip(count.saturating_sub(room)).collect();
        buffer.set_string(area.x, area.y, format!("{seen}_"), Style::new());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press<A: Clone>(dialog: &mut Dialog<A>, code: KeyCode) -> Answer<A> {
        dialog.key(KeyEvent::from(code))
    }

    #[test]
    fn a_menu_goes_round_and_finds_letters() {
        let items = ["new", "save", "load"].map(|text| (text.to_owned(), text));
        let mut menu = Dialog::menu("Menu", items.to_vec());
        assert_eq!(press(&mut menu, KeyCode::Up), Answer::Stays);
        assert_eq!(press(&mut menu, KeyCode::Enter), Answer::Chosen("load"));
        press(&mut menu, KeyCode::Down);
        assert_eq!(press(&mut menu, KeyCode::Enter), Answer::Chosen("new"));
        press(&mut menu, KeyCode::Char('s'));
        assert_eq!(press(&mut menu, KeyCode::Enter), Answer::Chosen("save"));
        assert_eq!(press(&mut menu, KeyCode::Esc), Answer::Closed);
    }

    #[test]
    fn a_key_of_a_key_menu_chooses_at_once() {
        let items = ["h  hint", "H  heaps"].map(|text| (text.to_owned(), text));
        let mut menu = Dialog::key_menu("Menu", items.to_vec());
        assert_eq!(
            press(&mut menu, KeyCode::Char('H')),
            Answer::Chosen("H  heaps")
        );
        assert_eq!(press(&mut menu, KeyCode::Char('x')), Answer::Stays);
    }

    #[test]
    fn an_empty_menu_closes() {
        let mut menu: Dialog<u8> = Dialog::menu("Nothing", Vec::new());
        press(&mut menu, KeyCode::Down);
        press(&mut menu, KeyCode::Char('x'));
        assert_eq!(press(&mut menu, KeyCode::Enter), Answer::Closed);
    }

    #[test]
    fn a_line_is_typed_and_corrected() {
        let mut prompt = Dialog::prompt("Move", |text| text);
        for letter in " e2e5".chars() {
            press(&mut prompt, KeyCode::Char(letter));
        }
        press(&mut prompt, KeyCode::Backspace);
        press(&mut prompt, KeyCode::Char('4'));
        assert_eq!(
            press(&mut prompt, KeyCode::Enter),
            Answer::Chosen("e2e4".to_owned())
        );
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        for (text, expected) in [
            ("one two three\n\n  x", &["one two", "three", "", "x"][..]),
            ("a 123456789é b", &["a", "12345678", "9é b"]),
            ("12345678 b", &["12345678", "b"]),
        ] {
            assert_eq!(wrapped(text, 8), expected);
        }
    }

    #[test]
    fn a_page_scrolls_and_closes() {
        let mut page: Dialog<u8> = Dialog::page("Rules", "one\ntwo\nthree");
        for code in [KeyCode::PageDown, KeyCode::Down, KeyCode::Up, KeyCode::Home] {
            assert_eq!(press(&mut page, code), Answer::Stays);
        }
        assert_eq!(press(&mut page, KeyCode::Enter), Answer::Closed);
    }
}
