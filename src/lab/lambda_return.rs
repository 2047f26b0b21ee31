//! Results of games, smoothed by the scores on the way: the λ-return of temporal-difference learning (Sutton 1988).

use super::training_target::sigmoid;
use crate::game::Side;

/// How far ahead the scores of a game count. The return at the last position is the result of the game; before it,
/// `return = (1 - lambda) * sigmoid(next score / scale) + lambda * next return`.
#[derive(Clone, Copy, Debug)]
pub struct LambdaReturn {
    /// Weight of the next position's return, from 0 to 1; the rest is the weight of its score. With 1 every return is the result.
    pub lambda: f64,
    /// The score in centipawns with an expected result of 73 %.
    pub scale: f64,
}

impl LambdaReturn {
    /// The result of the game at all positions, whatever the scores.
    pub const RESULT: LambdaReturn = LambdaReturn { lambda: 1.0, scale: 1.0 };

    /// The returns at the positions of a game, from 0 to 1. The side to move, its score in centipawns and its return are
    /// those of the same position.
    pub fn of_game(self, winner: Option<Side>, positions: &[(Side, i16)]) -> Vec<f32> {
        let mut next = (Side::First, result_for(winner, Side::First));
        let backwards = positions.iter().rev().map(|&(side, score)| {
            let value = seen_by(side, next);
            let expected = sigmoid(f64::from(score) / self.scale);
            next = (side, (1.0 - self.lambda) * expected + self.lambda * value);
            value as f32
        });
        let mut returns: Vec<f32> = backwards.collect();
        returns.reverse();
        returns
    }
}

/// An expected result of one side, as `side` sees it.
fn seen_by(side: Side, (owner, value): (Side, f64)) -> f64 {
    if side == owner { value } else { 1.0 - value }
}

/// The result of a game for one side.
fn result_for(winner: Option<Side>, side: Side) -> f64 {
    match winner {
        None => 0.5,
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: [(Side, i16); 4] = [(Side::First, 100), (Side::Second, -30), (Side::First, 0), (Side::Second, 50)];

    #[test]
    fn without_scores_it_is_the_result_for_the_side_to_move() {
        for (winner, expected) in
            [(Some(Side::First), [1.0, 0.0, 1.0, 0.0]), (Some(Side::Second), [0.0, 1.0, 0.0, 1.0]), (None, [0.5; 4])]
        {
            assert_eq!(LambdaReturn::RESULT.of_game(winner, &GAME), expected);
        }
    }

    #[test]
    fn scores_on_the_way_count_for_their_own_side() {
        // At this scale scores of 100, 0 and -100 mean expected results of 3/4, 1/2 and 1/4.
        let scale = 100.0 / 3_f64.ln();
        let game = [(Side::First, 100), (Side::First, 0), (Side::Second, 100)];
        for (lambda, expected) in [(0.0, [0.5, 0.25, 0.0]), (0.5, [0.5625, 0.625, 0.0]), (1.0, [1.0, 1.0, 0.0])] {
            let found = LambdaReturn { lambda, scale }.of_game(Some(Side::First), &game);
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-6, "{lambda}: {found} {expected}");
            }
        }
    }

    #[test]
    fn a_game_without_positions_has_no_returns() {
        assert!(LambdaReturn::RESULT.of_game(None, &[]).is_empty());
    }
}
