//! Writes a book as text.

use super::walk::{BookEvent, walk_book};
use super::{BookLookup, MAX_LINE_WEIGHT};
use crate::notation::{MoveStyle, Notation};

/// All that `library` knows from the start of the game on, in lines that
/// [`OpeningBook::parse`](super::OpeningBook::parse) reads.
///
/// A line takes from every move on its way the same weight, as much as the least of them has left;
/// a move that has none left is marked with `?`. So what was written reads back with the same
/// weights. Moves without weight are left out where nothing with weight follows.
pub fn to_text<G: Notation>(library: &dyn BookLookup<G>) -> String {
    let mut writer = TextWriter::default();
    walk_book(library, |step| match step {
        BookEvent::Move {
            position,
            mv,
            weight,
        } => writer.line.push(PendingMove {
            text: position.show_move(mv, MoveStyle::Short),
            left: weight,
        }),
        BookEvent::TakeBack => writer.back(),
    });
    writer.text
}

#[derive(Default)]
struct TextWriter {
    text: String,
    lines: usize,
    /// From the start to where the walk is.
    line: Vec<PendingMove>,
}

/// A move on the way.
struct PendingMove {
    text: String,
    /// What no line has taken yet of its weight.
    left: u16,
}

impl TextWriter {
    /// Writes lines that end with the last move until none of its weight is left.
    fn back(&mut self) {
        while self.line.last().is_some_and(|last| last.left > 0) {
            self.write_line();
        }
        self.line.pop();
    }

    fn write_line(&mut self) {
        let left = self.line.iter().map(|word| word.left);
        let least = left.filter(|&left| left > 0).min();
        let weight = least.unwrap_or(0).min(MAX_LINE_WEIGHT);
        self.lines += 1;
        self.text.push_str(&format!("Line {}:", self.lines));
        for word in &mut self.line {
            self.text.push(' ');
            self.text.push_str(&word.text);
            match word.left {
                0 => self.text.push('?'),
                _ => word.left -= weight,
            }
        }
        if weight > 1 {
            self.text.push_str(&format!(" *{weight}"));
        }
        self.text.push('\n');
    }
}
