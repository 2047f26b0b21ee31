//! Games played again by the rules.

use super::game_file::training_game::{ScoredMove, TrainingGame, end_by_rule};
use crate::game::Side;
use crate::game_history::GameHistory;
use crate::notation::Notation;

/// Plays a game again and shows every position that was thought about, with the move made there.
/// Gives back the game at its end. The message tells what is wrong.
pub fn replay<G: Notation>(
    game: &TrainingGame,
    mut viewer: impl FnMut(&GameHistory<G>, G::Move, ScoredMove),
) -> Result<GameHistory<G>, String> {
    let start = match &game.start {
        Some(text) => G::parse(text).map_err(|error| format!("the start: {error}"))?,
        None => G::start(),
    };
    let mut course = GameHistory::new(start);
    for (number, &code) in (1..).zip(&game.opening) {
        let mv = decode(&course, code);
        course.play(mv.map_err(|error| format!("random move {number}: {error}"))?);
    }
    for (number, &ply) in (1..).zip(&game.moves) {
        let mv = decode(&course, ply.code);
        let mv = mv.map_err(|error| format!("move {number}: {error}"))?;
        viewer(&course, mv, ply);
        course.play(mv);
    }
    Ok(course)
}

fn decode<G: Notation>(course: &GameHistory<G>, code: u16) -> Result<G::Move, String> {
    let position = course.position();
    if course.outcome().is_some() {
        return Err(format!(
            "found a move after the game's end in '{}'",
            position.show()
        ));
    }
    position.numbered_move(code).ok_or_else(|| {
        format!(
            "found code {code}, expected a legal move in '{}'",
            position.show()
        )
    })
}

/// What is wrong with the result of a game that was played to its end here.
pub fn check_end<G: Notation>(game: &TrainingGame, course: &GameHistory<G>) -> Result<(), String> {
    let found = (game.end_reason, game.winner);
    let show = || course.position().show();
    let tell = |(ending, winner): (super::game_file::training_game::EndReason, Option<Side>)| {
        let winner = match winner {
            None => "a draw",
            Some(Side::First) => "a win of the first side",
            Some(Side::Second) => "a win of the second side",
        };
        format!("{winner} by {}", ending.name())
    };
    match end_by_rule(course) {
        Some(end) if end == found => Ok(()),
        Some(end) => {
            let (found, expected) = (tell(found), tell(end));
            Err(format!(
                "found {found}, expected {expected} in '{}'",
                show()
            ))
        }
        None if game.end_reason.is_by_rule() => {
            let found = tell(found);
            Err(format!(
                "found {found}, expected a position where the game is over, not '{}'",
                show()
            ))
        }
        None => Ok(()),
    }
}
