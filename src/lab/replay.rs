//! Replays stored games by the rules.

use super::any_game::AnyGame;
use super::game_file::training_game::{EndOfGame, EndReason, ScoredMove, TrainingGame, end_by_rule};
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Side};
use crate::notation::Notation;

/// Replays a game, from the start of `kind` unless it names its own start, and passes every searched position with its
/// move to `visitor`. Returns the game at its end.
///
/// # Errors
/// A move is illegal, or comes after the end of the game.
pub fn replay(
    game: &TrainingGame,
    kind: &AnyGame,
    visitor: &mut dyn FnMut(&GameLine<AnyPosition>, AnyMove, ScoredMove),
) -> Result<GameLine<AnyPosition>, String> {
    let start = kind.position(game.start.as_deref());
    let mut history = GameLine::new(start.map_err(|error| format!("the start: {error}"))?);
    for (ply, &number) in (1..).zip(&game.opening) {
        let mv = decode(&history, number);
        history.play(mv.map_err(|error| format!("random move {ply}: {error}"))?);
    }
    for (number, &ply) in (1..).zip(&game.moves) {
        let mv = decode(&history, ply.number).map_err(|error| format!("move {number}: {error}"))?;
        visitor(&history, mv, ply);
        history.play(mv);
    }
    Ok(history)
}

fn decode(history: &GameLine<AnyPosition>, number: u16) -> Result<AnyMove, String> {
    let position = history.position();
    let show = || position.show();
    if history.outcome().is_some() {
        return Err(format!("found a move after the game's end in '{}'", show()));
    }
    let mv = position.numbered_move(number);
    mv.ok_or_else(|| format!("found move number {number}, expected a legal move in '{}'", show()))
}

/// Checks the stored result of a game that was [replayed](replay).
///
/// # Errors
/// The rules give another result, or do not end the game as stored.
pub fn check_end(game: &TrainingGame, history: &GameLine<AnyPosition>) -> Result<(), String> {
    let found = (game.end_reason, game.winner);
    let show = || history.position().show();
    let describe = |(reason, winner): EndOfGame| {
        let winner = match winner {
            None => "a draw",
            Some(Side::First) => "a win of the first side",
            Some(Side::Second) => "a win of the second side",
        };
        format!("{winner} by {}", reason.name())
    };
    match end_by_rule(history) {
        Some(end) if end != found => {
            let (found, expected) = (describe(found), describe(end));
            Err(format!("found {found}, expected {expected} in '{}'", show()))
        }
        None if matches!(game.end_reason, EndReason::Rule | EndReason::Repetition) => {
            let found = describe(found);
            Err(format!("found {found}, expected a position where the game is over, not '{}'", show()))
        }
        _ => Ok(()),
    }
}
