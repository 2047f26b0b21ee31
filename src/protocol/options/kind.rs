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

/// A value in the field for the type of its option; a button has none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionValue {
    /// For [`OptionKind::Check`].
    pub is_true: bool,
    /// For [`OptionKind::Spin`], within the range.
    pub number: i64,
    /// For [`OptionKind::Text`] and [`OptionKind::Combo`].
    pub text: String,
}

impl OptionKind {
    /// Reads a value of the option called `name`. `<empty>` is the empty text.
    ///
    /// # Errors
    /// The text is missing, is not of this type, or is out of range.
    pub(super) fn parse(self, name: &str, text: Option<&str>) -> Result<OptionValue, String> {
        let found = excerpt(text.unwrap_or(""));
        let expected = |what: &str| format!("option {name}: found '{found}', expected {what}");
        let mut value = OptionValue::default();
        match (self, text) {
            (OptionKind::Button, _) => (),
            (OptionKind::Text { .. }, text) => {
                let text = text.unwrap_or("").trim();
                value.text = if text == "<empty>" { "" } else { text }.to_owned();
            }
            (OptionKind::Check { .. }, Some(text)) => {
                value.is_true = text.to_ascii_lowercase().parse().map_err(|_| expected("true or false"))?;
            }
            (OptionKind::Spin { min, max, .. }, Some(text)) => {
                let number = text.parse().ok().filter(|number| (min..=max).contains(number));
                value.number = number.ok_or_else(|| expected(&format!("a whole number from {min} to {max}")))?;
            }
            (OptionKind::Combo { values }, Some(text)) => {
                let known = values.iter().find(|word| word.eq_ignore_ascii_case(text));
                value.text = (*known.ok_or_else(|| expected(&values.join(" or ")))?).to_owned();
            }
            (_, None) => return Err(format!("option {name}: expected a value")),
        }
        Ok(value)
    }
}
