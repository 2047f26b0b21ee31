//! Splits the text of game records into tokens: tags, comments, moves and numbers.

use super::excerpt;
use super::record::GameRecord;
use crate::system::error_words::explain;
use crate::system::printable::printable;
use std::io::{self, BufRead};
use thiserror::Error;

/// Why a record cannot be read. The reader continues with the next one.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The text could not be read.
    #[error("cannot read on: {}", explain(.0))]
    Read(io::Error),
    /// The text at this place is not allowed.
    #[error("line {line}: found {found}, expected {expected}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The text found there.
        found: String,
        /// What was expected there.
        expected: &'static str,
        /// Whether the text ends there, within the record.
        is_cut_off: bool,
        /// What was read of the record before.
        record: Box<GameRecord>,
    },
    /// The record is of another game, or of this one in a form that is not read.
    #[error("line {line}: {reason}")]
    OtherGame {
        /// The line where the record begins, from 1.
        line: usize,
        /// What was found and expected.
        reason: String,
        /// The record as it was read.
        record: Box<GameRecord>,
    },
}

impl RecordError {
    /// What was read of the record.
    pub fn into_record(self) -> GameRecord {
        match self {
            RecordError::Read(_) => GameRecord::default(),
            RecordError::Syntax { record, .. } | RecordError::OtherGame { record, .. } => *record,
        }
    }
}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> RecordError {
        RecordError::Read(error)
    }
}

/// The greatest length of a word, a tag or a comment in bytes; a longer one is an error.
const MAX_TOKEN_BYTES: usize = 1 << 20;

/// A token of the text.
pub(super) enum RecordToken {
    Tag(String, String),
    Comment(String),
    Open,
    Close,
    Glyph(u8),
    Word(String),
    End,
}

/// Reads tokens.
pub(super) struct RecordTokens<'a> {
    source: Box<dyn BufRead + Send + 'a>,
    /// The current line, from 1.
    pub(super) line: usize,
    at_line_start: bool,
    /// A word that was already read, with its line.
    ahead: Option<(usize, String)>,
}

impl<'a> RecordTokens<'a> {
    pub(super) fn new(source: impl BufRead + Send + 'a) -> RecordTokens<'a> {
        RecordTokens { source: Box::new(source), line: 1, at_line_start: true, ahead: None }
    }

    /// The next token, and the line where it begins.
    pub(super) fn next(&mut self) -> Result<(usize, RecordToken), RecordError> {
        loop {
            if let Some((line, word)) = self.ahead.take() {
                return Ok((line, RecordToken::Word(word)));
            }
            let at_line_start = self.at_line_start;
            let line = self.line;
            let Some(byte) = self.take()? else { return Ok((line, RecordToken::End)) };
            let token = match byte {
                b'[' => self.tag()?,
                b'{' => RecordToken::Comment(self.comment()?),
                b';' => RecordToken::Comment(self.rest_of_line()?),
                b'%' if at_line_start => {
                    self.skip_line()?;
                    continue;
                }
                b'(' => self.open(line)?,
                b')' => RecordToken::Close,
                b'$' => RecordToken::Glyph(self.glyph()?),
                byte if is_separator(byte) => continue,
                byte => RecordToken::Word(self.word(byte)?),
            };
            return Ok((line, token));
        }
    }

    /// The comments that follow without an empty line before them.
    pub(super) fn comments_here(&mut self) -> Result<Vec<String>, RecordError> {
        let mut comments = Vec::new();
        let mut line_ends = 0;
        while let Some(byte) = self.peek()? {
            match byte {
                b'{' => {
                    self.take()?;
                    comments.push(self.comment()?);
                    line_ends = 0;
                }
                b';' => {
                    self.take()?;
                    comments.push(self.rest_of_line()?);
                    line_ends = 1;
                }
                b'\n' if line_ends == 1 => break,
                byte if byte.is_ascii_whitespace() => {
                    self.take()?;
                    line_ends += usize::from(byte == b'\n');
                }
                _ => break,
            }
        }
        comments.retain(|comment| !comment.is_empty());
        Ok(comments)
    }

    /// Reads `(`, or the strength of a move in parentheses, as PDN has it: `(?!)`.
    fn open(&mut self, line: usize) -> Result<RecordToken, RecordError> {
        let mut marks = Vec::new();
        while let Some(byte @ (b'!' | b'?')) = self.peek()? {
            self.take()?;
            self.push(&mut marks, byte)?;
        }
        let marks = decode(marks);
        if !marks.is_empty() && self.peek()? == Some(b')') {
            self.take()?;
            return Ok(RecordToken::Word(marks));
        }
        self.ahead = Some((line, marks)).filter(|(_, marks)| !marks.is_empty());
        Ok(RecordToken::Open)
    }

    /// Reads `[Name "value"]`. The value ends with a quote before a bracket, so that quotes inside it need no backslash.
    fn tag(&mut self) -> Result<RecordToken, RecordError> {
        const EXPECTED: &str = "a tag: [Name \"value\"]";
        let mut text = Vec::new();
        loop {
            match self.take()? {
                end @ (None | Some(b'\n')) => {
                    let text = format!("'[{}'", excerpt(&decode(text)));
                    let is_cut_off = end.is_none();
                    return Err(if is_cut_off { self.cut_off(&text, EXPECTED) } else { self.wrong(&text, EXPECTED) });
                }
                Some(b']') if ends_value(&text) => break,
                Some(byte) => self.push(&mut text, byte)?,
            }
        }
        let text = decode(text);
        let halves =
            text.split_once('"').and_then(|(name, rest)| Some((name.trim(), rest.trim_end().strip_suffix('"')?)));
        match halves {
            Some((name, value)) if !name.is_empty() && !name.contains(char::is_whitespace) => {
                Ok(RecordToken::Tag(name.to_owned(), unescape(value)))
            }
            _ => Err(self.wrong(&format!("'[{}]'", excerpt(&text)), EXPECTED)),
        }
    }

    fn comment(&mut self) -> Result<String, RecordError> {
        match self.until(b'}')? {
            Some(text) => Ok(text.split_whitespace().collect::<Vec<_>>().join(" ")),
            None => Err(self.cut_off("the end of the text", "the end of a comment, '}'")),
        }
    }

    /// The text of a comment that ends with the line. A closing brace is replaced, since the comment is later written
    /// between braces.
    fn rest_of_line(&mut self) -> Result<String, RecordError> {
        Ok(self.until(b'\n')?.unwrap_or_default().replace('}', ")").split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn glyph(&mut self) -> Result<u8, RecordError> {
        let word = match self.peek()? {
            Some(byte) if byte.is_ascii_digit() => {
                self.take()?;
                self.word(byte)?
            }
            _ => String::new(),
        };
        word.parse().map_err(|_| self.wrong(&format!("'${}'", excerpt(&word)), "a glyph, $0 to $255"))
    }

    fn word(&mut self, first: u8) -> Result<String, RecordError> {
        let mut text = vec![first];
        while let Some(byte) = self.peek()? {
            if is_separator(byte) || b"[]{}();$".contains(&byte) {
                break;
            }
            self.take()?;
            self.push(&mut text, byte)?;
        }
        Ok(decode(text))
    }

    /// The text before the next byte `end`; `None` if no such byte follows. The end of the text counts as the end of a
    /// line.
    fn until(&mut self, end: u8) -> Result<Option<String>, RecordError> {
        let mut text = Vec::new();
        loop {
            match self.take()? {
                Some(byte) if byte == end => return Ok(Some(decode(text))),
                Some(byte) => self.push(&mut text, byte)?,
                None => return Ok((end == b'\n').then(|| decode(text))),
            }
        }
    }

    fn push(&self, text: &mut Vec<u8>, byte: u8) -> Result<(), RecordError> {
        if text.len() == MAX_TOKEN_BYTES {
            let found = format!("a word, tag or comment of more than {MAX_TOKEN_BYTES} bytes");
            return Err(self.wrong(&found, "a record of a game"));
        }
        text.push(byte);
        Ok(())
    }

    /// Skips the rest of a wrong record. The next one begins at a line with a tag, or after an empty line with the move number 1.
    pub(super) fn skip_record(&mut self) -> io::Result<()> {
        self.ahead = None;
        let mut is_after_empty_line = false;
        while let Some(byte) = self.peek()? {
            if self.at_line_start && byte == b'[' {
                break;
            }
            if self.at_line_start && is_after_empty_line && byte == b'1' {
                let line = self.line;
                self.take()?;
                if let Ok(word) = self.word(byte)
                    && (word == "1" || word.starts_with("1."))
                {
                    self.ahead = Some((line, word));
                    break;
                }
            }
            is_after_empty_line = self.at_line_start && matches!(byte, b'\n' | b'\r');
            self.skip_line()?;
        }
        Ok(())
    }

    fn skip_line(&mut self) -> io::Result<()> {
        while !matches!(self.take()?, None | Some(b'\n')) {}
        Ok(())
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.source.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                Err(error) => return Err(error),
            }
        }
    }

    fn take(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.source.consume(1);
            self.at_line_start = byte == b'\n' || self.at_line_start && is_mark(byte);
            self.line += usize::from(byte == b'\n');
        }
        Ok(byte)
    }

    pub(super) fn wrong(&self, found: &str, expected: &'static str) -> RecordError {
        self.syntax_error(found, expected, false)
    }

    pub(super) fn cut_off(&self, found: &str, expected: &'static str) -> RecordError {
        self.syntax_error(found, expected, true)
    }

    /// The reader of records adds what it has read.
    fn syntax_error(&self, found: &str, expected: &'static str, is_cut_off: bool) -> RecordError {
        RecordError::Syntax { line: self.line, found: found.to_owned(), expected, is_cut_off, record: Box::default() }
    }
}

/// Whether a byte separates tokens: blanks, and characters without meaning outside of comments, such as quotes.
fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte.is_ascii_control() || b"\"]}<>".contains(&byte) || is_mark(byte)
}

/// Whether a byte is a part of a byte order mark, with which some programs begin a file.
fn is_mark(byte: u8) -> bool {
    b"\xef\xbb\xbf".contains(&byte)
}

/// Whether a text ends with a quote that is not escaped by a backslash.
fn ends_value(text: &[u8]) -> bool {
    let value = text.trim_ascii_end().strip_suffix(b"\"");
    value.is_some_and(|value| {
        let backslashes = value.iter().rev().take_while(|&&byte| byte == b'\\').count();
        value.contains(&b'"') && backslashes % 2 == 0
    })
}

/// Removes the backslashes that escape a quote or another backslash. All other backslashes belong to the value, as in a Windows path.
fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(c) = characters.next() {
        let escaped = characters.next_if(|next| c == '\\' && matches!(next, '\\' | '"'));
        text.push(escaped.unwrap_or(c));
    }
    text
}

/// The text of bytes in UTF-8, or else in Latin-1, without control characters: it will be shown and drawn.
pub(super) fn decode(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|byte: &u8| char::from(*byte)).collect());
    printable(&text)
}
