//! Games that are ended because the engines agree how they will end.

use crate::game::Side;
use crate::search::Score;
use crate::tools::words::Words;
use std::fmt::{self, Display, Formatter};

/// When to end a game early.
#[derive(Clone, Copy, Default, Debug)]
pub struct Rules {
    /// A draw when both engines see one.
    pub draw: Option<DrawRule>,
    /// A loss when an engine sees one.
    pub resign: Option<ResignRule>,
    /// A draw after so many plies.
    pub max_plies: Option<usize>,
}

/// Both engines think that the position is even.
#[derive(Clone, Copy, Debug)]
pub struct DrawRule {
    /// Not before this move.
    pub from_move: usize,
    /// For so many moves of both.
    pub moves: usize,
    /// The greatest score, in hundredths.
    pub score: i32,
}

/// An engine thinks that it has lost.
#[derive(Clone, Copy, Debug)]
pub struct ResignRule {
    /// For so many of its moves.
    pub moves: usize,
    /// By so much, in hundredths.
    pub score: i32,
    /// And the opponent has thought so for as long.
    pub both: bool,
}

impl DrawRule {
    /// The rule that words `move=` and so on describe; none without words, or if the count is 0.
    pub fn read(words: &[String]) -> anyhow::Result<Option<DrawRule>> {
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
}

impl ResignRule {
    /// The rule that words `count=` and so on describe; none without words, or if the count is 0.
    pub fn read(words: &[String]) -> anyhow::Result<Option<ResignRule>> {
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
}

impl Display for DrawRule {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let (from, moves, score) = (self.from_move, self.moves, self.score);
        write!(formatter, "move={from} count={moves} score={score}")
    }
}

impl Display for ResignRule {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let (moves, score, both) = (self.moves, self.score, self.both);
        write!(formatter, "count={moves} score={score} both={both}")
    }
}

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub struct Observer {
    rules: Rules,
    plies: usize,
    even: usize,
    /// By sides: for how many moves it has thought that it loses, and that it wins.
    losing: [usize; 2],
    winning: [usize; 2],
}

impl Observer {
    /// Before the first move.
    pub fn new(rules: Rules) -> Observer {
        Observer {
            rules,
            plies: 0,
            even: 0,
            losing: [0; 2],
            winning: [0; 2],
        }
    }

    /// A move was made that `mover` valued so, if it told. Says who wins, if the game is over.
    pub fn ended(&mut self, mover: Side, score: Option<Score>) -> Option<Option<Side>> {
        self.plies += 1;
        let value = score.map(Score::value);
        let count = |counter: &mut usize, goes_on: bool| {
            *counter = if goes_on { *counter + 1 } else { 0 };
        };
        if let Some(rule) = self.rules.resign {
            let side = mover.index();
            count(
                &mut self.losing[side],
                value.is_some_and(|value| value <= -rule.score),
            );
            count(
                &mut self.winning[side],
                value.is_some_and(|value| value >= rule.score),
            );
            let agreed = !rule.both || self.winning[(!mover).index()] >= rule.moves;
            if self.losing[side] >= rule.moves && agreed {
                return Some(Some(!mover));
            }
        }
        if let Some(rule) = self.rules.draw {
            count(
                &mut self.even,
                value.is_some_and(|value| value.abs() <= rule.score),
            );
            if self.even >= 2 * rule.moves && self.plies >= 2 * rule.from_move {
                return Some(None);
            }
        }
        let long = self.rules.max_plies.is_some_and(|most| self.plies >= most);
        long.then_some(None)
    }
}
