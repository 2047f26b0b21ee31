//! Reads records from a text of any length, one at a time.

use super::excerpt;
use super::record::{GameResult, Played, Record};
use std::io::{self, BufRead};
use thiserror::Error;

/// Why a text is no record. The reader goes on with the next one.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The text could not be read.
    #[error("cannot read on: {0}")]
    Read(#[from] io::Error),
    /// Something does not belong where it stands.
    #[error("line {line}: found {found}, expected {expected}")]
    Syntax {
        /// Where, from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
}

/// A word, a tag or a comment longer than this is an error: it is no record of a game.
const LONGEST: usize = 1 << 20;

/// Reads PGN and PDN. Needs memory for one game at a time; text that is not UTF-8 is taken for
/// Latin-1, the character set of the PGN standard.
pub struct Records<R> {
    source: R,
    line: usize,
    /// The line where the last token began.
    token_line: usize,
    at_line_start: bool,
    /// A tag that was read too far: it begins the next record.
    ahead: Option<(usize, String, String)>,
}

/// What a text consists of.
enum Token {
    Tag(String, String),
    Comment(String),
    Open,
    Close,
    Glyph(u8),
    Word(String),
    End,
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.record() {
            Ok(record) => record.map(Ok),
            Err(error) => {
                // A source that failed once is not asked again.
                let lost = matches!(error, RecordError::Read(_));
                if lost || self.skip_to_tags().is_err() {
                    self.line = usize::MAX;
                }
                Some(Err(error))
            }
        }
    }
}

impl<R: BufRead> Records<R> {
    /// Reads from `source`.
    pub fn new(source: R) -> Records<R> {
        Records {
            source,
            line: 1,
            token_line: 1,
            at_line_start: true,
            ahead: None,
        }
    }

    fn record(&mut self) -> Result<Option<Record>, RecordError> {
        if self.line == usize::MAX {
            return Ok(None);
        }
        let mut record = Record::default();
        let mut depth = 0_usize;
        if let Some((line, name, value)) = self.ahead.take() {
            record.line = line;
            record.tags.push((name, value));
        }
        loop {
            let token = self.token()?;
            if record.line == 0 {
                record.line = self.token_line;
            }
            match token {
                Token::End if depth > 0 => {
                    return Err(self.wrong("the end of the text", "the end of a variation, ')'"));
                }
                Token::End => return Ok(Self::some(record)),
                Token::Tag(..) if depth > 0 => {
                    return Err(self.wrong("a tag", "the end of a variation, ')'"));
                }
                Token::Tag(name, value) if record.moves.is_empty() => {
                    record.tags.push((name, value));
                }
                Token::Tag(name, value) => {
                    self.ahead = Some((self.token_line, name, value));
                    return Ok(Some(record));
                }
                Token::Open => depth += 1,
                Token::Close if depth == 0 => {
                    return Err(self.wrong("')'", "a move, a comment or a result"));
                }
                Token::Close => depth -= 1,
                _ if depth > 0 => (),
                Token::Comment(text) => Self::remark(&mut record, &text),
                Token::Glyph(glyph) => {
                    if let Some(last) = record.moves.last_mut() {
                        last.glyphs.push(glyph);
                    }
                }
                Token::Word(word) => match word.parse::<GameResult>() {
                    Ok(result) => {
                        record.result = result;
                        return Ok(Some(record));
                    }
                    Err(_) => record.moves.extend(Self::played(&word, self.line)),
                },
            }
        }
    }

    /// A record that says anything at all.
    fn some(record: Record) -> Option<Record> {
        let empty = record.tags.is_empty() && record.moves.is_empty() && record.preface.is_empty();
        (!empty).then_some(record)
    }

    fn remark(record: &mut Record, text: &str) {
        let place = match record.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut record.preface,
        };
        if !place.is_empty() && !text.is_empty() {
            place.push(' ');
        }
        place.push_str(text);
    }

    /// The move in a word, if it is more than a number: `12.`, `12...`, `12.e4!?`.
    fn played(word: &str, line: usize) -> Option<Played> {
        let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = match after_digits {
            "" => return None,
            dotted if dotted.starts_with('.') => dotted.trim_start_matches('.'),
            _ => word,
        };
        let text = word.trim_end_matches(['!', '?']);
        let glyph = match &word[text.len()..] {
            "" => None,
            "!" => Some(1),
            "?" => Some(2),
            "!!" => Some(3),
            "??" => Some(4),
            "!?" => Some(5),
            _ => Some(6),
        };
        let said = !text.is_empty() && text != "e.p.";
        said.then(|| Played {
            text: text.to_owned(),
            glyphs: glyph.into_iter().collect(),
            line,
            ..Played::default()
        })
    }

    fn token(&mut self) -> Result<Token, RecordError> {
        loop {
            let at_line_start = self.at_line_start;
            self.token_line = self.line;
            let Some(byte) = self.take()? else {
                return Ok(Token::End);
            };
            return Ok(match byte {
                b'[' => self.tag()?,
                b'{' => Token::Comment(self.comment()?),
                b';' => {
                    let text = self.until(b'\n')?.unwrap_or_default();
                    Token::Comment(text.trim().to_owned())
                }
                b'%' if at_line_start => {
                    self.skip_line()?;
                    continue;
                }
                b'(' => Token::Open,
                b')' => Token::Close,
                b'$' => Token::Glyph(self.glyph()?),
                byte if is_between(byte) => continue,
                byte => Token::Word(self.word(byte)?),
            });
        }
    }

    /// `[Name "value"]`. The value ends with a quote before a bracket, so other quotes in it may
    /// stand without the backslash that they should have.
    fn tag(&mut self) -> Result<Token, RecordError> {
        const EXPECTED: &str = "a tag: [Name \"value\"]";
        let mut text = Vec::new();
        loop {
            match self.take()? {
                None | Some(b'\n') => {
                    let text = format!("'[{}'", excerpt(&decode(text)));
                    return Err(self.wrong(&text, EXPECTED));
                }
                Some(b']') if ends_value(&text) => break,
                Some(byte) => self.push(&mut text, byte)?,
            }
        }
        let text = decode(text);
        let halves = text.split_once('"').and_then(|(name, rest)| {
            let value = rest.trim_end().strip_suffix('"')?;
            Some((name.trim(), value))
        });
        match halves {
            Some((name, value)) if !name.is_empty() && !name.contains(char::is_whitespace) => {
                Ok(Token::Tag(name.to_owned(), unescape(value)))
            }
            _ => Err(self.wrong(&format!("'[{}]'", excerpt(&text)), EXPECTED)),
        }
    }

    fn comment(&mut self) -> Result<String, RecordError> {
        match self.until(b'}')? {
            Some(text) => Ok(text.split_whitespace().collect::<Vec<_>>().join(" ")),
            None => Err(self.wrong("the end of the text", "the end of a comment, '}'")),
        }
    }

    fn glyph(&mut self) -> Result<u8, RecordError> {
        let word = match self.peek()? {
            Some(byte) if byte.is_ascii_digit() => {
                self.take()?;
                self.word(byte)?
            }
            _ => String::new(),
        };
        let wrong = |_| self.wrong(&format!("'${}'", excerpt(&word)), "a glyph, $0 to $255");
        word.parse().map_err(wrong)
    }

    fn word(&mut self, first: u8) -> Result<String, RecordError> {
        let mut text = vec![first];
        while let Some(byte) = self.peek()? {
            if is_between(byte) || b"[]{}();$".contains(&byte) {
                break;
            }
            self.take()?;
            self.push(&mut text, byte)?;
        }
        Ok(decode(text))
    }

    /// The text before the next `end`; `None` if there is no such byte any more, but for the end
    /// of a line the end of the text will do.
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
        if text.len() == LONGEST {
            let found = format!("more than {LONGEST} bytes that belong together");
            return Err(self.wrong(&found, "a record of a game"));
        }
        text.push(byte);
        Ok(())
    }

    /// Goes on to the tags of the next record: a line that begins with a bracket.
    fn skip_to_tags(&mut self) -> io::Result<()> {
        self.ahead = None;
        while let Some(byte) = self.peek()? {
            if self.at_line_start && byte == b'[' {
                break;
            }
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

    fn wrong(&self, found: &str, expected: &'static str) -> RecordError {
        RecordError::Syntax {
            line: self.line,
            found: found.to_owned(),
            expected,
        }
    }
}

/// Blanks, and what has no meaning outside comments: quotes, a byte order mark.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || byte.is_ascii_control()
        || b"\"]}<>".contains(&byte)
        || is_mark(byte)
}

/// A part of the byte order mark that some programs begin a file with.
fn is_mark(byte: u8) -> bool {
    b"\xef\xbb\xbf".contains(&byte)
}

/// Whether a text ends with a quote that no backslash makes part of the value.
fn ends_value(text: &[u8]) -> bool {
    let value = text.trim_ascii_end().strip_suffix(b"\"");
    value.is_some_and(|value| {
        let backslashes = value
            .iter()
            .rev()
            .take_while(|&&byte| byte == b'\\')
            .count();
        value.contains(&b'"') && backslashes % 2 == 0
    })
}

fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => text.extend(characters.next()),
            c => text.push(c),
        }
    }
    text
}

fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let latin = |byte: &u8| char::from(*byte);
        error.as_bytes().iter().map(latin).collect()
    })
}
