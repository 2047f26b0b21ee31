//! Fields of a text in TOML, each with its line, so that every error says where it is and what was expected.

use super::excerpt;
use std::fmt::Display;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

/// The fields of a table.
#[derive(Clone, Debug)]
pub struct TomlFields<'a> {
    /// The fields that nobody has taken yet, in the order of the text.
    fields: Vec<TomlField<'a>>,
    /// The names that were asked for.
    known: Vec<&'static str>,
}

/// A field of a table, or an element of a list.
#[derive(Clone, Debug)]
pub struct TomlField<'a> {
    /// Its path: names divided by points, places in lists in brackets, as in `draws.few_pieces[0].plies`.
    path: String,
    /// The last name of the path.
    pub name: String,
    /// Where it begins, in bytes.
    start: usize,
    value: Spanned<DeValue<'a>>,
    /// All of the text.
    text: &'a str,
}

/// An error of the parser with its line.
pub fn error_with_line(text: &str, error: &Error) -> String {
    let line = line(text, error.span().map_or(0, |span| span.start));
    format!("line {line}: {}", error.message().replace('\n', " "))
}

/// The line of the byte at `offset`, from 1.
fn line(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1
}

impl<'a> TomlFields<'a> {
    /// Reads a text.
    ///
    /// # Errors
    /// It is no TOML; the error names the line.
    pub fn parse(text: &'a str) -> Result<TomlFields<'a>, String> {
        let table = DeTable::parse(text).map_err(|error| error_with_line(text, &error))?;
        Ok(Self::of(table.into_inner(), text, ""))
    }

    fn of(table: DeTable<'a>, text: &'a str, before: &str) -> TomlFields<'a> {
        let fields = table.into_iter().map(|(key, value)| {
            let start = key.span().start;
            let name = key.into_inner().into_owned();
            TomlField { path: format!("{before}{name}"), name, start, value, text }
        });
        let mut fields: Vec<TomlField> = fields.collect();
        fields.sort_by_key(|field| field.start);
        TomlFields { fields, known: Vec::new() }
    }

    /// Takes the field with this name out of the table, if there is one.
    pub fn take(&mut self, name: &'static str) -> Option<TomlField<'a>> {
        self.known.push(name);
        Some(self.fields.remove(self.fields.iter().position(|field| field.name == name)?))
    }

    /// The beginning of an error about the first of these fields that is in the table, as in [`TomlField::error`].
    pub fn location_of(&self, names: &[&str]) -> String {
        let field = |name: &&str| self.fields.iter().find(|field| field.name == *name);
        names.iter().find_map(field).map_or("line 1".to_owned(), TomlField::location)
    }

    /// The fields that were not taken.
    pub fn rest(self) -> Vec<TomlField<'a>> {
        self.fields
    }

    /// Checks that all fields were taken.
    ///
    /// # Errors
    /// One was not: its name is wrong.
    pub fn finish(self) -> Result<(), String> {
        let Some(field) = self.fields.first() else { return Ok(()) };
        let near = |name: &&&str| strsim::damerau_levenshtein(name, &field.name) <= 2;
        let expected = match self.known.iter().find(near) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("expected one of {}", self.known.join(", ")),
        };
        Err(format!("line {}: there is no field '{}'; {expected}", field.line(), excerpt(&field.path)))
    }
}

impl<'a> TomlField<'a> {
    /// The error that the field has a wrong value.
    pub fn expected(&self, expected: impl Display) -> String {
        self.error(format!("found {}, expected {expected}", excerpt(self.written())))
    }

    /// An error at the field.
    pub fn error(&self, message: impl Display) -> String {
        format!("{}: {message}", self.location())
    }

    fn location(&self) -> String {
        format!("line {}: {}", self.line(), excerpt(&self.path))
    }

    fn line(&self) -> usize {
        line(self.text, self.start)
    }

    /// The value as it stands in the text.
    fn written(&self) -> &'a str {
        self.text.get(self.value.span()).unwrap_or_default()
    }

    /// The value as true or false.
    ///
    /// # Errors
    /// It is something else.
    pub fn flag(&self) -> Result<bool, String> {
        self.value.get_ref().as_bool().ok_or_else(|| self.expected("true or false"))
    }

    /// The value as a whole number within a range.
    ///
    /// # Errors
    /// It is something else, or outside.
    pub fn integer(&self, range: RangeInclusive<u32>) -> Result<u32, String> {
        let number = self.value.get_ref().as_integer();
        let number = number.and_then(|number| u32::from_str_radix(number.as_str(), number.radix()).ok());
        let number = number.filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (first, last) = (range.start(), range.end());
            self.expected(format!("a whole number from {first} to {last}"))
        })
    }

    /// The value as a number with or without a fraction.
    ///
    /// # Errors
    /// It is something else.
    pub fn decimal(&self) -> Result<f64, String> {
        let text = match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => "",
        };
        text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| self.expected("a number"))
    }

    /// The value as text in quotes; `None` if it is something else.
    pub fn text(&self) -> Option<&str> {
        self.value.get_ref().as_str()
    }

    /// What the value stands for, which is one of these words in quotes.
    ///
    /// # Errors
    /// It is something else.
    pub fn word<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, String> {
        let text = self.text();
        words.iter().find(|(word, _)| text == Some(*word)).map(|(_, meant)| *meant).ok_or_else(|| {
            self.expected(words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<String>>().join(" or "))
        })
    }

    /// The elements of a list.
    ///
    /// # Errors
    /// The value is something else, or there are more than `most` elements.
    pub fn list(&self, most: usize) -> Result<Vec<TomlField<'a>>, String> {
        let list = self.value.get_ref().as_array().filter(|list| list.len() <= most);
        let list = list.ok_or_else(|| self.expected(format!("a list of at most {most}")))?;
        let element = |(index, element): (usize, &Spanned<DeValue<'a>>)| TomlField {
            path: format!("{}[{index}]", self.path),
            name: self.name.clone(),
            start: element.span().start,
            value: element.clone(),
            text: self.text,
        };
        Ok(list.iter().enumerate().map(element).collect())
    }

    /// The fields of a table.
    ///
    /// # Errors
    /// The value is something else.
    pub fn table(&self) -> Result<TomlFields<'a>, String> {
        let before = format!("{}.", self.path);
        match self.value.get_ref() {
            DeValue::Table(table) => Ok(TomlFields::of(table.clone(), self.text, &before)),
            _ => Err(self.expected("a table")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let text = "flag = true\nnumber = 12\n[table]\nworth = -2.5\nlist = [\"a\", \"b\"]\n";
        let mut fields = TomlFields::parse(text).unwrap();
        assert_eq!(fields.take("flag").unwrap().flag(), Ok(true));
        assert_eq!(fields.take("number").unwrap().integer(0..=12), Ok(12));
        assert!(fields.take("missing").is_none());
        let mut table = fields.take("table").unwrap().table().unwrap();
        fields.finish().unwrap();
        let worth = table.take("worth").unwrap();
        assert_eq!((worth.line(), worth.decimal()), (4, Ok(-2.5)));
        let list = table.take("list").unwrap().list(2).unwrap();
        assert_eq!(list[1].word(&[("a", 1), ("b", 2)]), Ok(2));
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        let field = |text: &'static str| TomlFields::parse(text).unwrap().take("number").unwrap();
        for (error, expected) in [
            (
                field("\nnumber = 13").integer(1..=12).unwrap_err(),
                "line 2: number: found 13, expected a whole number from 1 to 12",
            ),
            (
                field("number = -1").integer(0..=9).unwrap_err(),
                "line 1: number: found -1, expected a whole number from 0 to 9",
            ),
            (field("number = nan").decimal().unwrap_err(), "line 1: number: found nan, expected a number"),
            (
                field("number = \"c\"").word(&[("a", 1), ("b", 2)]).unwrap_err(),
                "line 1: number: found \"c\", expected \"a\" or \"b\"",
            ),
            (field("number = [1]").flag().unwrap_err(), "line 1: number: found [1], expected true or false"),
            (field("number = [1]").list(0).unwrap_err(), "line 1: number: found [1], expected a list of at most 0"),
            (field("number = 2").table().unwrap_err(), "line 1: number: found 2, expected a table"),
        ] {
            assert_eq!(error, expected);
        }
        let mut fields = TomlFields::parse("\n\nflg = true").unwrap();
        let (mut other, flag) = (fields.clone(), fields.take("flag"));
        assert!(flag.is_none() && other.take("colour").is_none());
        assert_eq!(fields.finish().unwrap_err(), "line 3: there is no field 'flg'; did you mean 'flag'?");
        assert_eq!(other.finish().unwrap_err(), "line 3: there is no field 'flg'; expected one of colour");
        let error = TomlFields::parse("a = 1\na = 2").unwrap_err();
        assert!(error.starts_with("line 2: "), "{error}");
    }
}
