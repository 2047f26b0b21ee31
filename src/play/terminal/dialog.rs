//! What stands over the board: menus, pages of text, and a line to type.

use super::theme::Theme;
use super::typed_line::{TypedLine, is_control_key};
use crate::play::texts::wrapped;
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};
use std::cell::Cell;

/// Something that stands over the board until it is answered. `A` is what an answer does.
#[derive(Clone)]
pub struct Dialog<A> {
    title: String,
    content: DialogContent<A>,
    /// Where it was drawn last, with its frame.
    frame: Cell<Rect>,
}

#[derive(Clone)]
enum DialogContent<A> {
    /// A list to choose from.
    Menu(Menu<A>),
    /// A text to read.
    Page(Page),
    /// A line to type, and what is done with it.
    Prompt(TypedLine, A),
}

/// A list to choose from.
#[derive(Clone, Debug)]
struct Menu<A> {
    /// The texts, and what they do.
    items: Vec<(String, A)>,
    /// The selected one.
    selected: usize,
    /// Whether the first letter of an item chooses it.
    chooses_by_letter: bool,
    /// Whether a letter with which no item begins is a key of the board.
    passes_keys: bool,
}

/// A text to read.
#[derive(Clone, Debug)]
struct Page {
    /// The text, in lines of at most [`PAGE_WIDTH`] columns.
    lines: Vec<String>,
    first_line: usize,
    /// How many lines were drawn last.
    seen: Cell<usize>,
}

/// The width of the text of a page.
const PAGE_WIDTH: usize = 76;

/// What a key has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<A> {
    /// The dialog stays.
    Stays,
    /// It closes, and nothing else happens.
    Closed,
    /// It closes, and the key is for the board.
    Passed,
    /// It closes, and this is done with the line that was typed, if there is one.
    Chosen(A, String),
}

impl<A: Clone> Dialog<A> {
    fn new(title: String, content: DialogContent<A>) -> Dialog<A> {
        Dialog { title, content, frame: Cell::default() }
    }

    /// A list to choose from.
    pub fn menu(title: impl Into<String>, items: impl IntoIterator<Item = (String, A)>) -> Dialog<A> {
        let menu =
            Menu { items: items.into_iter().collect(), selected: 0, chooses_by_letter: false, passes_keys: false };
        Dialog::new(title.into(), DialogContent::Menu(menu))
    }

    fn with(mut self, change: impl FnOnce(&mut Menu<A>)) -> Dialog<A> {
        if let DialogContent::Menu(menu) = &mut self.content {
            change(menu);
        }
        self
    }

    /// The menu with another item selected.
    pub fn at(self, selected: usize) -> Dialog<A> {
        self.with(|menu| menu.selected = selected)
    }

    /// The menu, which leaves a letter with which no item begins to the board.
    pub fn passing_keys(self) -> Dialog<A> {
        self.with(|menu| menu.passes_keys = true)
    }

    /// A list of keys, each with its text: `h  hint`. A key chooses its item at once.
    pub fn key_menu(title: impl Into<String>, items: impl IntoIterator<Item = (String, A)>) -> Dialog<A> {
        Dialog::menu(title, items).with(|menu| menu.chooses_by_letter = true)
    }

    /// A text to read.
    pub fn page(title: impl Into<String>, text: &str) -> Dialog<A> {
        let page = Page { lines: wrapped(text, PAGE_WIDTH), first_line: 0, seen: Cell::new(1) };
        Dialog::new(title.into(), DialogContent::Page(page))
    }

    /// A line to type.
    pub fn prompt(title: impl Into<String>, action: A) -> Dialog<A> {
        Dialog::new(title.into(), DialogContent::Prompt(TypedLine::default(), action))
    }

    /// Reacts to a key.
    pub fn key(&mut self, key: KeyEvent) -> Answer<A> {
        if key.code == KeyCode::Esc {
            return Answer::Closed;
        }
        match &mut self.content {
            DialogContent::Prompt(line, action) if key.code == KeyCode::Enter => {
                Answer::Chosen(action.clone(), line.text())
            }
            DialogContent::Prompt(line, _) => {
                line.key(key);
                Answer::Stays
            }
            _ if is_control_key(key) => Answer::Stays,
            DialogContent::Menu(menu) => menu.key(key),
            DialogContent::Page(page) => page.key(key),
        }
    }

    /// Reacts to a click: on an item of a menu it chooses the item, outside it closes the dialog.
    pub fn click(&self, position: Position) -> Answer<A> {
        let frame = self.frame.get();
        if !frame.contains(position) {
            return Answer::Closed;
        }
        let inner = inside(frame);
        match &self.content {
            DialogContent::Menu(menu) if inner.contains(position) => {
                menu.choose(menu.first_line(inner.height) + usize::from(position.y - inner.y), Answer::Stays)
            }
            _ => Answer::Stays,
        }
    }

    /// Draws the dialog in the middle of an area.
    pub fn draw(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let title = &self.title;
        let (wanted, keys) = match &self.content {
            DialogContent::Menu(menu) => (menu.size(), " Enter chooses, Esc closes "),
            DialogContent::Page(page) => (page.size(), " Up and Down scroll, other keys close "),
            DialogContent::Prompt(..) => ((70, 1), " Enter accepts, Esc closes "),
        };
        let width = wanted.0.max(title.chars().count() as u16 + 2).max(26) + 4;
        let frame = middle(area, width, wanted.1.saturating_add(2));
        self.frame.set(frame);
        Clear.render(frame, buffer);
        let block = Block::bordered()
            .border_set(theme.border())
            .title(format!(" {title} "))
            .title_bottom(Line::from(keys).right_aligned());
        block.render(frame, buffer);
        let inner = inside(frame);
        match &self.content {
            DialogContent::Menu(menu) => menu.draw(theme, inner, buffer),
            DialogContent::Page(page) => page.draw(inner, buffer),
            DialogContent::Prompt(line, _) => line.draw(inner, buffer),
        }
    }
}

/// The area inside a frame.
fn inside(frame: Rect) -> Rect {
    frame.inner(Margin::new(2, 1))
}

/// A rectangle of this size, or as large as fits, in the middle of an area.
fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

impl<A: Clone> Menu<A> {
    fn size(&self) -> (u16, u16) {
        let width = self.items.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
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
            KeyCode::Enter => return self.choose(self.selected, Answer::Closed),
            KeyCode::Char(letter) if self.chooses_by_letter => {
                let place = self.items.iter().position(|(text, _)| text.starts_with(letter));
                return self.choose(place.unwrap_or(self.items.len()), Answer::Stays);
            }
            KeyCode::Char(letter) if !self.select(letter) && self.passes_keys => return Answer::Passed,
            _ => {}
        }
        Answer::Stays
    }

    /// Chooses an item; without it the answer is `none`.
    fn choose(&self, place: usize, none: Answer<A>) -> Answer<A> {
        self.items.get(place).map_or(none, |(_, action)| Answer::Chosen(action.clone(), String::new()))
    }

    /// Selects the next item that begins with a letter or digit; false if there is none.
    fn select(&mut self, letter: char) -> bool {
        let letter = letter.to_ascii_lowercase();
        let begins = |text: &str| text.trim_start().to_lowercase().starts_with(letter);
        let count = self.items.len();
        let next = (1..=count).map(|step| (self.selected + step) % count);
        let found = next.into_iter().find(|&index| begins(&self.items[index].0));
        self.selected = found.unwrap_or(self.selected);
        found.is_some()
    }

    /// The first item that is seen if there are this many lines.
    fn first_line(&self, lines: u16) -> usize {
        self.selected.saturating_sub(usize::from(lines).saturating_sub(1))
    }

    fn draw(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let shown = self.items.iter().enumerate().skip(self.first_line(area.height)).take(usize::from(area.height));
        for ((index, (text, _)), y) in shown.zip(area.y..) {
            let (mark, style) = if index == self.selected { ('>', theme.selected()) } else { (' ', Style::new()) };
            buffer.set_stringn(area.x, y, format!("{mark} {text}"), area.width.into(), style);
        }
    }
}

impl Page {
    fn size(&self) -> (u16, u16) {
        (PAGE_WIDTH as u16, u16::try_from(self.lines.len()).unwrap_or(u16::MAX))
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
        Paragraph::new(self.lines[self.first_line..].join("\n")).wrap(Wrap { trim: false }).render(area, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen<A>(action: A) -> Answer<A> {
        Answer::Chosen(action, String::new())
    }

    fn press<A: Clone>(dialog: &mut Dialog<A>, code: KeyCode) -> Answer<A> {
        dialog.key(KeyEvent::from(code))
    }

    #[test]
    fn a_menu_goes_round_and_finds_letters() {
        let mut menu = Dialog::menu("Menu", ["new", "save", "load"].map(|text| (text.to_owned(), text)));
        assert_eq!(press(&mut menu, KeyCode::Up), Answer::Stays);
        assert_eq!(press(&mut menu, KeyCode::Enter), chosen("load"));
        press(&mut menu, KeyCode::Down);
        assert_eq!(press(&mut menu, KeyCode::Enter), chosen("new"));
        press(&mut menu, KeyCode::Char('s'));
        assert_eq!(press(&mut menu, KeyCode::Enter), chosen("save"));
        assert_eq!(press(&mut menu, KeyCode::Esc), Answer::Closed);
    }

    #[test]
    fn a_key_of_a_key_menu_chooses_at_once() {
        let mut menu = Dialog::key_menu("Menu", ["h  hint", "H  heaps"].map(|text| (text.to_owned(), text)));
        assert_eq!(press(&mut menu, KeyCode::Char('H')), chosen("H  heaps"));
        assert_eq!(press(&mut menu, KeyCode::Char('x')), Answer::Stays);
    }

    #[test]
    fn a_dialog_stands_in_the_middle_and_is_cut_where_it_does_not_fit() {
        let area = Rect::new(2, 1, 30, 9);
        for (width, height, expected) in [(10, 4, Rect::new(12, 3, 10, 4)), (40, 20, area)] {
            assert_eq!(middle(area, width, height), expected);
        }
    }

    #[test]
    fn an_empty_menu_closes() {
        let mut menu: Dialog<u8> = Dialog::menu("Nothing", []);
        press(&mut menu, KeyCode::Down);
        press(&mut menu, KeyCode::Char('x'));
        assert_eq!(press(&mut menu, KeyCode::Enter), Answer::Closed);
    }

    #[test]
    fn a_page_scrolls_and_closes() {
        let mut page: Dialog<u8> = Dialog::page("Rules", "one\ntwo\nthree");
        for code in [KeyCode::PageDown, KeyCode::Down, KeyCode::Up, KeyCode::Home] {
            assert_eq!(press(&mut page, code), Answer::Stays);
        }
        assert_eq!(press(&mut page, KeyCode::Enter), Answer::Closed);
    }

    #[test]
    fn a_click_chooses_an_item_or_closes() {
        let mut menu = Dialog::menu("Menu", (0..40).map(|number| (format!("item {number}"), number))).at(30);
        let area = Rect::new(0, 0, 80, 24);
        let mut buffer = Buffer::empty(area);
        let theme = Theme { colour: false, unicode: false };
        menu.draw(theme, area, &mut buffer);
        let frame = menu.frame.get();
        let at = |line: u16| Position::new(frame.x + 3, frame.y + line);
        // 22 lines are seen; the selected one is the last of them.
        assert_eq!(menu.click(at(1)), chosen(9));
        assert_eq!(menu.click(at(22)), chosen(30));
        assert_eq!(menu.click(at(0)), Answer::Stays);
        assert_eq!(menu.click(Position::new(0, 5)), Answer::Closed);
        press(&mut menu, KeyCode::Home);
        assert_eq!(menu.click(at(1)), chosen(0));
        let page: Dialog<u8> = Dialog::page("Rules", "one\ntwo");
        page.draw(theme, area, &mut buffer);
        assert_eq!(page.click(Position::new(40, 12)), Answer::Stays);
    }
}
