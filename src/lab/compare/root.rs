//! Runs the algorithms on a position and counts their nodes.

use super::algorithms::ComparedAlgorithm;
use super::counting_evaluator::CountingEvaluator;
use crate::game::{AnyPosition, Game};
use crate::games::GameEntry;
use crate::notation::{MoveStyle, Notation};
use crate::player::AnyTextbookKnowledge;
use crate::search::listener::Silent;
use crate::search::task::SearchTask;
use crate::search::{Score, Search, SearchLimits, TranspositionTable};
use crate::textbook::{
    AlgorithmResult, Fraction, TextbookAlgorithm, TextbookCounts, TextbookKnowledge, TextbookLimit,
    WIN,
};
use anyhow::ensure;
use std::sync::Arc;
use std::time::Instant;

/// The position and the evaluation that all compared algorithms search with.
pub struct ComparisonRoot<K: GameEntry> {
    /// The position.
    pub position: K::Game,
    model: Arc<K::Model>,
    knowledge: AnyTextbookKnowledge,
    /// The greatest number of nodes of an algorithm; `None` for no limit.
    nodes: Option<u64>,
}

/// The result of one algorithm.
pub struct NodeCount {
    /// The algorithm with its depth.
    pub algorithm: ComparedAlgorithm,
    /// The size of the tree. Of the search only the nodes are known.
    pub counts: TextbookCounts,
    /// The value for the side to move, in centipawns; a win in `n` plies is [`WIN`]` - n`. Or why there is none.
    pub value: Result<Fraction, String>,
    /// The best move.
    pub best: Option<String>,
    /// Seconds.
    pub time: f64,
}

impl<K: GameEntry> ComparisonRoot<K> {
    /// A root with an evaluation and a limit of nodes.
    ///
    /// # Errors
    /// The game is over in the position.
    pub fn new(
        position: K::Game,
        model: Arc<K::Model>,
        nodes: Option<u64>,
    ) -> anyhow::Result<ComparisonRoot<K>> {
        ensure!(
            position.outcome().is_none(),
            "the position: the game is over, expected one that goes on"
        );
        let knowledge = AnyTextbookKnowledge::new::<K>(&model);
        Ok(ComparisonRoot {
            position,
            model,
            knowledge,
            nodes,
        })
    }

    /// Runs an algorithm.
    ///
    /// # Errors
    /// There is too little memory for the transposition table.
    pub fn count(&self, algorithm: ComparedAlgorithm) -> anyhow::Result<NodeCount> {
        match algorithm {
            ComparedAlgorithm::Textbook(textbook) => Ok(self.textbook(textbook)),
            ComparedAlgorithm::Search { depth } => self.search(depth),
        }
    }

    fn textbook(&self, algorithm: TextbookAlgorithm) -> NodeCount {
        let position = AnyPosition::new(self.position.clone());
        let limit = TextbookLimit {
            nodes: self.nodes,
            stop: None,
        };
        let began = Instant::now();
        let found = run(&position, algorithm, &self.knowledge, limit);
        let time = began.elapsed().as_secs_f64();
        let (counts, best) = match &found {
            Ok(found) => (found.counts, found.best),
            Err(stopped) => (stopped.counts, stopped.best),
        };
        let own_move = |mv| position.own_move::<K::Game>(mv);
        NodeCount {
            algorithm: ComparedAlgorithm::Textbook(algorithm),
            counts,
            value: found
                .map(|found| found.value)
                .map_err(|stopped| stopped.stop.to_string()),
            best: best.and_then(own_move).map(|mv| self.show_move(mv)),
            time,
        }
    }

    /// Counts the nodes of the engine's search, over all iterations, with an empty transposition table.
    fn search(&self, depth: u32) -> anyhow::Result<NodeCount> {
        let mut search = Search::<K>::new(Arc::new(TranspositionTable::new(16)?), &self.model);
        let limits = SearchLimits {
            depth: Some(depth as i32),
            nodes: self.nodes,
            ..SearchLimits::default()
        };
        let began = Instant::now();
        let found = search.think(SearchTask::new(&self.position, limits), &mut Silent);
        Ok(NodeCount {
            algorithm: ComparedAlgorithm::Search { depth },
            counts: TextbookCounts {
                nodes: found.nodes,
                ..TextbookCounts::default()
            },
            value: Ok(value(found.score).into()),
            best: found.pv.first().map(|&mv| self.show_move(mv)),
            time: began.elapsed().as_secs_f64(),
        })
    }

    fn show_move(&self, mv: <K::Game as Game>::Move) -> String {
        self.position.show_move(mv, MoveStyle::Long)
    }
}

/// Runs a textbook algorithm, with a progress display. Compiled once, it serves every game.
fn run(
    position: &AnyPosition,
    algorithm: TextbookAlgorithm,
    knowledge: &AnyTextbookKnowledge,
    limit: TextbookLimit,
) -> AlgorithmResult<<AnyPosition as Game>::Move> {
    let evaluator = CountingEvaluator::new(knowledge, &algorithm.to_string());
    let evaluate = |position: &AnyPosition| evaluator.value(position);
    let knowledge = TextbookKnowledge {
        evaluate: &evaluate,
        ..knowledge.knowledge()
    };
    algorithm.run(position, knowledge, limit)
}

/// A score of the search on the scale of the textbook algorithms.
fn value(score: Score) -> i32 {
    match score.distance() {
        Some(plies) if plies > 0 => WIN - plies,
        Some(plies) => -WIN - plies,
        None => score.value(),
    }
}
