//! Positions of heap games as text: the name of the game, the heaps, the parameters, and the side to move, as in
//! `moore 1,2,3 k=2 misere p1`.

use super::all_games::{ALL, named};
use super::position::{HeapForm, HeapPosition, PUT_BACKS};
use super::read_text::{is_parameter, read};
use super::taking::{Taking, TakingRule};
use crate::notation::{PositionError, excerpt};

impl HeapPosition {
    /// Reads a position of any heap game.
    ///
    /// ```
    /// use kempelen::games::heaps::HeapPosition;
    /// let nim = HeapPosition::parse("nim 3,4,5 p1").unwrap();
    /// assert_eq!(nim.heaps(), [3, 4, 5]);
    /// ```
    ///
    /// # Errors
    /// The text is no position, or one that is beyond the limits of the game.
    pub fn parse(text: &str) -> Result<HeapPosition, PositionError> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let rules = named(name).ok_or_else(|| {
            let names: Vec<_> = ALL.iter().map(|rules| rules.name()).collect();
            let found = excerpt(name);
            PositionError(format!(
                "found '{found}', expected a game: {}",
                names.join(", ")
            ))
        })?;
        read(rules, None, &Vec::from_iter(words)).map_err(|error| {
            let name = rules.name();
            PositionError(format!("{name}: {error}"))
        })
    }

    /// Reads a position of the same game. The name of the game may be left out, and then every parameter that is not
    /// given is that of `self`.
    ///
    /// # Errors
    /// As [`parse`](HeapPosition::parse).
    pub fn parse_alike(&self, text: &str) -> Result<HeapPosition, PositionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let starts_with_name = words.first().is_some_and(|word| {
            word.starts_with(|c: char| c.is_alphabetic()) && !is_parameter(word)
        });
        if starts_with_name {
            let read = HeapPosition::parse(text)?;
            let (found, expected) = (read.game(), self.game());
            return if found == expected {
                Ok(read)
            } else {
                let message = format!("found a position of '{found}', expected one of {expected}");
                Err(PositionError(message))
            };
        }
        read(self.rules, Some(self), &words).map_err(|error| {
            let name = self.rules.name();
            PositionError(format!("{name}: {error}"))
        })
    }

    /// Writes the position.
    pub fn to_text(&self) -> String {
        let parameters = &self.parameters;
        let mut text = format!("{} {}", self.rules.name(), self.body());
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                text += &format!(" {name}={value}");
            }
        };
        let unless = |value: u64, default: u64| (value != default).then(|| value.to_string());
        add("k", parameters.k.map(|k| k.to_string()));
        add("max", parameters.max.map(|max| max.to_string()));
        let rule = self.taking.as_deref().map(Taking::rule);
        for (name, value) in rule.into_iter().filter_map(|rule| match rule {
            TakingRule::Set(set) => Some(("take", list(set))),
            TakingRule::Octal(code) => Some(("rules", code.to_string())),
            TakingRule::UnequalSplit => None,
        }) {
            let given = self.rules.parameters().contains(&name);
            add(name, given.then_some(value));
        }
        add("prev", unless(parameters.prev, 0));
        let bag = parameters.bag;
        add("bag", (bag != [0, 0]).then(|| list(&bag)));
        if self.rules.parameters().contains(&"put") {
            add("put", unless(parameters.put, PUT_BACKS));
        }
        if self.misere && !self.rules.is_always_misere() {
            text += " misere";
        }
        text + [" p1", " p2"][self.side_to_move.index()]
    }

    /// The heaps as text.
    fn body(&self) -> String {
        let heaps = &self.heaps;
        let parameters = &self.parameters;
        match self.rules.form() {
            HeapForm::Board => {
                let columns = heaps.chunks(2);
                let pairs: Vec<_> = columns
                    .map(|pair| format!("{}-{}", pair[0], pair[1]))
                    .collect();
                format!("{}x{} {}", parameters.rows, pairs.len(), pairs.join(","))
            }
            HeapForm::Ring => match heaps[..] {
                [run] if !parameters.unbroken => format!("{run}-0"),
                [] => "0".to_owned(),
                _ => list(heaps).replace(',', "-"),
            },
            HeapForm::Tokens if parameters.tokens > 0 && self.total() == 0 => {
                format!("{} l={}", parameters.tokens, heaps.len())
            }
            HeapForm::Tokens => format!("{} {}", parameters.tokens, list(heaps)),
            _ if heaps.is_empty() => "0".to_owned(),
            _ => list(heaps),
        }
    }
}

fn list(numbers: &[u64]) -> String {
    let texts: Vec<_> = numbers.iter().map(u64::to_string).collect();
    texts.join(",")
}
