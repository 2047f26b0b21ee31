//! One game of the engine against itself.

use super::fixed_nodes::FixedNodesSearcher;
use super::random_starts::GameStart;
use crate::conditions::adjudication::{Adjudication, AdjudicationRules, Adjudicator};
use crate::game::Game;
use crate::lab::game_file::training_game::{EndOfGame, EndReason, ScoredMove, TrainingGame, end_by_rule};
use crate::search::Knowledge;
use crate::system::interrupt;

/// The settings that a game depends on, apart from the search.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// When a game is adjudicated.
    pub adjudication: AdjudicationRules,
    /// The largest score of the first search for either side, in centipawns; other starts are refused.
    pub max_start_score: i32,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game.
    pub game: TrainingGame,
    /// Positions visited by the search.
    pub nodes: u64,
}

/// Plays both sides.
pub struct SelfPlayer<K: Knowledge> {
    searcher: FixedNodesSearcher<K>,
    settings: SelfPlaySettings,
}

impl<K: Knowledge> SelfPlayer<K> {
    /// A player that searches with `searcher`.
    pub fn new(searcher: FixedNodesSearcher<K>, settings: SelfPlaySettings) -> SelfPlayer<K> {
        SelfPlayer { searcher, settings }
    }

    /// Plays a game. `None` if the start is refused, or if the program was interrupted.
    pub fn play(&mut self, start: GameStart<K::Game>) -> Option<PlayedGame> {
        self.searcher.clear();
        let mut history = start.history;
        let mut adjudicator = Adjudicator::new(self.settings.adjudication);
        let (mut moves, mut nodes) = (Vec::new(), 0);
        let (end_reason, winner) = loop {
            if interrupt::raised() {
                return None;
            }
            let result = self.searcher.search(&history);
            let (mv, score) = (result.pv[0], result.score);
            if moves.is_empty() && score.value().abs() > self.settings.max_start_score {
                return None;
            }
            nodes += result.nodes;
            moves.push(ScoredMove { number: history.position().move_number(mv), score: score.to_i16() });
            let mover = history.position().side_to_move();
            history.play(mv);
            let adjudication = adjudicator.after_move(mover, Some(score));
            let adjudicated = adjudication.map(|adjudication| match adjudication {
                Adjudication::MaxPlies => (EndReason::Limit, None),
                _ => (EndReason::Score, adjudication.winner()),
            });
            let end = end_by_rule(&history).or_else(|| self.end_by_tables(history.position()));
            if let Some(end) = end.or(adjudicated) {
                break end;
            }
        };
        let game =
            TrainingGame { number: start.number, start: start.text, opening: start.opening, moves, winner, end_reason };
        Some(PlayedGame { game, nodes })
    }

    /// The result by the endgame tables, if they have the position.
    fn end_by_tables(&self, position: &K::Game) -> Option<EndOfGame> {
        let outcome = K::tablebase_result(&self.searcher.search.tablebase, position)?;
        Some((EndReason::Tables, outcome.winner(position.side_to_move())))
    }
}
