//! Plays games against itself, always from a clear mind: a game depends on its start alone.

use super::starts::Start;
use super::thinking::Thinker;
use crate::game::Game;
use crate::lab::game_file::data::{End, Ending, GameData, Ply, end_by_rule};
use crate::search::Knowledge;
use crate::system::interrupt;
use crate::tournament::adjudication::{Adjudication, AdjudicationRules, Adjudicator};

/// How to play.
#[derive(Clone, Debug)]
pub struct Terms {
    /// When a game ends early.
    pub rules: AdjudicationRules,
    /// No game begins where the first search finds a greater score for either side, in hundredths.
    pub balance: i32,
}

/// A game that is over, and what it cost.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The game.
    pub game: GameData,
    /// Positions visited.
    pub nodes: u64,
}

/// One who plays both sides.
pub struct SelfPlay<K: Knowledge> {
    thinker: Thinker<K>,
    terms: Terms,
}

impl<K: Knowledge> SelfPlay<K> {
    /// Plays by what this one thinks.
    pub fn new(thinker: Thinker<K>, terms: Terms) -> SelfPlay<K> {
        SelfPlay { thinker, terms }
    }

    /// Plays a game; none, if the start is good for one side, or if the program is interrupted.
    pub fn play(&mut self, start: Start<K::Game>) -> Option<Finished> {
        self.thinker.clear();
        let mut course = start.course;
        let mut observer = Adjudicator::new(self.terms.rules);
        let (mut plies, mut nodes) = (Vec::new(), 0);
        let (ending, winner) = loop {
            if interrupt::raised() {
                return None;
            }
            let thought = self.thinker.think(&course);
            let (mv, score) = (thought.pv[0], thought.score);
            if plies.is_empty() && score.value().abs() > self.terms.balance {
                return None;
            }
            nodes += thought.nodes;
            plies.push(Ply {
                code: K::Game::code(mv),
                score: score.value() as i16,
            });
            let mover = course.position().side_to_move();
            course.play(mv);
            let adjudged = observer.after_move(mover, Some(score));
            let adjudged = adjudged.map(|adjudged| match adjudged {
                Adjudication::MaxPlies => (Ending::Limit, None),
                _ => (Ending::Score, adjudged.winner()),
            });
            let end = end_by_rule(&course).or_else(|| self.end_by_tables(course.position()));
            if let Some(end) = end.or(adjudged) {
                break end;
            }
        };
        let game = GameData {
            number: start.number,
            start: start.text,
            opening: start.opening,
            plies,
            winner,
            ending,
        };
        Some(Finished { game, nodes })
    }

    /// What the endgame tables say of a position, if they know it.
    fn end_by_tables(&self, position: &K::Game) -> Option<End> {
        let outcome = K::tablebase_result(&self.thinker.search.tablebase, position)?;
        Some((Ending::Tables, outcome.winner(position.side_to_move())))
    }
}
