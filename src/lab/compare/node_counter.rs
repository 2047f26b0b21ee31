//! Runs the algorithms on positions and counts their nodes.

use super::algorithms::ComparedAlgorithm;
use super::compared_value::ComparedValue;
use crate::any_position::AnyPosition;
use crate::game::GameLine;
use crate::game::{Game, WorkLimit};
use crate::games::AnyEvaluation;
use crate::lab::any_game::AnyModel;
use crate::notation::{MoveStyle, Notation};
use crate::search::{SearchLimits, ShownScore};
use crate::system::interrupt;
use crate::textbook::{History, TextbookAlgorithm, TextbookCounts, TextbookKnowledge, TextbookStop};
use indicatif::ProgressBar;
use std::cell::Cell;
use std::sync::Arc;
use std::time::Instant;

/// Runs the algorithms on positions of one game. Compiled once, it serves every game.
pub struct NodeCounter {
    knowledge: AnyEvaluation,
    model: Arc<dyn AnyModel>,
    /// The greatest number of nodes of an algorithm on one position; `None` for no limit.
    nodes: Option<u64>,
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
    /// A counter with an evaluation and a limit of nodes, for positions of a game.
    pub fn new(model: Arc<dyn AnyModel>, nodes: Option<u64>) -> NodeCounter {
        NodeCounter { knowledge: model.knowledge(), model, nodes }
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
        // The progress bar reads the clock at every update, so updates are rare.
        const BATCH: u64 = 1 << 14;
        let evaluated = Cell::new(0_u64);
        let evaluate = |position: &AnyPosition| {
            evaluated.set(evaluated.get() + 1);
            if evaluated.get().is_multiple_of(BATCH) {
                bar.inc(BATCH);
            }
            self.knowledge.evaluate(position)
        };
        let knowledge = TextbookKnowledge { evaluate: &evaluate, ..self.knowledge.knowledge() };
        let pawn_value = self.knowledge.pawn_value;
        let began = Instant::now();
        let found = algorithm.for_pawn_value(pawn_value).run_with_history(position, knowledge, limit, history);
        let time = began.elapsed().as_secs_f64();
        let (counts, best) = found.as_ref().map_or_else(|it| (it.counts, it.best), |it| (it.counts, it.best));
        let show_move = |mv| position.show_move(mv, MoveStyle::Long);
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
        let found = self.model.search(16)?.search(&GameLine::new(position.clone()), limits);
        let pawn_value = self.knowledge.pawn_value;
        let value = ComparedValue::of_score(ShownScore::of(position, found.score, pawn_value));
        let limit = self.nodes.filter(|&nodes| nodes <= found.nodes);
        let best = position.numbered_move(found.number);
        Ok(NodeCount {
            algorithm: ComparedAlgorithm::Search { depth },
            counts: TextbookCounts { nodes: found.nodes, ..TextbookCounts::default() },
            value: limit.map_or(Ok(value), |nodes| Err(TextbookStop::Nodes(nodes))),
            best: best.map(|mv| position.show_move(mv, MoveStyle::Long)),
            time: began.elapsed().as_secs_f64(),
        })
    }
}
