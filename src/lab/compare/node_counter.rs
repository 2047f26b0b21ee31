//! Runs the algorithms on positions and counts their nodes.

use super::algorithms::ComparedAlgorithm;
use super::compared_value::ComparedValue;
use super::counting_evaluator::CountingEvaluator;
use crate::game::{AnyPosition, Game, WorkLimit};
use crate::games::GameEntry;
use crate::notation::{AnyNotation, MoveStyle, Notation};
use crate::player::AnyTextbookKnowledge;
use crate::search::listener::Silent;
use crate::search::task::SearchTask;
use crate::search::{Score, Search, SearchLimits, ShownScore, TranspositionTable};
use crate::system::interrupt;
use crate::textbook::{History, TextbookAlgorithm, TextbookCounts, TextbookKnowledge, TextbookStop};
use indicatif::ProgressBar;
use std::sync::Arc;
use std::time::Instant;

/// Runs the algorithms on positions of one game. Compiled once, it serves every game.
pub struct NodeCounter {
    /// Writes the moves.
    pub notation: AnyNotation,
    knowledge: AnyTextbookKnowledge,
    search: Box<SearchRun>,
    /// The greatest number of nodes of an algorithm on one position; `None` for no limit.
    nodes: Option<u64>,
}

/// Runs the search of one game.
type SearchRun = dyn Fn(&AnyPosition, SearchLimits) -> anyhow::Result<SearchCount>;

/// What the search has found.
struct SearchCount {
    nodes: u64,
    score: Score,
    best: Option<String>,
}

/// The result of one algorithm on one position.
pub struct NodeCount {
    /// The algorithm with its depth.
    pub algorithm: ComparedAlgorithm,
    /// The size of the tree. Of the search only the nodes are known.
    pub counts: TextbookCounts,
    /// The value for the side to move, or why there is none.
    pub value: Result<ComparedValue, TextbookStop>,
    /// The best move.
    pub best: Option<String>,
    /// Seconds.
    pub time: f64,
}

impl NodeCounter {
    /// A counter with an evaluation and a limit of nodes, for positions of a game of `K`.
    pub fn new<K: GameEntry>(model: Arc<K::Model>, nodes: Option<u64>) -> NodeCounter {
        NodeCounter {
            notation: AnyNotation::new::<K::Game>(),
            knowledge: AnyTextbookKnowledge::new::<K>(&model),
            search: Box::new(move |position, limits| search::<K>(position, &model, limits)),
            nodes,
        }
    }

    /// Runs an algorithm. The history values are used and changed by algorithms that have any; `bar` counts the evaluated
    /// positions.
    ///
    /// # Errors
    /// There is too little memory for the transposition table.
    pub fn count(
        &self,
        position: &AnyPosition,
        algorithm: ComparedAlgorithm,
        history: &mut History,
        bar: &ProgressBar,
    ) -> anyhow::Result<NodeCount> {
        match algorithm {
            ComparedAlgorithm::Textbook(textbook) => Ok(self.textbook(position, textbook, history, bar)),
            ComparedAlgorithm::Search { depth } => self.search(position, depth),
        }
    }

    fn textbook(
        &self,
        position: &AnyPosition,
        algorithm: TextbookAlgorithm,
        history: &mut History,
        bar: &ProgressBar,
    ) -> NodeCount {
        let limit =
            WorkLimit { positions: self.nodes.unwrap_or(u64::MAX), stop: &interrupt::raised, ..WorkLimit::default() };
        let evaluator = CountingEvaluator::new(&self.knowledge, bar);
        let evaluate = |position: &AnyPosition| evaluator.value(position);
        let knowledge = TextbookKnowledge { evaluate: &evaluate, ..self.knowledge.knowledge() };
        let pawn_value = self.knowledge.pawn_value;
        let began = Instant::now();
        let found = algorithm.for_pawn_value(pawn_value).run_with_history(position, knowledge, limit, history);
        let time = began.elapsed().as_secs_f64();
        let (counts, best) = match &found {
            Ok(found) => (found.counts, found.best),
            Err(stopped) => (stopped.counts, stopped.best),
        };
        let show_move = |mv| self.notation.show_move(position, mv, MoveStyle::Long);
        let value = |value| {
            if position.has_payoffs() {
                ComparedValue::Payoff(value)
            } else {
                ComparedValue::of_evaluation(value, pawn_value)
            }
        };
        NodeCount {
            algorithm: ComparedAlgorithm::Textbook(algorithm),
            counts,
            value: found.map(|found| value(found.value)).map_err(|stopped| stopped.stop),
            best: best.map(show_move),
            time,
        }
    }

    /// Counts the nodes of the engine's search, over all iterations, with an empty transposition table.
    fn search(&self, position: &AnyPosition, depth: u32) -> anyhow::Result<NodeCount> {
        let limits = SearchLimits { depth: Some(depth as i32), nodes: self.nodes, ..SearchLimits::default() };
        let began = Instant::now();
        let found = (self.search)(position, limits)?;
        let limit = self.nodes.filter(|&nodes| nodes <= found.nodes);
        Ok(NodeCount {
            algorithm: ComparedAlgorithm::Search { depth },
            counts: TextbookCounts { nodes: found.nodes, ..TextbookCounts::default() },
            value: match limit {
                Some(nodes) => Err(TextbookStop::Nodes(nodes)),
                None => {
                    let pawn_value = self.knowledge.pawn_value;
                    let shown = ShownScore::of(position, found.score, pawn_value);
                    Ok(ComparedValue::of_score(shown))
                }
            },
            best: found.best,
            time: began.elapsed().as_secs_f64(),
        })
    }
}

fn search<K: GameEntry>(
    position: &AnyPosition,
    model: &Arc<K::Model>,
    limits: SearchLimits,
) -> anyhow::Result<SearchCount> {
    let position: &K::Game = position.inside();
    let mut search = Search::<K>::new(Arc::new(TranspositionTable::new(16)?), model);
    let found = search.think(SearchTask::new(position, limits), &mut Silent);
    let show_move = |&mv| position.show_move(mv, MoveStyle::Long);
    Ok(SearchCount { nodes: found.nodes, score: found.score, best: found.pv.first().map(show_move) })
}
