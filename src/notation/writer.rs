//! Writes records: the export format of PGN.

use super::record::{GameRecord, RecordedMove, Variation};
use std::fmt::{self, Display, Formatter};

/// Writes tags a line each, an empty line, the moves in lines of at most 80 columns, the result,
/// and an empty line. Reading it gives the same record.
impl Display for GameRecord {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(formatter, "[{name} \"{value}\"]")?;
        }
        writeln!(formatter)?;
        let mut lines = LineWriter {
            formatter,
            column: 0,
        };
        lines.comment(&self.preface)?;
        lines.moves(MoveNumber::first(self), &self.moves)?;
        lines.word(&self.result.to_string())?;
        lines.comment(&self.closing)?;
        writeln!(formatter, "\n")
    }
}

/// How a move is numbered.
#[derive(Clone, Copy)]
struct MoveNumber {
    number: usize,
    /// Whether it is the second player's.
    second: bool,
    /// Whether the number stands before the first player's move already.
    announced: bool,
}

impl MoveNumber {
    /// The turn of the first move.
    fn first(record: &GameRecord) -> MoveNumber {
        let (number, second) = record.move_number(0);
        MoveNumber {
            number,
            second,
            announced: false,
        }
    }

    /// The turn after it.
    fn next(self) -> MoveNumber {
        MoveNumber {
            number: self.number.saturating_add(usize::from(self.second)),
            second: !self.second,
            announced: true,
        }
    }
}

/// Breaks words into lines.
struct LineWriter<'a, 'b> {
    formatter: &'a mut Formatter<'b>,
    column: usize,
}

impl LineWriter<'_, '_> {
    /// Moves with all that belongs to them, the first of them at `turn`.
    fn moves(&mut self, mut turn: MoveNumber, moves: &[RecordedMove]) -> fmt::Result {
        for played in moves {
            self.number(turn)?;
            self.word(&played.text)?;
            for glyph in &played.glyphs {
                self.word(&format!("${glyph}"))?;
            }
            self.comment(&played.comment)?;
            for variation in &played.variations {
                self.variation(turn, variation)?;
            }
            turn = turn.next();
            turn.announced = played.comment.is_empty() && played.variations.is_empty();
        }
        Ok(())
    }

    fn variation(&mut self, turn: MoveNumber, variation: &Variation) -> fmt::Result {
        let turn = MoveNumber {
            announced: false,
            ..turn
        };
        self.word("(")?;
        self.comment(&variation.preface)?;
        self.moves(turn, &variation.moves)?;
        self.word(")")?;
        self.comment(&variation.closing)
    }

    /// The number of a move, where it is needed.
    fn number(&mut self, turn: MoveNumber) -> fmt::Result {
        let number = turn.number;
        match (turn.second, turn.announced) {
            (false, _) => self.word(&format!("{number}.")),
            (true, false) => self.word(&format!("{number}...")),
            (true, true) => Ok(()),
        }
    }

    /// A closing brace would end the comment, so it becomes a bracket.
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
        if self.column > 0
            && self.column + 1 + width > WIDTH
            && !word.starts_with(UNSAFE_AT_LINE_START)
        {
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

/// Where the part of a comment ends that stays in one line: a word with the words after it that
/// must not begin a line. A command, `[%name value]`, counts as one word.
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
    let closed = text[..end].rfind("[%").and_then(|at| {
        let closing = text[at..].find(']')?;
        Some(blank_from(at + closing))
    });
    closed.unwrap_or(end)
}
