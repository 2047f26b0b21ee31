//! Settings given as words `name=value`.

use crate::notation::excerpt;
use crate::tools::adjudication::{DrawRule, ResignRule};
use anyhow::anyhow;
use std::str::FromStr;

/// The words after one argument.
pub struct Words<'a> {
    argument: &'static str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Words<'a> {
    /// Reads them; the message lists those that are known.
    pub fn new(
        argument: &'static str,
        words: &'a [String],
        known: &[&str],
    ) -> anyhow::Result<Words<'a>> {
        let read = |word: &'a String| match word.split_once('=') {
            Some((name, value)) if known.contains(&name) => Ok((name, value)),
            _ => {
                let (found, expected) = (excerpt(word), known.join("=, "));
                Err(anyhow!("{argument}: found '{found}', expected {expected}="))
            }
        };
        let pairs = words.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Words { argument, pairs })
    }

    /// The number after a name, the last one if there are several.
    pub fn get<T: FromStr>(&self, name: &str, default: T) -> anyhow::Result<T> {
        let Some((_, value)) = self.pairs.iter().rev().find(|(known, _)| *known == name) else {
            return Ok(default);
        };
        let argument = self.argument;
        let wrong = |_| {
            anyhow!(
                "{argument}: found {name}={}, expected a number",
                excerpt(value)
            )
        };
        value.parse().map_err(wrong)
    }
}

/// When a draw is agreed; never, if the count is 0.
pub fn draw(words: &[String]) -> anyhow::Result<Option<DrawRule>> {
    if words.is_empty() {
        return Ok(None);
    }
    let words = Words::new("--draw", words, &["move", "count", "score"])?;
    let rule = DrawRule {
        from_move: words.get("move", 40)?,
        moves: words.get("count", 8)?,
        score: words.get("score", 10)?,
    };
    Ok((rule.moves > 0).then_some(rule))
}

/// When a game is given up; never, if the count is 0.
pub fn resign(words: &[String]) -> anyhow::Result<Option<ResignRule>> {
    if words.is_empty() {
        return Ok(None);
    }
    let words = Words::new("--resign", words, &["count", "score", "both"])?;
    let rule = ResignRule {
        moves: words.get("count", 4)?,
        score: words.get("score", 600)?,
        both: words.get("both", false)?,
    };
    Ok((rule.moves > 0).then_some(rule))
}
