//! Plays games against itself, always from a clear mind: a game depends on its start alone.

use super::random_starts::GameStart;
use super::searcher::FixedNodesSearcher;
use crate::game::Game;
use crate::lab::game_file::training_game::{
    EndReason, GameEnd, ScoredMove, TrainingGame, end_by_rule,
};
use crate::search::Knowledge;
use crate::system::interrupt;
use crate::tournament::adjudication::{Adjudication, AdjudicationRules, Adjudicator};

/// How to play.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// When a game ends early.
    pub adjudication: AdjudicationRules,
    /// No game begins where the first search finds a greater score for either side, in hundredths.
    pub max_start_score: i32,
}

/// A game that is over, and what it cost.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game.
    pub game: TrainingGame,
    /// Positions visited.
    pub nodes: u64,
}

/// One who plays both sides.
pub struct SelfPlayer<K: Knowledge> {
    searcher: FixedNodesSearcher<K>,
    settings: SelfPlaySettings,
}

impl<K: Knowledge> SelfPlayer<K> {
    /// Plays by what this one thinks.
    pub fn new(thinker: FixedNodesSearcher<K>, terms: SelfPlaySettings) -> SelfPlayer<K> {
        SelfPlayer {
            searcher: thinker,
            settings: terms,
        }
    }

    /// Plays a game; none, if the start is good for one side, or if the program is interrupted.
    pub fn play(&mut self, start: GameStart<K::Game>) -> Option<PlayedGame> {
        self.searcher.clear();
        let mut course = start.course;
        let mut observer = Adjudicator::new(self.settings.adjudication);
        let (mut plies, mut nodes) = (Vec::new(), 0);
        let (ending, winner) = loop {
            if interrupt::raised() {
                return None;
            }
            let thought = self.searcher.think(&course);
            let (mv, score) = (thought.pv[0], thought.score);
            if plies.is_empty() && score.value().abs() > self.settings.max_start_score {
                return None;
            }
            nodes += thought.nodes;
            plies.push(ScoredMove {
                code: course.position().move_number(mv),
                score: score.value() as i16,
            });
            let mover = course.position().side_to_move();
            course.play(mv);
            let adjudged = observer.after_move(mover, Some(score));
            let adjudged = adjudged.map(|adjudged| match adjudged {
                Adjudication::MaxPlies => (EndReason::Limit, None),
                _ => (EndReason::Score, adjudged.winner()),
            });
            let end = end_by_rule(&course).or_else(|| self.end_by_tables(course.position()));
            if let Some(end) = end.or(adjudged) {
                break end;
            }
        };
        let game = TrainingGame {
            number: start.number,
            start: start.text,
            opening: start.opening,
            moves: plies,
            winner,
            end_reason: ending,
        };
        Some(PlayedGame { game, nodes })
    }

    /// What the endgame tables say of a position, if they know it.
    fn end_by_tables(&self, position: &K::Game) -> Option<GameEnd> {
        let outcome = K::tablebase_result(&self.searcher.search.tablebase, position)?;
        Some((EndReason::Tables, outcome.winner(position.side_to_move())))
    }
}
