//! Values of positions: ends of the game, and the sides from which they are seen.

use crate::game::{Game, Outcome};
use std::ops::Neg;

/// The value of a game that is won at the root. A win in `n` plies is worth `WIN - n`, so that nearer wins
/// and farther losses are better. Evaluations must stay well below it.
pub const WIN: i32 = 1_000_000;

/// The value of a position, `ply` plies from the root, for the side to move if the game is over there: the
/// [payoff](Game::payoff) if the game has one, else by the outcome.
pub fn end_value<G: Game>(position: &G, ply: u32) -> Option<i32> {
    let outcome = position.outcome()?;
    let by_outcome = || {
        let distance = i32::try_from(ply).unwrap_or(WIN).min(WIN);
        match outcome {
            Outcome::Win => WIN - distance,
            Outcome::Draw => 0,
            Outcome::Loss => distance - WIN,
        }
    };
    Some(position.payoff().map(|payoff| relative(position, payoff)).unwrap_or_else(by_outcome))
}

/// The text of a value that stands for a win or a loss, `None` for other values: `win 3` for a win in three plies, `loss 2`,
/// `win` if the game is over.
pub fn end_text(value: i32) -> Option<String> {
    let distance = WIN - value.abs();
    let name = if value > 0 { "win" } else { "loss" };
    match distance {
        0 => Some(name.to_owned()),
        1..=MAX_END => Some(format!("{name} {distance}")),
        _ => None,
    }
}

/// The greatest distance of an end from the root that a value can have, in plies.
const MAX_END: i32 = u8::MAX as i32;

/// Converts a value for [`Side::First`](crate::game::Side) into one for the side to move of `position`, and back. This is the
/// only difference between [`minimax`](super::minimax()) and [`negamax`](super::negamax()).
pub fn relative<G: Game, V: Neg<Output = V>>(position: &G, value: V) -> V {
    position.side_to_move().relative(value)
}
