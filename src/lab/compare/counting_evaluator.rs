//! The static evaluation for the textbook algorithms, with a progress display.

use crate::game::AnyPosition;
use crate::player::AnyTextbookKnowledge;
use crate::system::progress;
use indicatif::ProgressBar;
use std::cell::Cell;

/// Evaluates positions, and shows how many it has evaluated.
pub struct CountingEvaluator<'a> {
    knowledge: &'a AnyTextbookKnowledge,
    evaluated: Cell<u64>,
    bar: ProgressBar,
}

impl CountingEvaluator<'_> {
    /// An evaluator whose progress display names the algorithm.
    pub fn new<'a>(knowledge: &'a AnyTextbookKnowledge, algorithm: &str) -> CountingEvaluator<'a> {
        let things = format!("positions evaluated by {algorithm}");
        CountingEvaluator {
            knowledge,
            evaluated: Cell::new(0),
            // Nothing is written before it is dropped, so both may use the terminal.
            bar: progress::counter(&things, true),
        }
    }

    /// The value for the side to move.
    pub fn value(&self, position: &AnyPosition) -> i32 {
        /// The progress bar reads the clock at every update, so updates are rare.
        const BATCH: u64 = 1 << 14;
        let evaluated = self.evaluated.get() + 1;
        self.evaluated.set(evaluated);
        if evaluated.is_multiple_of(BATCH) {
            self.bar.inc(BATCH);
        }
        self.knowledge.evaluate(position)
    }
}

impl Drop for CountingEvaluator<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
