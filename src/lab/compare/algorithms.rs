//! Runs the algorithms on a position and counts their nodes.

use super::counting_evaluator::CountingEvaluator;
use crate::eval::Model;
use crate::game::{AnyMove, AnyPosition, Game};
use crate::games::GameEntry;
use crate::notation::{MoveStyle, Notation};
use crate::search::listener::Silent;
use crate::search::task::SearchTask;
use crate::search::{MoveOf, Score, Search, SearchLimits, TranspositionTable};
use crate::textbook::{self, History, TextbookResult, WIN, iterative_deepening, relative};
use anyhow::ensure;
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

/// The result of one algorithm.
#[derive(Serialize)]
pub struct NodeCount {
    /// Positions visited.
    pub nodes: u64,
    /// The value for the side to move, in centipawns; a win in `n` plies is [`WIN`]` - n`.
    value: i32,
    /// The best move.
    best: Option<String>,
    /// Seconds.
    time: f64,
}

/// The position and the evaluation that all compared algorithms search with.
pub struct ComparisonRoot<K: GameEntry> {
    /// The position.
    pub position: K::Game,
    model: Arc<K::Model>,
}

impl<K: GameEntry> ComparisonRoot<K> {
    /// A root with the embedded evaluation.
    ///
    /// # Errors
    /// The game is over in the position.
    pub fn new(position: K::Game) -> anyhow::Result<ComparisonRoot<K>> {
        ensure!(
            position.outcome().is_none(),
            "the position: the game is over, expected one that goes on"
        );
        let model = K::Model::embedded()?;
        Ok(ComparisonRoot { position, model })
    }

    /// A textbook algorithm called `name`.
    pub fn textbook(&self, name: &str, algorithm: TextbookAlgorithm, depth: u32) -> NodeCount {
        let evaluator = CountingEvaluator::new::<K>(&self.model, name, depth);
        let position = AnyPosition::new(self.position.clone());
        let own_move = |mv| self.position.numbered_move(position.move_number(mv));
        self.count(|| {
            let found = algorithm(&position, depth, &evaluator);
            TextbookResult {
                value: found.value,
                best: found.best.and_then(own_move),
                nodes: found.nodes,
            }
        })
    }

    /// Counts the nodes of the engine's search, over all iterations, with an empty transposition table.
    pub fn search(&self, depth: u32) -> anyhow::Result<NodeCount> {
        let mut search = Search::<K>::new(Arc::new(TranspositionTable::new(16)?), &self.model);
        let limits = SearchLimits {
            depth: Some(depth as i32),
            ..SearchLimits::default()
        };
        Ok(self.count(|| {
            let result = search.think(SearchTask::new(&self.position, limits), &mut Silent);
            TextbookResult {
                value: value(result.score),
                best: result.pv.first().copied(),
                nodes: result.nodes,
            }
        }))
    }

    fn count(&self, algorithm: impl FnOnce() -> TextbookResult<MoveOf<K>>) -> NodeCount {
        let began = Instant::now();
        let found = algorithm();
        let time = began.elapsed().as_secs_f64();
        let show = |mv| self.position.show_move(mv, MoveStyle::Long);
        NodeCount {
            nodes: found.nodes,
            value: found.value,
            best: found.best.map(show),
            time,
        }
    }
}

/// A textbook algorithm with its depth and evaluation. It runs on any position: compiled once, it serves every
/// game.
pub type TextbookAlgorithm = fn(&AnyPosition, u32, &CountingEvaluator) -> TextbookResult<AnyMove>;

/// Minimax.
pub fn minimax(
    position: &AnyPosition,
    depth: u32,
    evaluator: &CountingEvaluator,
) -> TextbookResult<AnyMove> {
    let for_first = |it: &AnyPosition| relative(it, evaluator.value(it));
    let found = textbook::minimax(position, depth, &for_first);
    let value = relative(position, found.value);
    TextbookResult { value, ..found }
}

/// Alpha-beta with the moves in generation order.
pub fn alpha_beta(
    position: &AnyPosition,
    depth: u32,
    evaluator: &CountingEvaluator,
) -> TextbookResult<AnyMove> {
    textbook::alpha_beta(position, depth, &|it| evaluator.value(it))
}

/// Alpha-beta with the history heuristic: the last of several iterations, which share the history and go
/// two plies deeper each.
pub fn alpha_beta_with_history(
    position: &AnyPosition,
    depth: u32,
    evaluator: &CountingEvaluator,
) -> TextbookResult<AnyMove> {
    const STEP: u32 = 2;
    let evaluate = |it: &AnyPosition| evaluator.value(it);
    let slot = |mv: &AnyMove| usize::from(AnyPosition::code(*mv));
    let mut history = History::default();
    iterative_deepening(position, depth, STEP, &evaluate, &slot, &mut history)
        .pop()
        .expect("the last search goes to the full depth")
}

/// A score of the search on the scale of the textbook algorithms.
fn value(score: Score) -> i32 {
    match score.distance() {
        Some(plies) if plies > 0 => WIN - plies,
        Some(plies) => -WIN - plies,
        None => score.value(),
    }
}
