//! The text of an algorithm: its name and its parameters, `composed m=2 n=2 min=4 max=6 k=30 width=8`.

use super::{TextbookAlgorithm, TextbookMethod, TextbookOrder, VariableDepth};
use crate::notation::excerpt;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// The greatest depth of an algorithm, in plies.
pub const MAX_TEXTBOOK_DEPTH: u32 = 239;

/// Why a text is not a textbook algorithm: one line that says what was found and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AlgorithmError {
    /// No algorithm has this name; the line lists those that there are.
    #[error("{0}")]
    Name(String),
    /// A parameter is unknown, given twice, missing or out of range.
    #[error("{0}")]
    Parameter(String),
}

/// A method as text.
struct MethodSyntax {
    method: TextbookMethod,
    name: &'static str,
    /// Its parameters in the order in which they are read and written; those in brackets may be left out.
    keys: &'static str,
    /// The parameters in messages.
    shown: &'static str,
    /// Its orders of moves, the default first.
    orders: &'static [(&'static str, TextbookOrder)],
}

const fn syntax(
    method: TextbookMethod,
    name: &'static str,
    keys: &'static str,
    orders: &'static [(&'static str, TextbookOrder)],
) -> MethodSyntax {
    MethodSyntax { method, name, keys, shown: keys, orders }
}

/// In the order of [`TextbookMethod`].
const METHODS: [MethodSyntax; 10] = [
    syntax(TextbookMethod::Minimax, "minimax", "depth", &[GIVEN]),
    syntax(TextbookMethod::Negamax, "negamax", "depth", &[GIVEN]),
    syntax(TextbookMethod::AlphaBeta, "alpha-beta", "depth [order]", &[GIVEN, ("pongor", TextbookOrder::Pongor)]),
    syntax(TextbookMethod::Killers, "killers", "depth", &[("", TextbookOrder::Killers)]),
    MethodSyntax {
        method: TextbookMethod::History,
        name: "history",
        keys: "depth [order] [step] [slots]",
        shown: "depth [step] [slots], or depth order",
        orders: &[("given", TextbookOrder::History), ("pongor", TextbookOrder::Pongor)],
    },
    syntax(TextbookMethod::Averaging, "averaging", "m n depth", &[GIVEN]),
    syntax(TextbookMethod::Variable, "variable", "min max k", &[GIVEN]),
    syntax(TextbookMethod::Selective, "selective", "width depth", &[GIVEN]),
    syntax(TextbookMethod::Composed, "composed", "[m] [n] min max [k] [width] [order]", &ORDERS),
    syntax(TextbookMethod::LeastTree, "least-tree", "depth", &[GIVEN]),
];

const GIVEN: (&str, TextbookOrder) = ("given", TextbookOrder::Given);

const ORDERS: [(&str, TextbookOrder); 4] = [
    GIVEN,
    ("static", TextbookOrder::Static),
    ("killers", TextbookOrder::Killers),
    ("history", TextbookOrder::History),
];

const SLOTS: [(&str, TextbookOrder); 2] =
    [("first-step", TextbookOrder::History), ("code", TextbookOrder::HistoryByCode)];

/// What counts something.
const POSITIVE: RangeInclusive<u32> = 1..=1_000_000;
/// Depths in plies.
const DEPTHS: RangeInclusive<u32> = 1..=MAX_TEXTBOOK_DEPTH;

impl TextbookMethod {
    fn syntax(self) -> &'static MethodSyntax {
        &METHODS[self as usize]
    }

    /// Its name: `alpha-beta`.
    pub fn name(self) -> &'static str {
        self.syntax().name
    }

    pub(super) fn default_order(self) -> TextbookOrder {
        self.syntax().orders[0].1
    }
}

impl TextbookAlgorithm {
    /// Reads a name and parameters. If `depth` is given, it stands for depths that the text leaves out: `depth`, `min` and
    /// `max`.
    ///
    /// | text | |
    /// |---|---|
    /// | `minimax depth=4`, `negamax depth=4`, `alpha-beta depth=6`, `killers depth=6` | |
    /// | `history depth=6 step=2 slots=first-step` | `step` plies an iteration (default 2); `slots` may be `code` |
    /// | `alpha-beta depth=8 order=pongor`, `history depth=8 order=pongor` | the moves in the order of Pongor's program |
    /// | `averaging m=2 n=2 depth=4` | |
    /// | `variable min=2 max=6 k=50` | |
    /// | `selective width=5 depth=4` | |
    /// | `composed m=2 n=2 min=4 max=6 k=30 width=8 order=given` | `m` and `n` default to 1, `width` to all moves; `k` is needed if `max` is greater than `min`; `order` may be `static`, `killers` or `history` |
    /// | `least-tree depth=4` | |
    ///
    /// # Errors
    /// There is no such algorithm; a parameter is unknown, given twice, missing or out of range.
    pub fn parse(text: &str, depth: Option<u32>) -> Result<TextbookAlgorithm, AlgorithmError> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let Some(syntax) = METHODS.iter().find(|it| it.name == name) else {
            let names = METHODS.map(|it| it.name).join(", ");
            return Err(AlgorithmError::Name(format!("no algorithm is called '{}'; there are {names}", excerpt(name))));
        };
        let mut reader = ParameterReader { syntax, unread: Vec::new(), default_depth: depth };
        for word in words {
            reader.unread.push(word.split_once('=').ok_or_else(|| {
                let (found, expected) = (excerpt(word), syntax.shown);
                reader.error(format!("found '{found}', expected parameters as in depth=4: {expected}"))
            })?);
        }
        let mut algorithm = TextbookAlgorithm::new(syntax.method, 1);
        for key in syntax.keys.split(' ') {
            // Pongor's program has no iterations, and slots of its own.
            if algorithm.order == TextbookOrder::Pongor {
                algorithm.step = None;
            } else {
                reader.read(key, &mut algorithm)?;
            }
        }
        let Some((key, _)) = reader.unread.first() else { return Ok(algorithm) };
        let (found, expected) = (excerpt(key), syntax.shown);
        Err(reader.error(format!("found the parameter '{found}', expected each of these once: {expected}")))
    }

    /// A parameter as text; `None` if it may be left out.
    fn parameter(&self, key: &str) -> Option<String> {
        let VariableDepth { min, max, k } = self.depth;
        let number = match key {
            "m" => self.children[0],
            "n" => self.children[1],
            "min" => min,
            "max" | "depth" => max,
            "k" => Some(k).filter(|&k| min < max || k > 0)?,
            "width" => self.width?,
            "step" => self.step.filter(|&step| step != 2)?,
            "slots" => return name_of(self.order, &SLOTS),
            _ => return name_of(self.order, self.method.syntax().orders),
        };
        Some(number.to_string())
    }
}

/// The name of a choice, if it is not the default.
fn name_of(chosen: TextbookOrder, choices: &[(&str, TextbookOrder)]) -> Option<String> {
    choices[1..].iter().find(|(_, choice)| *choice == chosen).map(|&(name, _)| name.to_owned())
}

impl FromStr for TextbookAlgorithm {
    type Err = AlgorithmError;

    fn from_str(text: &str) -> Result<TextbookAlgorithm, AlgorithmError> {
        TextbookAlgorithm::parse(text, None)
    }
}

/// The text that [`parse`](TextbookAlgorithm::parse) reads; it leaves out what has its default value.
impl fmt::Display for TextbookAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MethodSyntax { name, keys, .. } = self.method.syntax();
        f.write_str(name)?;
        for key in keys.split(' ').map(|key| key.trim_matches(['[', ']'])) {
            if let Some(value) = self.parameter(key) {
                write!(f, " {key}={value}")?;
            }
        }
        Ok(())
    }
}

/// Reads the parameters of a method.
struct ParameterReader<'a> {
    syntax: &'static MethodSyntax,
    /// The names and values that have not been read yet.
    unread: Vec<(&'a str, &'a str)>,
    /// Stands for depths that are left out.
    default_depth: Option<u32>,
}

impl<'a> ParameterReader<'a> {
    /// Reads a parameter, which may be left out if `key` stands in brackets.
    fn read(&mut self, key: &str, into: &mut TextbookAlgorithm) -> Result<(), AlgorithmError> {
        let name = key.trim_matches(['[', ']']);
        let (is_optional, depth) = (name != key, self.default_depth);
        match name {
            "m" => into.children[0] = self.number(name, POSITIVE, is_optional.then_some(1))?,
            "n" => into.children[1] = self.number(name, POSITIVE, is_optional.then_some(1))?,
            "depth" => into.depth = VariableDepth::fixed(self.number(name, DEPTHS, depth)?),
            "min" => into.depth.min = self.number(name, DEPTHS, depth)?,
            "max" => into.depth.max = self.number(name, DEPTHS, depth)?,
            "k" => {
                let VariableDepth { min, max, .. } = into.depth;
                if min > max {
                    let expected = format!("expected a max of {min} or more");
                    return Err(self.error(format!("found min={min} and max={max}, {expected}")));
                }
                into.depth.k = self.number(name, 0..=*POSITIVE.end(), (min == max).then_some(0))?;
            }
            "width" if is_optional => into.width = self.optional_number(name, POSITIVE)?,
            "width" => into.width = Some(self.number(name, POSITIVE, None)?),
            "step" => into.step = Some(self.number(name, DEPTHS, into.step)?),
            "slots" => into.order = self.choice(name, &SLOTS)?,
            _ => into.order = self.choice(name, self.syntax.orders)?,
        }
        Ok(())
    }

    /// The number that a parameter has, or `default` if it is left out.
    fn number(&mut self, key: &str, range: RangeInclusive<u32>, default: Option<u32>) -> Result<u32, AlgorithmError> {
        let [least, most] = [*range.start(), *range.end()];
        self.optional_number(key, range)?
            .or(default)
            .ok_or_else(|| self.error(format!("{key} is missing, expected {key}=NUMBER from {least} to {most}")))
    }

    fn optional_number(&mut self, key: &str, range: RangeInclusive<u32>) -> Result<Option<u32>, AlgorithmError> {
        let Some(text) = self.take(key) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        let [least, most] = [*range.start(), *range.end()];
        let found = || format!("found {key}={}, expected a number from {least} to {most}", excerpt(text));
        number.map(Some).ok_or_else(|| self.error(found()))
    }

    /// The choice that a parameter names, or the first one if it is left out.
    fn choice(&mut self, key: &str, choices: &[(&str, TextbookOrder)]) -> Result<TextbookOrder, AlgorithmError> {
        let Some(text) = self.take(key) else { return Ok(choices[0].1) };
        choices.iter().find(|(name, _)| *name == text).map(|&(_, choice)| choice).ok_or_else(|| {
            let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
            self.error(format!("found {key}={}, expected one of {}", excerpt(text), names.join(", ")))
        })
    }

    /// Takes the value of a parameter.
    fn take(&mut self, key: &str) -> Option<&'a str> {
        Some(self.unread.remove(self.unread.iter().position(|(other, _)| *other == key)?).1)
    }

    fn error(&self, what: String) -> AlgorithmError {
        AlgorithmError::Parameter(format!("{}: {what}", self.syntax.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::from_data;

    #[test]
    fn what_was_written_reads_back() {
        for text in [
            "minimax depth=4",
            "negamax depth=4",
            "alpha-beta depth=6",
            "killers depth=6",
            "history depth=6",
            "history depth=6 step=1 slots=code",
            "alpha-beta depth=8 order=pongor",
            "history depth=8 order=pongor",
            "averaging m=2 n=3 depth=4",
            "variable min=2 max=6 k=50",
            "variable min=2 max=2 k=50",
            "selective width=5 depth=4",
            "composed m=2 n=2 min=4 max=6 k=30 width=8",
            "composed m=1 n=1 min=4 max=4 order=history",
            "least-tree depth=239",
        ] {
            let algorithm: TextbookAlgorithm = text.parse().unwrap();
            assert_eq!(algorithm.to_string(), text);
            assert_eq!(algorithm.with_depth(3).depth(), 3, "{text}");
        }
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let read = |text| TextbookAlgorithm::parse(text, Some(7)).unwrap().to_string();
        assert_eq!(read("history"), "history depth=7");
        assert_eq!(read("history order=given"), "history depth=7");
        assert_eq!(read("alpha-beta order=given"), "alpha-beta depth=7");
        assert_eq!(read("minimax depth=3"), "minimax depth=3");
        assert_eq!(read("composed m=2"), "composed m=2 n=1 min=7 max=7");
        assert_eq!(read("variable k=5 min=6"), "variable min=6 max=7 k=5");
    }

    #[test]
    fn a_bad_text_is_one_clear_line() {
        for [text, expected] in &from_data::<Vec<[String; 2]>>("refused_texts", "algorithms") {
            let error = text.parse::<TextbookAlgorithm>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
            assert!(!error.contains('\n'));
        }
    }
}
