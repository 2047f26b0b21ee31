//! Adjudication: games end early when the reported scores show the result, or after a maximum number of plies.

use super::key_values::KeyValues;
use crate::game::Side;
use crate::search::Score;
use anyhow::ensure;
use std::fmt::{self, Display, Formatter};

/// When to adjudicate a game.
#[derive(Clone, Copy, Default, Debug)]
pub struct AdjudicationRules {
    /// A draw by scores.
    pub draw: Option<DrawRule>,
    /// A loss by scores.
    pub resign: Option<ResignRule>,
    /// A draw after this many plies.
    pub max_plies: Option<usize>,
}

/// A draw when both engines report scores near 0.
#[derive(Clone, Copy, Debug)]
pub struct DrawRule {
    /// The first move number at which the rule applies.
    pub from_move: usize,
    /// For how many consecutive moves of each engine.
    pub moves: usize,
    /// The largest absolute score, in centipawns.
    pub score: u32,
}

/// A loss when an engine reports one.
#[derive(Clone, Copy, Debug)]
pub struct ResignRule {
    /// For how many of its consecutive moves.
    pub moves: usize,
    /// The score of the winner, in centipawns, above 0.
    pub score: u32,
    /// Whether the opponent must have reported a win for as many moves.
    pub both: bool,
}

const COUNT: &str = "a whole number from 0";
const ABOVE_ZERO: &str = "a whole number above 0";

impl DrawRule {
    /// Reads the values of `--draw`; `None` without values or with `count=0`.
    ///
    /// # Errors
    /// A value is not known or out of range.
    pub fn parse(arguments: &[String]) -> anyhow::Result<Option<DrawRule>> {
        let values = KeyValues::new("--draw", arguments, &["move", "count", "score"])?;
        let rule = DrawRule {
            from_move: values.get("move", 40, COUNT)?,
            moves: values.get("count", 8, COUNT)?,
            score: values.get("score", 10, COUNT)?,
        };
        Ok((rule.moves > 0 && !arguments.is_empty()).then_some(rule))
    }
}

impl ResignRule {
    /// Reads the values of `--resign`; `None` without values or with `count=0`.
    ///
    /// # Errors
    /// A value is not known or out of range.
    pub fn parse(arguments: &[String]) -> anyhow::Result<Option<ResignRule>> {
        let values = KeyValues::new("--resign", arguments, &["count", "score", "both"])?;
        let rule = ResignRule {
            moves: values.get("count", 4, COUNT)?,
            score: values.get("score", 600, ABOVE_ZERO)?,
            both: values.get("both", false, "true or false")?,
        };
        ensure!(rule.score > 0, "--resign: found score=0, expected {ABOVE_ZERO}");
        Ok((rule.moves > 0 && !arguments.is_empty()).then_some(rule))
    }
}

impl Display for DrawRule {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "move={} count={} score={}", self.from_move, self.moves, self.score)
    }
}

impl Display for ResignRule {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "count={} score={} both={}", self.moves, self.score, self.both)
    }
}

/// The result of an adjudication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjudication {
    /// This side wins: its opponent has reported a loss for long enough.
    Win(Side),
    /// Both engines have reported even scores for long enough.
    Draw,
    /// The game has reached its maximum length.
    MaxPlies,
}

impl Adjudication {
    /// The winner.
    pub fn winner(self) -> Option<Side> {
        if let Adjudication::Win(winner) = self { Some(winner) } else { None }
    }

    /// The reason as records and results give it.
    pub fn reason(self) -> &'static str {
        match self {
            Adjudication::Win(_) => "resignation",
            Adjudication::Draw => "even scores",
            Adjudication::MaxPlies => "maximum length",
        }
    }
}

/// Applies the rules to the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: AdjudicationRules,
    plies: usize,
    /// Consecutive plies with an even score.
    even: usize,
    /// By side: consecutive moves with a lost and with a won score.
    losing: [usize; 2],
    winning: [usize; 2],
}

impl Adjudicator {
    /// Starts a game.
    pub fn new(rules: AdjudicationRules) -> Adjudicator {
        Adjudicator { rules, plies: 0, even: 0, losing: [0; 2], winning: [0; 2] }
    }

    /// Call after every move with the score that `mover` has reported, if any. Says whether the game is over.
    pub fn after_move(&mut self, mover: Side, score: Option<Score>) -> Option<Adjudication> {
        self.plies += 1;
        let value = score.map(Score::value);
        let count = |counter: &mut usize, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = self.rules.resign {
            let side = mover.index();
            let decided = value.filter(|value| value.unsigned_abs() >= rule.score);
            count(&mut self.losing[side], decided.is_some_and(i32::is_negative));
            count(&mut self.winning[side], decided.is_some_and(i32::is_positive));
            let agreed = !rule.both || self.winning[(!mover).index()] >= rule.moves;
            if self.losing[side] >= rule.moves && agreed {
                return Some(Adjudication::Win(!mover));
            }
        }
        if self.rules.max_plies.is_some_and(|max| self.plies >= max) {
            return Some(Adjudication::MaxPlies);
        }
        if let Some(rule) = self.rules.draw {
            count(&mut self.even, value.is_some_and(|value| value.unsigned_abs() <= rule.score));
            if self.even >= rule.moves.saturating_mul(2) && self.plies >= rule.from_move.saturating_mul(2) {
                return Some(Adjudication::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After which ply the game is over, and how: both sides move in turn, with these scores.
    fn end(rules: AdjudicationRules, scores: &[Option<i32>]) -> Option<(usize, Adjudication)> {
        let mut adjudicator = Adjudicator::new(rules);
        let mut moves = (1..).zip(Side::BOTH.into_iter().cycle().zip(scores));
        moves.find_map(|(ply, (mover, score))| Some((ply, adjudicator.after_move(mover, score.map(Score::estimate))?)))
    }

    fn resign(moves: usize, both: bool) -> AdjudicationRules {
        AdjudicationRules { resign: Some(ResignRule { moves, score: 600, both }), ..AdjudicationRules::default() }
    }

    fn draw(from_move: usize, moves: usize) -> AdjudicationRules {
        AdjudicationRules { draw: Some(DrawRule { from_move, moves, score: 10 }), ..AdjudicationRules::default() }
    }

    #[test]
    fn the_opponent_of_the_resigning_side_wins() {
        let [first, second] = Side::BOTH.map(Adjudication::Win);
        assert_eq!([first, second].map(Adjudication::winner), Side::BOTH.map(Some));
        for (rules, scores, expected) in [
            // The first side moves first, third, fifth, ...
            (resign(3, false), &[-600, 0, -700, 0, -800, 0].map(Some)[..], Some((5, second))),
            (resign(3, false), &[0, -600, 0, -600, 0, -600].map(Some), Some((6, first))),
            (resign(3, false), &[-599, 0, -599, 0, -599, 0, -599].map(Some), None),
            // A won score alone does not end the game.
            (resign(1, false), &[600, 600, 900, 900].map(Some), None),
            // A better score, or none, resets the count.
            (resign(2, false), &[Some(-600), None, Some(-599), None, Some(-600), None, Some(-600)], Some((7, second))),
            (resign(2, false), &[Some(-600), None, None, None, Some(-600), None, Some(-600)], Some((7, second))),
            // With `both`, the winner must have reported its win for as many moves.
            (resign(2, true), &[-600, 500, -600, 500, -600, 500].map(Some), None),
            (resign(2, true), &[-600, 500, -600, 600, -600, 600, -600].map(Some), Some((7, second))),
        ] {
            assert_eq!(end(rules, scores), expected, "{rules:?}: {scores:?}");
        }
    }

    #[test]
    fn a_draw_needs_even_scores_of_both_sides() {
        let even = [-10, 10, 0, 0, 0, 0, 0, 0].map(Some);
        let draw_after = |ply| Some((ply, Adjudication::Draw));
        let with_gap = [Some(0), Some(0), Some(0), None, Some(0), Some(0), Some(0), Some(0)];
        for (rules, scores, expected) in [
            (draw(0, 3), &even[..], draw_after(6)),
            (draw(4, 3), &even, draw_after(8)),
            (draw(5, 3), &even, None),
            (draw(0, 2), &with_gap, draw_after(8)),
            (draw(0, 1), &[0, 11, 0, 11, 0, -11, 0, -11].map(Some), None),
            // The length is counted in plies.
            (AdjudicationRules { max_plies: Some(3), ..draw(0, 9) }, &[None; 4], Some((3, Adjudication::MaxPlies))),
        ] {
            assert_eq!(end(rules, scores), expected, "{rules:?}: {scores:?}");
        }
        assert_eq!([Adjudication::Draw, Adjudication::MaxPlies].map(Adjudication::winner), [None; 2]);
    }

    #[test]
    fn what_is_written_of_a_rule_is_read_again() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let text = "move=34 count=7 score=12";
        let rule = DrawRule::parse(&words(text)).unwrap().unwrap();
        assert_eq!((rule.from_move, rule.moves, rule.score, &*rule.to_string()), (34, 7, 12, text));
        let text = "count=3 score=700 both=true";
        let rule = ResignRule::parse(&words(text)).unwrap().unwrap();
        assert_eq!((rule.moves, rule.score, rule.both, &*rule.to_string()), (3, 700, true, text));
        for none in ["", "count=0"] {
            assert!(DrawRule::parse(&words(none)).unwrap().is_none(), "{none}");
            assert!(ResignRule::parse(&words(none)).unwrap().is_none(), "{none}");
        }
    }
}
