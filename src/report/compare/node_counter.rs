//! Runs the algorithms on positions and counts their nodes.

use super::algorithms::ComparedAlgorithm;
use super::compared_value::ComparedValue;
use crate::any_position::AnyPosition;
use crate::game::GameLine;
use crate::game::{Game, WorkLimit};
use crate::games::{AnyEvaluation, AnySearch, GameInfo};
use crate::notation::{MoveStyle, Notation};
use crate::search::{SearchLimits, ShownScore};
use crate::system::Instant;
use crate::textbook::{History, TextbookAlgorithm, TextbookCounts, TextbookStop};
use std::cell::RefCell;
use std::path::Path;

/// Runs the algorithms on positions of one game. Compiled once, it serves every game.
pub struct NodeCounter {
    knowledge: AnyEvaluation,
    search: RefCell<Box<dyn AnySearch>>,
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
    /// A counter for positions of a game like `position`, with the evaluation in a file; without a path, the embedded one.
    ///
    /// # Errors
    /// The evaluation cannot be read, or there is too little memory for the transposition table.
    pub fn new(
        game: &'static GameInfo,
        position: &AnyPosition,
        evaluation: Option<&Path>,
    ) -> anyhow::Result<NodeCounter> {
        Ok(NodeCounter {
            knowledge: game.evaluation(position, evaluation)?,
            search: RefCell::new(game.search(position, evaluation, 16)?),
        })
    }

    /// Runs an algorithm within a limit of nodes. The history values are used and changed by algorithms that have any.
    pub fn count(
        &self,
        position: &AnyPosition,
        algorithm: ComparedAlgorithm,
        history: &mut History,
        limit: &WorkLimit,
    ) -> NodeCount {
        match algorithm {
            ComparedAlgorithm::Textbook(textbook) => self.textbook(position, textbook, history, limit),
            ComparedAlgorithm::Search { depth } => self.search(position, depth, limit),
        }
    }

    fn textbook(
        &self,
        position: &AnyPosition,
        algorithm: TextbookAlgorithm,
        history: &mut History,
        limit: &WorkLimit,
    ) -> NodeCount {
        let knowledge = self.knowledge.knowledge();
        let pawn_value = self.knowledge.pawn_value;
        let began = Instant::now();
        let found = algorithm.for_pawn_value(pawn_value).run_with_history(position, knowledge, *limit, history);
        let time = began.elapsed().as_secs_f64();
        let value = |value| {
            if position.has_payoffs() {
                ComparedValue::Payoff(value)
            } else {
                ComparedValue::of_evaluation(value, pawn_value)
            }
        };
        NodeCount {
            algorithm: ComparedAlgorithm::Textbook(algorithm),
            counts: found.counts,
            value: found.value.map(value),
            best: found.best.map(|mv| position.show_move(mv, MoveStyle::Long)),
            time,
        }
    }

    /// Counts the nodes of the engine's search, over all iterations, with an empty transposition table.
    fn search(&self, position: &AnyPosition, depth: u32, limit: &WorkLimit) -> NodeCount {
        let nodes = (limit.positions < u64::MAX).then_some(limit.positions);
        let limits = SearchLimits { depth: Some(depth as i32), nodes, ..SearchLimits::default() };
        let began = Instant::now();
        let mut search = self.search.borrow_mut();
        search.clear();
        let found = search.search(&GameLine::new(position.clone()), limits);
        let pawn_value = self.knowledge.pawn_value;
        let value = ComparedValue::of_score(ShownScore::of(position, found.score, pawn_value));
        let stopped = nodes.filter(|&nodes| nodes <= found.nodes).map(TextbookStop::Nodes);
        let stopped = stopped.or_else(|| (limit.stop)().then_some(TextbookStop::Interrupted));
        let best = position.numbered_move(found.number);
        NodeCount {
            algorithm: ComparedAlgorithm::Search { depth },
            counts: TextbookCounts { nodes: found.nodes, ..TextbookCounts::default() },
            value: stopped.map_or(Ok(value), Err),
            best: best.map(|mv| position.show_move(mv, MoveStyle::Long)),
            time: began.elapsed().as_secs_f64(),
        }
    }
}
