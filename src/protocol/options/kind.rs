//! The type of an option, and how a value is read.

use crate::notation::excerpt;
use std::ops::RangeInclusive;

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

/// Reads a value of the option called `name`; `parse` returns `None` for a text that is not `expected`.
///
/// # Errors
/// There is no value, or it is not the expected one.
pub(super) fn read_value<T>(
    name: &str,
    value: Option<&str>,
    expected: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, String> {
    let text = value.ok_or_else(|| format!("option {name}: expected a value"))?;
    parse(text).ok_or_else(|| format!("option {name}: found '{}', expected {expected}", excerpt(text)))
}

/// Reads a value of an [`OptionKind::Spin`].
pub(super) fn read_number(name: &str, value: Option<&str>, range: &RangeInclusive<i64>) -> Result<i64, String> {
    let expected = format!("a whole number from {} to {}", range.start(), range.end());
    read_value(name, value, &expected, |text| text.parse().ok().filter(|number| range.contains(number)))
}
