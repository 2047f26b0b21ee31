//! The static evaluation, as the textbook algorithms ask for it.

use crate::eval::Evaluator;
use crate::games::GameEntry;
use crate::search::EvaluatorOf;
use crate::system::progress;
use indicatif::ProgressBar;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Values positions one by one, and tells how many it has valued.
pub struct CountingEvaluator<K: GameEntry> {
    evaluator: RefCell<EvaluatorOf<K>>,
    valued: Cell<u64>,
    bar: ProgressBar,
}

impl<K: GameEntry> CountingEvaluator<K> {
    /// A judge for an algorithm, whose name people see while they wait.
    pub fn new(model: &Arc<K::Model>, algorithm: &str, depth: u32) -> CountingEvaluator<K> {
        let things = format!("positions valued by {algorithm} at depth {depth}");
        CountingEvaluator {
            evaluator: RefCell::new(K::evaluator(model)),
            valued: Cell::new(0),
            // Nothing is written until the judge has gone, so that the two share a terminal.
            bar: progress::counter(&things, true),
        }
    }

    /// The value for the side to move.
    pub fn value(&self, position: &K::Game) -> i32 {
        /// The bar looks at the clock whenever it is told anything.
        const BATCH: u64 = 1 << 14;
        let valued = self.valued.get() + 1;
        self.valued.set(valued);
        if valued.is_multiple_of(BATCH) {
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
