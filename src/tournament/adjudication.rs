//! Games that are ended because the engines agree how they will end.

use super::key_values::KeyValues;
use crate::game::Side;
use crate::search::Score;
use std::fmt::{self, Display, Formatter};

/// When to end a game early.
#[derive(Clone, Copy, Default, Debug)]
pub struct AdjudicationRules {
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
        let words = KeyValues::new("--draw", words, &["move", "count", "score"])?;
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
        let words = KeyValues::new("--resign", words, &["count", "score", "both"])?;
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

/// Why a game is ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjudication {
    /// The opponent of this side has thought for long that it loses.
    Resignation(Side),
    /// Both have thought for long that nobody is better.
    Draw,
    /// The game has reached the greatest length.
    MaxPlies,
}

impl Adjudication {
    /// Who wins.
    pub fn winner(self) -> Option<Side> {
        match self {
            Adjudication::Resignation(winner) => Some(winner),
            Adjudication::Draw | Adjudication::MaxPlies => None,
        }
    }

    /// A word for people.
    pub fn reason(self) -> &'static str {
        match self {
            Adjudication::Resignation(_) => "resignation",
            Adjudication::Draw => "even scores",
            Adjudication::MaxPlies => "maximum length",
        }
    }
}

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: AdjudicationRules,
    plies: usize,
    even: usize,
    /// By sides: for how many moves it has thought that it loses, and that it wins.
    losing: [usize; 2],
    winning: [usize; 2],
}

impl Adjudicator {
    /// Before the first move.
    pub fn new(rules: AdjudicationRules) -> Adjudicator {
        Adjudicator {
            rules,
            plies: 0,
            even: 0,
            losing: [0; 2],
            winning: [0; 2],
        }
    }

    /// A move was made that `mover` valued so, if it told. Says why the game is over, if it is.
    pub fn after_move(&mut self, mover: Side, score: Option<Score>) -> Option<Adjudication> {
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
                return Some(Adjudication::Resignation(!mover));
            }
        }
        if self.rules.max_plies.is_some_and(|most| self.plies >= most) {
            return Some(Adjudication::MaxPlies);
        }
        if let Some(rule) = self.rules.draw {
            count(
                &mut self.even,
                value.is_some_and(|value| value.abs() <= rule.score),
            );
            if self.even >= 2 * rule.moves && self.plies >= 2 * rule.from_move {
                return Some(Adjudication::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the observer says of moves of both sides in turn, valued so by their movers.
    fn adjudged(rules: AdjudicationRules, scores: &[Option<i32>]) -> Vec<Option<Adjudication>> {
        let mut observer = Adjudicator::new(rules);
        let sides = Side::BOTH.into_iter().cycle();
        let moves = sides.zip(scores);
        moves
            .map(|(mover, score)| observer.after_move(mover, score.map(Score::estimate)))
            .collect()
    }

    /// The number of the move, from 1, after which the game is over, and why.
    fn end(rules: AdjudicationRules, scores: &[Option<i32>]) -> Option<(usize, Adjudication)> {
        let all = adjudged(rules, scores);
        let first = all.iter().position(Option::is_some)?;
        Some((first + 1, all[first]?))
    }

    fn resign(moves: usize, both: bool) -> AdjudicationRules {
        AdjudicationRules {
            resign: Some(ResignRule {
                moves,
                score: 600,
                both,
            }),
            ..AdjudicationRules::default()
        }
    }

    fn draw(from_move: usize, moves: usize) -> AdjudicationRules {
        AdjudicationRules {
            draw: Some(DrawRule {
                from_move,
                moves,
                score: 10,
            }),
            ..AdjudicationRules::default()
        }
    }

    #[test]
    fn the_opponent_of_who_resigns_wins() {
        let won = Adjudication::Resignation;
        // The first side moves first, third, fifth, ...
        let first_loses = [-600, 0, -700, 0, -800, 0].map(Some);
        assert_eq!(
            end(resign(3, false), &first_loses),
            Some((5, won(Side::Second)))
        );
        let second_loses = [0, -600, 0, -600, 0, -600].map(Some);
        assert_eq!(
            end(resign(3, false), &second_loses),
            Some((6, won(Side::First)))
        );
        assert_eq!(won(Side::First).winner(), Some(Side::First));
        let not_enough = [-599, 0, -599, 0, -599, 0, -599].map(Some);
        assert_eq!(end(resign(3, false), &not_enough), None);
        // What an engine thinks it wins by is no resignation of its opponent.
        assert_eq!(end(resign(1, false), &[600, 600, 900, 900].map(Some)), None);
    }

    #[test]
    fn a_better_score_or_none_begins_the_count_again() {
        for score in [Some(-599), None] {
            let scores = [Some(-600), None, score, None, Some(-600), None, Some(-600)];
            let expected = Adjudication::Resignation(Side::Second);
            assert_eq!(end(resign(2, false), &scores), Some((7, expected)));
        }
        let scores = [
            Some(0),
            Some(0),
            Some(0),
            None,
            Some(0),
            Some(0),
            Some(0),
            Some(0),
        ];
        assert_eq!(end(draw(0, 2), &scores), Some((8, Adjudication::Draw)));
    }

    /// With `both`, the winner must have seen it for as long.
    #[test]
    fn the_winner_may_have_to_agree() {
        let alone = [-600, 500, -600, 500, -600, 500].map(Some);
        assert_eq!(end(resign(2, true), &alone), None);
        let late = [-600, 500, -600, 600, -600, 600, -600].map(Some);
        let expected = Adjudication::Resignation(Side::Second);
        assert_eq!(end(resign(2, true), &late), Some((7, expected)));
    }

    /// So many moves of both sides, and not before a certain move.
    #[test]
    fn both_see_a_draw_for_so_many_moves() {
        let even = [
            Some(-10),
            Some(10),
            Some(0),
            Some(0),
            Some(0),
            Some(0),
            Some(0),
            Some(0),
        ];
        assert_eq!(end(draw(0, 3), &even), Some((6, Adjudication::Draw)));
        assert_eq!(end(draw(4, 3), &even), Some((8, Adjudication::Draw)));
        assert_eq!(end(draw(5, 3), &even), None);
        let one_side = [0, 11, 0, 11, 0, -11, 0, -11].map(Some);
        assert_eq!(end(draw(0, 1), &one_side), None);
        assert_eq!(Adjudication::Draw.winner(), None);
    }

    #[test]
    fn the_length_is_counted_in_plies() {
        let rules = AdjudicationRules {
            max_plies: Some(3),
            ..draw(0, 9)
        };
        let end = end(rules, &[None; 4]);
        assert_eq!(end, Some((3, Adjudication::MaxPlies)));
        assert_eq!(Adjudication::MaxPlies.winner(), None);
    }
}
