//! Writes a book as text.

use super::walk::{BookEvent, walk_book};
use super::{BookLookup, MAX_LINE_WEIGHT};
use crate::any_position::AnyPosition;
use crate::notation::{MoveStyle, Notation};

/// Writes all moves of `book` that are reachable from `start`, as lines that
/// [`OpeningBook::parse`](super::OpeningBook::parse) reads.
///
/// Every line gives the same weight to all its moves: the least weight that one of them still needs. A move that needs no
/// more weight is marked with `?`. So the text reads back with the same weights. Moves of weight 0 are left out if no
/// move with a weight follows.
pub fn to_text(book: &dyn BookLookup, start: &AnyPosition) -> String {
    let mut writer = TextWriter::default();
    walk_book(book, start, &mut |event| match event {
        BookEvent::Move { position, mv, weight } => {
            writer.line.push(PendingMove { text: position.show_move(mv, MoveStyle::Short), left: weight })
        }
        BookEvent::TakeBack => writer.take_back(),
    });
    writer.text
}

#[derive(Default)]
struct TextWriter {
    text: String,
    lines: usize,
    /// The moves from the start to the current position of the walk.
    line: Vec<PendingMove>,
}

/// A move of the current line.
struct PendingMove {
    text: String,
    /// The part of its weight that no line has given it yet.
    left: u16,
}

impl TextWriter {
    /// Writes lines that end with the last move until it has its weight, and takes it back.
    fn take_back(&mut self) {
        while self.line.last().is_some_and(|last| last.left > 0) {
            self.write_line();
        }
        self.line.pop();
    }

    fn write_line(&mut self) {
        let left = self.line.iter().map(|pending| pending.left);
        let weight = left.filter(|&left| left > 0).min().unwrap_or(0).min(MAX_LINE_WEIGHT);
        self.lines += 1;
        self.text.push_str(&format!("Line {}:", self.lines));
        for pending in &mut self.line {
            self.text.push(' ');
            self.text.push_str(&pending.text);
            match pending.left {
                0 => self.text.push('?'),
                _ => pending.left -= weight,
            }
        }
        if weight > 1 {
            self.text.push_str(&format!(" *{weight}"));
        }
        self.text.push('\n');
    }
}
