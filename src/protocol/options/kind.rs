//! The type of an option, and a value that was read for it.

use crate::notation::excerpt;

/// The type of an option, with its default and range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A Boolean.
    Check {
        /// The initial value.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The initial value.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of these words, the initial one first.
    Combo {
        /// The words.
        values: &'static [&'static str],
    },
    /// A text, often the path of a file.
    Text {
        /// The initial value; most often empty.
        default: &'static str,
    },
    /// An action without a value.
    Button,
}

/// A value of the type that its option has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// For [`OptionKind::Check`].
    Check(bool),
    /// For [`OptionKind::Spin`], within the range.
    Spin(i64),
    /// For [`OptionKind::Text`] and [`OptionKind::Combo`].
    Text(String),
    /// For [`OptionKind::Button`].
    Button,
}

impl OptionKind {
    /// Reads a value of the option called `name`. `<empty>` is the empty text.
    ///
    /// # Errors
    /// The text is missing, is not of this type, or is out of range.
    pub(super) fn parse(self, name: &str, text: Option<&str>) -> Result<OptionValue, String> {
        let found = excerpt(text.unwrap_or(""));
        let expected = |what: &str| format!("option {name}: found '{found}', expected {what}");
        match (self, text) {
            (OptionKind::Button, _) => Ok(OptionValue::Button),
            (OptionKind::Text { .. }, text) => Ok(OptionValue::Text(match text.unwrap_or("").trim() {
                "<empty>" => String::new(),
                text => text.to_owned(),
            })),
            (OptionKind::Check { .. }, Some(text)) => match text.to_ascii_lowercase().as_str() {
                "true" => Ok(OptionValue::Check(true)),
                "false" => Ok(OptionValue::Check(false)),
                _ => Err(expected("true or false")),
            },
            (OptionKind::Spin { min, max, .. }, Some(text)) => match text.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(OptionValue::Spin(number)),
                _ => Err(expected(&format!("a whole number from {min} to {max}"))),
            },
            (OptionKind::Combo { values }, Some(text)) => {
                let known = values.iter().find(|word| word.eq_ignore_ascii_case(text));
                let known = known.ok_or_else(|| expected(&values.join(" or ")))?;
                Ok(OptionValue::Text((*known).to_owned()))
            }
            (_, None) => Err(format!("option {name}: expected a value")),
        }
    }
}

impl OptionValue {
    /// Whether it is a Boolean and true.
    pub(super) fn is_true(&self) -> bool {
        *self == OptionValue::Check(true)
    }

    /// The number; 0 for a value of another type.
    pub(super) fn number(&self) -> i64 {
        match self {
            OptionValue::Spin(number) => *number,
            _ => 0,
        }
    }

    /// The text; empty for a value of another type.
    pub(super) fn text(self) -> String {
        match self {
            OptionValue::Text(text) => text,
            _ => String::new(),
        }
    }
}
