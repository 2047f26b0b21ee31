//! Reads game records from a text of any length, one at a time.

use super::record::{GameRecord, GameResult, RecordedMove, Variation};
pub use super::tokens::RecordError;
use super::tokens::{RecordToken, RecordTokens};
use std::io::BufRead;

/// The greatest depth of nested variations; deeper ones are an error.
const MAX_NESTING: usize = 100;

/// Reads records in PGN or PDN. It holds one game in memory at a time. Text that is not UTF-8 is read as Latin-1, the
/// character set of the PGN standard.
///
/// Lines that begin with `%` are skipped, as the standard demands, and so is a variation before the first move of its
/// line, which has no move to replace.
pub struct RecordReader<'a> {
    tokens: RecordTokens<'a>,
    /// The first tag of the next record, with its line, if it was already read.
    ahead: Option<(usize, String, String)>,
    /// Whether the text is at its end or cannot be read.
    finished: bool,
}

impl Iterator for RecordReader<'_> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        match self.record() {
            Ok(record) => record.map(Ok),
            Err(error) => {
                // A source that failed once is not read again. A tag that was read too early belongs to the next record.
                let lost = matches!(error, RecordError::Read(_));
                self.finished = lost || self.ahead.is_none() && self.tokens.skip_record().is_err();
                Some(Err(error))
            }
        }
    }
}

impl<'a> RecordReader<'a> {
    /// Reads from `source`.
    pub fn new(source: impl BufRead + Send + 'a) -> RecordReader<'a> {
        RecordReader { tokens: RecordTokens::new(source), ahead: None, finished: false }
    }

    fn record(&mut self) -> Result<Option<GameRecord>, RecordError> {
        let mut record = GameRecord::default();
        let mut lines = VariationStack::default();
        if let Some((line, name, value)) = self.ahead.take() {
            record.line = line;
            record.tags.push((name, value));
        }
        let has_end = self.read_into(&mut record, &mut lines);
        lines.finish(&mut record);
        // In PDN, `*` behind the moves may say no more than that they end. A game without any end may be cut off.
        if let Ok(true) = has_end
            && record.result == GameResult::Unknown
            && let Some(stated) = record.tag("Result").map(str::to_owned)
        {
            record.set_result(GameResult::of_text(&stated).unwrap_or_default(), &stated);
        }
        match has_end {
            Ok(has_end) => Ok((has_end || !record.is_empty()).then_some(record)),
            Err(mut error) => {
                if let RecordError::Syntax { line, record: read, .. } = &mut error {
                    let first = if record.line == 0 { *line } else { record.line };
                    **read = GameRecord { line: first, ..record };
                }
                Err(error)
            }
        }
    }

    /// Reads a record to its end. Returns whether it ends by a result or before the tags of the next one, not by the end of the text.
    fn read_into(&mut self, record: &mut GameRecord, lines: &mut VariationStack) -> Result<bool, RecordError> {
        let mut numbers = MoveNumbers::default();
        loop {
            let (line, token) = self.tokens.next()?;
            if record.line == 0 {
                record.line = line;
            }
            match token {
                RecordToken::End if lines.is_nested() => {
                    return Err(self.tokens.cut_off("the end of the text", "the end of a variation, ')'"));
                }
                RecordToken::End => return Ok(false),
                RecordToken::Tag(name, value) if lines.is_nested() => {
                    self.ahead = Some((line, name, value));
                    return Err(self.tokens.wrong("a tag", "the end of a variation, ')'"));
                }
                RecordToken::Tag(name, value) if lines.current.moves.is_empty() => record.tags.push((name, value)),
                RecordToken::Tag(name, value) => {
                    self.ahead = Some((line, name, value));
                    return Ok(true);
                }
                RecordToken::Open if lines.outer.len() == MAX_NESTING => {
                    let found = format!("variations nested more than {MAX_NESTING} deep");
                    return Err(self.tokens.wrong(&found, "fewer levels of variations"));
                }
                RecordToken::Open => lines.open(),
                RecordToken::Close if !lines.is_nested() => {
                    return Err(self.tokens.wrong("')'", "a move, a comment or a result"));
                }
                RecordToken::Close => lines.close(),
                _ if lines.skipped > 0 => (),
                RecordToken::Comment(text) => lines.comment(&text),
                RecordToken::Glyph(glyph) => lines.glyph(glyph),
                // In PDN both have lost, in PGN a side castles.
                RecordToken::Word(word) if word == "0-0" && !lines.is_nested() && record.tag("GameType").is_some() => {
                    record.closing = self.tokens.comments_here()?.join(" ");
                    return Ok(true);
                }
                RecordToken::Word(word) => match MoveText::read(&word, numbers.hear(&word)) {
                    MoveText::Result(result) if !lines.is_nested() => {
                        record.set_result(result, &word);
                        record.closing = self.tokens.comments_here()?.join(" ");
                        return Ok(true);
                    }
                    MoveText::Nothing | MoveText::Result(_) => (),
                    MoveText::Glyph(glyph) => lines.glyph(glyph),
                    MoveText::Move(played) => lines.play(RecordedMove { line, ..played }),
                },
            }
        }
    }
}

/// Tells numbers of moves without a dot, as in `12 e4`, from moves that are written as numbers, as `1118` for `11-18`.
#[derive(Default)]
struct MoveNumbers {
    /// The greatest number, 0 behind other words; `None` before the first word.
    greatest: Option<u32>,
    /// Whether the last word was a number with a dot: a number behind it is a move, as in `12. 3`.
    wants_move: bool,
}

impl MoveNumbers {
    /// Hears a word. Returns whether it is a number without a dot that can be the next one, even if some are left out. At the
    /// beginning it is any number below 1000.
    fn hear(&mut self, word: &str) -> bool {
        let digits = word.split('.').next().unwrap_or_default();
        let has_dot = digits.len() < word.len();
        let number = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let is_next = |number: &u32| *number <= self.greatest.map_or(999, |greatest| greatest.saturating_add(5));
        let follows = !has_dot && !self.wants_move && number.as_ref().is_some_and(is_next);
        self.wants_move = word.ends_with('.');
        self.greatest = self.greatest.max(Some(0)).max(number.filter(|_| has_dot || follows));
        follows
    }
}

/// The numeric annotation glyph of a forced move.
const FORCED: u8 = 7;

/// A word of the move text.
enum MoveText {
    /// A move number, or the mark `e.p.`.
    Nothing,
    Result(GameResult),
    /// A glyph without a move.
    Glyph(u8),
    Move(RecordedMove),
}

impl MoveText {
    /// Reads `12.`, `12...`, `12.e4!?`, `e4`, `!`, `1-0`. `is_number`: a word of digits is the number of a move.
    fn read(word: &str, is_number: bool) -> MoveText {
        let all = word;
        let word = without_numbers(word);
        let text = word.trim_end_matches(['!', '?']);
        let mut glyph = glyph(&word[text.len()..]);
        // PDN marks a forced move by a star.
        let forced = text.strip_suffix('*').filter(|text| text.contains(['-', 'x', ':']));
        if forced.is_some() {
            glyph = glyph.or(Some(FORCED));
        }
        let text = forced.unwrap_or(text);
        if let Some(result) = GameResult::of_text(text) {
            return MoveText::Result(result);
        }
        let number = text.is_empty() || is_number && word.len() == all.len();
        match glyph {
            _ if !number && text != "e.p." => {
                MoveText::Move(RecordedMove { glyphs: glyph.into_iter().collect(), ..RecordedMove::new(text) })
            }
            Some(glyph) => MoveText::Glyph(glyph),
            None => MoveText::Nothing,
        }
    }
}

/// Strips move numbers, each followed by dots, from the start of a word.
pub fn without_numbers(mut word: &str) -> &str {
    loop {
        let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let after_dots = after_digits.trim_start_matches('.');
        if after_dots.len() == after_digits.len() {
            return word;
        }
        word = after_dots;
    }
}

/// The numeric annotation glyph of a suffix such as `!?`. Marks after the second are ignored.
fn glyph(suffix: &str) -> Option<u8> {
    let mut marks = suffix.chars();
    Some(match (marks.next()?, marks.next()) {
        ('!', None) => 1,
        ('!', Some('!')) => 3,
        ('!', Some(_)) => 5,
        (_, None) => 2,
        (_, Some('?')) => 4,
        (_, Some(_)) => 6,
    })
}

/// The line of the game and the variations that are open.
#[derive(Default)]
struct VariationStack {
    /// The innermost line.
    current: Variation,
    /// The lines that contain it, the innermost last.
    outer: Vec<Variation>,
    /// Glyphs before the first move, which belong to it.
    glyphs: Vec<u8>,
    /// The number of open variations that are skipped.
    skipped: usize,
}

impl VariationStack {
    fn is_nested(&self) -> bool {
        self.skipped > 0 || !self.outer.is_empty()
    }

    fn open(&mut self) {
        if self.skipped > 0 || self.current.moves.is_empty() {
            self.skipped += 1;
        } else {
            self.outer.push(std::mem::take(&mut self.current));
        }
    }

    fn close(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        let Some(outer) = self.outer.pop() else { return };
        self.glyphs.clear();
        let variation = std::mem::replace(&mut self.current, outer);
        let replaced = self.current.moves.last_mut();
        match replaced.filter(|_| !variation.moves.is_empty()) {
            Some(replaced) => replaced.variations.push(variation),
            None => self.comment(&variation.preface),
        }
    }

    fn comment(&mut self, text: &str) {
        let place = match self.current.moves.last_mut() {
            Some(last) => match last.variations.last_mut() {
                Some(variation) => &mut variation.closing,
                None => &mut last.comment,
            },
            None => &mut self.current.preface,
        };
        if !place.is_empty() && !text.is_empty() {
            place.push(' ');
        }
        place.push_str(text);
    }

    fn glyph(&mut self, glyph: u8) {
        let last = self.current.moves.last_mut();
        last.map_or(&mut self.glyphs, |last| &mut last.glyphs).push(glyph);
    }

    fn play(&mut self, mut played: RecordedMove) {
        played.glyphs.append(&mut self.glyphs);
        self.current.moves.push(played);
    }

    /// Closes all open variations, and stores the moves of the game in `record`.
    fn finish(mut self, record: &mut GameRecord) {
        while self.is_nested() {
            self.close();
        }
        record.preface = self.current.preface;
        record.moves = self.current.moves;
    }
}
