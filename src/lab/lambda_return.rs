//! Results of games, smoothed by the scores on the way: the λ-return of temporal-difference learning (Sutton 1988).

use super::training_target::sigmoid;
use crate::game::Side;

/// How far ahead the scores of a game count. The return at the last position is the result of the game; before it,
/// `return = (1 - lambda) * sigmoid(next score / scale) + lambda * next return`.
#[derive(Clone, Copy, Debug)]
pub struct LambdaReturn {
    /// The share of the next position's return, the rest is its score: from 0 to 1, the result of the game alone.
    pub lambda: f64,
    /// The score in centipawns with an expected result of 73 %.
    pub scale: f64,
}

impl LambdaReturn {
    /// The result of the game at all positions, whatever the scores.
    pub const RESULT: LambdaReturn = LambdaReturn {
        lambda: 1.0,
        scale: 1.0,
    };

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

    const GAME: [(Side, i16); 4] = [
        (Side::First, 100),
        (Side::Second, -30),
        (Side::First, 0),
        (Side::Second, 50),
    ];

    #[test]
    fn without_scores_it_is_the_result_for_the_side_to_move() {
        for (winner, expected) in [
            (Some(Side::First), [1.0, 0.0, 1.0, 0.0]),
            (Some(Side::Second), [0.0, 1.0, 0.0, 1.0]),
            (None, [0.5; 4]),
        ] {
            assert_eq!(LambdaReturn::RESULT.of_game(winner, &GAME), expected);
        }
    }

    /// The mean of the later scores and the result, each with its own weight: λ to the power of its distance.
    #[test]
    fn every_later_score_has_its_weight() {
        let (lambda, scale) = (0.75, 120.0);
        let found = LambdaReturn { lambda, scale }.of_game(Some(Side::Second), &GAME);
        for (ply, &(side, _)) in GAME.iter().enumerate() {
            let (mut expected, mut weight) = (0.0, 1.0);
            for &(other, score) in &GAME[ply + 1..] {
                let value = sigmoid(f64::from(score) / scale);
                expected += weight * (1.0 - lambda) * seen_by(side, (other, value));
                weight *= lambda;
            }
            expected += weight * result_for(Some(Side::Second), side);
            assert!((f64::from(found[ply]) - expected).abs() < 1e-6, "{ply}");
        }
    }

    #[test]
    fn a_game_without_positions_has_no_returns() {
        assert!(LambdaReturn::RESULT.of_game(None, &[]).is_empty());
    }
}
