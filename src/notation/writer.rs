//! Writes game records in the export format of PGN.

use super::record::{GameRecord, RecordedMove, Variation};
use std::fmt::{self, Display, Formatter};

/// Writes tags a line each, an empty line, the moves in lines of at most 80 columns, the result,
/// and an empty line. It reads back as the same record.
impl Display for GameRecord {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(formatter, "[{name} \"{value}\"]")?;
        }
        writeln!(formatter)?;
        let mut lines = LineWriter { formatter, column: 0 };
        lines.comment(&self.preface)?;
        lines.moves(MoveNumber::first(self), &self.moves)?;
        lines.word(self.result_text())?;
        lines.comment(&self.closing)?;
        writeln!(formatter, "\n")
    }
}

/// The number of a move, and how it is written.
#[derive(Clone, Copy)]
struct MoveNumber {
    number: usize,
    /// Whether it is a move of the second player.
    second: bool,
    /// Whether the number has been written before the first player's move.
    written: bool,
}

impl MoveNumber {
    /// The number of the first move.
    fn first(record: &GameRecord) -> MoveNumber {
        let (number, second) = record.move_number(0);
        MoveNumber { number, second, written: false }
    }

    /// The number of the next move.
    fn next(self) -> MoveNumber {
        MoveNumber { number: self.number.saturating_add(usize::from(self.second)), second: !self.second, written: true }
    }
}

/// Writes words in lines of limited width.
struct LineWriter<'a, 'b> {
    formatter: &'a mut Formatter<'b>,
    column: usize,
}

impl LineWriter<'_, '_> {
    /// Writes moves with their glyphs, comments and variations. `number` is that of the first move.
    fn moves(&mut self, mut number: MoveNumber, moves: &[RecordedMove]) -> fmt::Result {
        for played in moves {
            self.write_number(number, &played.text)?;
            self.word(&played.text)?;
            for glyph in &played.glyphs {
                self.word(&format!("${glyph}"))?;
            }
            self.comment(&played.comment)?;
            for variation in &played.variations {
                self.variation(number, variation)?;
            }
            number = number.next();
            number.written = played.comment.is_empty() && played.variations.is_empty();
        }
        Ok(())
    }

    fn variation(&mut self, number: MoveNumber, variation: &Variation) -> fmt::Result {
        let first = MoveNumber { written: false, ..number };
        self.word("(")?;
        self.comment(&variation.preface)?;
        self.moves(first, &variation.moves)?;
        self.word(")")?;
        self.comment(&variation.closing)
    }

    /// Writes the number of a move, if it is needed. A move that is a number itself would be read as one without it.
    fn write_number(&mut self, number: MoveNumber, text: &str) -> fmt::Result {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        match (number.second, number.written && !is_number) {
            (false, _) => self.word(&format!("{}.", number.number)),
            (true, false) => self.word(&format!("{}...", number.number)),
            (true, true) => Ok(()),
        }
    }

    /// Writes a comment. A closing brace would end it, so it is replaced by a parenthesis.
    fn comment(&mut self, text: &str) -> fmt::Result {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return Ok(());
        }
        let text = format!("{{{}}}", words.join(" ").replace('}', ")"));
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (unit, after) = rest.split_at(end_of_unit(rest));
            self.word(unit)?;
            rest = after.trim_start();
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        const WIDTH: usize = 80;
        let width = word.chars().count();
        if self.column > 0 && self.column + 1 + width > WIDTH && !word.starts_with(UNSAFE_AT_LINE_START) {
            writeln!(self.formatter)?;
            self.column = 0;
        } else if self.column > 0 {
            write!(self.formatter, " ")?;
            self.column += 1;
        }
        self.column += width;
        write!(self.formatter, "{word}")
    }
}

/// At the start of a line `%` hides the rest of it, and `[` begins a tag for some readers.
const UNSAFE_AT_LINE_START: [char; 2] = ['%', '['];

/// The end of the part of a comment that has to stay in one line: a word with the following words that must not begin a
/// line. A command, `[%name value]`, counts as one word.
fn end_of_unit(text: &str) -> usize {
    let mut end = end_of_word(text);
    while text[end..].trim_start().starts_with(UNSAFE_AT_LINE_START) {
        end += 1 + end_of_word(&text[end + 1..]);
    }
    end
}

fn end_of_word(text: &str) -> usize {
    let blank_from = |at: usize| text[at..].find(' ').map_or(text.len(), |blank| at + blank);
    let end = blank_from(0);
    text[..end].rfind("[%").and_then(|at| Some(blank_from(at + text[at..].find(']')?))).unwrap_or(end)
}
