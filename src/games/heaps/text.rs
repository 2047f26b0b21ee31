//! [`Notation`] of heap games. A position is the name of the game, the heaps, the parameters, and the side to move, as in
//! `moore 1,2,3 k=2 misere p1`.

use super::position::{HeapForm, HeapParameters, HeapPosition, PUT_BACKS};
use super::read_text::{is_parameter, read};
use super::taking::TakingRule;
use super::{ALL, HeapMove, named};
use crate::notation::{MoveError, MoveStyle, Notation, PositionError, excerpt};

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
            let names: Vec<_> = ALL.iter().map(|rules| rules.facts().name).collect();
            PositionError(format!("found '{}', expected a game: {}", excerpt(name), names.join(", ")))
        })?;
        read(rules, None, &Vec::from_iter(words))
            .map_err(|error| PositionError(format!("{}: {error}", rules.facts().name)))
    }

    /// What changes from move to move beside the heaps.
    fn counters(&self) -> Vec<String> {
        let HeapParameters { prev, bag, .. } = self.parameters;
        let prev = (prev != 0).then(|| format!("prev={prev}"));
        let bag = (bag != [0, 0]).then(|| format!("bag={}", list(&bag)));
        prev.into_iter().chain(bag).collect()
    }

    /// The heaps as text.
    fn body(&self) -> String {
        let heaps = &self.heaps;
        let parameters = &self.parameters;
        match self.rules.facts().form {
            HeapForm::Board => {
                let pairs: Vec<_> = heaps.chunks(2).map(|pair| format!("{}-{}", pair[0], pair[1])).collect();
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

/// Positions and moves have one style.
impl Notation for HeapPosition {
    /// Reads a position of the same game. The name of the game may be left out, and then every parameter that is not
    /// given is that of `self`.
    fn parse_position(&self, text: &str) -> Result<HeapPosition, PositionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let starts_with_name =
            words.first().is_some_and(|word| word.starts_with(|c: char| c.is_alphabetic()) && !is_parameter(word));
        if starts_with_name {
            let read = HeapPosition::parse(text)?;
            let (found, expected) = (read.game(), self.game());
            return if found == expected {
                Ok(read)
            } else {
                Err(PositionError(format!("found a position of '{found}', expected one of {expected}")))
            };
        }
        read(self.rules, Some(self), &words)
            .map_err(|error| PositionError(format!("{}: {error}", self.rules.facts().name)))
    }

    fn show(&self) -> String {
        let side = ["p1", "p2"][self.side_to_move.index()].to_owned();
        let words = [self.rules.facts().name.to_owned(), self.body()].into_iter().chain(self.counters());
        words.chain(self.parameters()).chain([side]).collect::<Vec<_>>().join(" ")
    }

    fn parameters(&self) -> Vec<String> {
        let HeapParameters { k, max, put, .. } = self.parameters;
        let rule = self.taking.as_deref().and_then(|it| match &it.rule {
            TakingRule::Set(set) => Some(("take", list(set))),
            TakingRule::Octal(code) => Some(("rules", code.to_string())),
            TakingRule::UnequalSplit => None,
        });
        let put = (put != PUT_BACKS).then(|| put.to_string());
        let given = [("k", k.map(|k| k.to_string())), ("max", max.map(|max| max.to_string())), ("put", put)];
        let given = given.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let named = given.chain(rule).filter(|(name, _)| self.rules.facts().parameters.contains(name));
        let misere = self.misere && !self.rules.facts().always_misere;
        named.map(|(name, value)| format!("{name}={value}")).chain(misere.then(|| "misere".to_owned())).collect()
    }

    fn parse_move(&self, text: &str) -> Result<HeapMove, MoveError> {
        self.read_move(text)
    }

    fn show_move(&self, mv: HeapMove, _: MoveStyle) -> String {
        self.move_to_text(mv)
    }
}

/// Numbers as positions are written.
pub(super) fn list(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}
