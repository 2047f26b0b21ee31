//! Positions of heap games as text: the name of the game, the heaps, the parameters, and the side to move, as in
//! `moore 1,2,3 k=2 misere p1`.

use super::all_games::{ALL, named};
use super::position::{HeapForm, HeapParameters, HeapPosition, PUT_BACKS};
use super::read_text::{is_parameter, read};
use super::taking::TakingRule;
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
            PositionError(format!("found '{found}', expected a game: {}", names.join(", ")))
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
        let starts_with_name =
            words.first().is_some_and(|word| word.starts_with(|c: char| c.is_alphabetic()) && !is_parameter(word));
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
        let side = ["p1", "p2"][self.side_to_move.index()].to_owned();
        let head = [self.rules.name().to_owned(), self.body()];
        let words = head.into_iter().chain(self.counters());
        let words: Vec<_> = words.chain(self.parameters()).chain([side]).collect();
        words.join(" ")
    }

    /// What changes from move to move beside the heaps.
    fn counters(&self) -> Vec<String> {
        let HeapParameters { prev, bag, .. } = self.parameters;
        let prev = (prev != 0).then(|| format!("prev={prev}"));
        let bag = (bag != [0, 0]).then(|| format!("bag={}", list(&bag)));
        prev.into_iter().chain(bag).collect()
    }

    /// The parameters of the game, those that have not their usual values.
    pub fn parameters(&self) -> Vec<String> {
        let HeapParameters { k, max, put, .. } = self.parameters;
        let rule = self.taking.as_deref().and_then(|it| match it.rule() {
            TakingRule::Set(set) => Some(("take", list(set))),
            TakingRule::Octal(code) => Some(("rules", code.to_string())),
            TakingRule::UnequalSplit => None,
        });
        let put = (put != PUT_BACKS).then(|| put.to_string());
        let given = [("k", k.map(|k| k.to_string())), ("max", max.map(|max| max.to_string())), ("put", put)];
        let given = given.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let named = given.chain(rule).filter(|(name, _)| self.rules.parameters().contains(name));
        let misere = self.misere && !self.rules.is_always_misere();
        named.map(|(name, value)| format!("{name}={value}")).chain(misere.then(|| "misere".to_owned())).collect()
    }

    /// The heaps as text.
    fn body(&self) -> String {
        let heaps = &self.heaps;
        let parameters = &self.parameters;
        match self.rules.form() {
            HeapForm::Board => {
                let columns = heaps.chunks(2);
                let pairs: Vec<_> = columns.map(|pair| format!("{}-{}", pair[0], pair[1])).collect();
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
