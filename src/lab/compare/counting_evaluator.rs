//! The static evaluation for the textbook algorithms, with a progress display.

use crate::eval::Evaluator;
use crate::games::GameEntry;
use crate::search::EvaluatorOf;
use crate::system::progress;
use indicatif::ProgressBar;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Evaluates positions, and shows how many it has evaluated.
pub struct CountingEvaluator<K: GameEntry> {
    evaluator: RefCell<EvaluatorOf<K>>,
    evaluated: Cell<u64>,
    bar: ProgressBar,
}

impl<K: GameEntry> CountingEvaluator<K> {
    /// An evaluator; the progress display names the algorithm.
    pub fn new(model: &Arc<K::Model>, algorithm: &str, depth: u32) -> CountingEvaluator<K> {
        let things = format!("positions evaluated by {algorithm} at depth {depth}");
        CountingEvaluator {
            evaluator: RefCell::new(K::evaluator(model)),
            evaluated: Cell::new(0),
            // Nothing is written before it is dropped, so both may use the terminal.
            bar: progress::counter(&things, true),
        }
    }

    /// The value for the side to move.
    pub fn value(&self, position: &K::Game) -> i32 {
        /// The progress bar reads the clock at every update, so updates are rare.
        const BATCH: u64 = 1 << 14;
        let evaluated = self.evaluated.get() + 1;
        self.evaluated.set(evaluated);
        if evaluated.is_multiple_of(BATCH) {
            self.bar.inc(BATCH);
        }
        let mut evaluator = self.evaluator.borrow_mut();
        evaluator.reset(position);
        evaluator.score(position)
    }
}

impl<K: GameEntry> Drop for CountingEvaluator<K> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
