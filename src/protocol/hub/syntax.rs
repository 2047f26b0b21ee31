//! The lines of the Hub protocol, version 2: a command and arguments `name=value` or `name`.

use crate::notation::excerpt;
use std::fmt;
use std::str::FromStr;

/// One line, in either direction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HubLine {
    /// The first word.
    pub command: String,
    /// The arguments in order; a flag has no value.
    pub arguments: Vec<(String, Option<String>)>,
}

impl HubLine {
    /// A line without arguments.
    pub fn new(command: &str) -> HubLine {
        HubLine { command: command.to_owned(), arguments: Vec::new() }
    }

    /// The line with one more argument.
    pub fn with(mut self, name: &str, value: impl ToString) -> HubLine {
        self.arguments.push((name.to_owned(), Some(value.to_string())));
        self
    }

    /// The line with one more argument if there is a value for it.
    pub fn with_optional(self, name: &str, value: Option<impl ToString>) -> HubLine {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The line with one more argument that has no value.
    pub fn with_flag(mut self, name: &str) -> HubLine {
        self.arguments.push((name.to_owned(), None));
        self
    }

    /// Whether the flag or argument is there.
    pub fn has(&self, name: &str) -> bool {
        self.arguments.iter().any(|(known, _)| known == name)
    }

    /// The value of an argument.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(known, _)| known == name)?.1.as_deref()
    }

    /// The value of an argument as a number, if the argument is there.
    ///
    /// # Errors
    /// It has no value or is no number; `expected` describes the number in the message.
    pub fn number<T: FromStr>(&self, name: &str, expected: &str) -> Result<Option<T>, String> {
        let wrong = |found: &str| {
            let (command, found) = (&self.command, excerpt(found));
            format!("{command}: found {found}, expected {name}= and {expected}")
        };
        match self.value(name) {
            Some(text) => text.parse().map(Some).map_err(|_| wrong(&format!("{name}='{text}'"))),
            None if self.has(name) => Err(wrong(&format!("'{name}' alone"))),
            None => Ok(None),
        }
    }

    /// Refuses moves without quotes: all but the first would be read as unknown arguments.
    ///
    /// # Errors
    /// An argument is no name.
    pub fn check_quotes(&self) -> Result<(), String> {
        let lost = |(name, _): &&(String, _)| name.starts_with(|c: char| c.is_ascii_digit());
        match self.arguments.iter().find(lost) {
            Some((found, _)) => {
                let found = excerpt(found);
                Err(format!("found '{found}', expected all moves in double quotes after moves="))
            }
            None => Ok(()),
        }
    }

    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// A name is missing, or a quote is not closed.
    pub fn parse(text: &str) -> Result<Option<HubLine>, String> {
        let mut rest = text.trim();
        let mut line = HubLine::default();
        while !rest.is_empty() {
            let end = rest.find(|c: char| c == '=' || c.is_whitespace());
            let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
            let column = || {
                let before = &text[..text.trim_end().len() - rest.len()];
                before.chars().count() + 1
            };
            if name.is_empty() {
                let column = column();
                return Err(format!("column {column}: found '=', expected a name before it"));
            }
            let (value, after) = match after.strip_prefix('=') {
                None => (None, after),
                Some(after) => {
                    let (value, after) = split_value(after).ok_or_else(|| {
                        let (column, name) = (column(), excerpt(name));
                        format!("column {column}: the quote after {name}= is not closed")
                    })?;
                    (Some(value.to_owned()), after)
                }
            };
            rest = after.trim_start();
            if line.command.is_empty() {
                line.command = name.to_owned();
            } else {
                line.arguments.push((name.to_owned(), value));
            }
        }
        Ok((!line.command.is_empty()).then_some(line))
    }
}

/// Splits off a value; `None` if its quote is not closed.
fn split_value(text: &str) -> Option<(&str, &str)> {
    match text.strip_prefix('"') {
        Some(quoted) => {
            let (value, after) = quoted.split_at(quoted.find('"')?);
            Some((value, &after[1..]))
        }
        None => Some(text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))),
    }
}

impl fmt::Display for HubLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            write!(f, " {name}")?;
            if let Some(value) = value {
                if !value.is_empty() && value.chars().all(|c: char| !c.is_whitespace() && c != '=' && c != '"') {
                    write!(f, "={value}")?;
                } else {
                    write!(f, "=\"{}\"", value.replace(['"', '\n', '\r'], "'"))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> HubLine {
        HubLine::parse(text).unwrap().unwrap()
    }

    #[test]
    fn flags_words_and_quotes() {
        let line = parse("  pos start moves=\"32-28 19-23\"  pos=W");
        assert_eq!(line.command, "pos");
        assert!(line.has("start") && line.value("start").is_none());
        assert_eq!(line.value("moves"), Some("32-28 19-23"));
        assert_eq!(line.value("pos"), Some("W"));
    }

    #[test]
    fn what_is_written_reads_back() {
        let line = HubLine::new("param").with("name", "book-file").with("value", "").with("values", "a b");
        assert_eq!(line.to_string(), "param name=book-file value=\"\" values=\"a b\"");
        assert_eq!(parse(&line.to_string()), line);
        // A line cannot hold these.
        assert_eq!(HubLine::new("error").with("message", "a\"b\nc\rd").to_string(), "error message=\"a'b'c'd\"");
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(HubLine::parse("   "), Ok(None));
        assert!(HubLine::parse("level =3").unwrap_err().contains("column 7"));
        assert!(HubLine::parse("pos pos=\"W").unwrap_err().contains("quote"));
        let number = |text| parse(text).number::<i32>("depth", "a whole number");
        let error = number("level depth=x").unwrap_err();
        assert!(error.contains("depth='x'"), "{error}");
        let error = number("level depth").unwrap_err();
        assert!(error.contains("'depth' alone"), "{error}");
        assert_eq!(number("level deep=x"), Ok(None));
    }
}
