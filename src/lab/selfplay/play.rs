//! A game of the engine against itself.

use super::generate::PlayedGame;
use super::random_starts::GameStart;
use crate::any_position::AnyPosition;
use crate::conditions::adjudication::{Adjudication, AdjudicationRules, Adjudicator};
use crate::game::Game;
use crate::games::AnySearch;
use crate::lab::game_file::training_game::{EndOfGame, EndReason, ScoredMove, end_by_rule};
use crate::search::{SearchLimits, SearchResult};
use crate::system::interrupt;

/// The settings of a game.
pub struct SelfPlaySettings {
    /// The limits of a search.
    pub limits: SearchLimits,
    /// When a game is adjudicated.
    pub adjudication: AdjudicationRules,
    /// A start is refused if the first search gives either side a greater score, in the units of game files.
    pub max_start_score: u16,
}

/// Plays both sides of a game. `None` if the start is refused, or if the program was interrupted.
pub fn play_game(search: &mut AnySearch, settings: &SelfPlaySettings, start: GameStart) -> Option<PlayedGame> {
    // The scores of a game depend on this game alone.
    search.clear();
    let GameStart { mut game, mut history } = start;
    let mut adjudicator = Adjudicator::new(settings.adjudication);
    let mut nodes = 0;
    (game.end_reason, game.winner) = loop {
        if interrupt::raised() {
            return None;
        }
        let SearchResult { pv, score, nodes: visited, .. } = search.search(&history, settings.limits.clone());
        let stored = score.to_i16();
        if game.moves.is_empty() && stored.unsigned_abs() > settings.max_start_score {
            return None;
        }
        nodes += visited;
        let (mover, number) = (history.position().side_to_move(), history.position().move_number(pv[0]));
        game.moves.push(ScoredMove { number, score: stored });
        history.play(pv[0]);
        let adjudication = adjudicator.after_move(mover, Some(score));
        let adjudicated = adjudication.map(|adjudication| match adjudication {
            Adjudication::MaxPlies => (EndReason::Limit, None),
            _ => (EndReason::Score, adjudication.winner()),
        });
        let end = end_by_rule(&history).or_else(|| end_by_tables(search, history.position()));
        if let Some(end) = end.or(adjudicated) {
            break end;
        }
    };
    Some(PlayedGame { game, nodes })
}

/// The result by the endgame tables, if they have the position.
fn end_by_tables(search: &AnySearch, position: &AnyPosition) -> Option<EndOfGame> {
    let outcome = search.table_result(position)?;
    Some((EndReason::Tables, outcome.winner(position.side_to_move())))
}
