//! The static evaluation for the textbook algorithms, with a progress display.

use crate::game::AnyPosition;
use crate::player::AnyTextbookKnowledge;
use indicatif::ProgressBar;
use std::cell::Cell;

/// Evaluates positions, and counts them on a progress display.
pub struct CountingEvaluator<'a> {
    knowledge: &'a AnyTextbookKnowledge,
    evaluated: Cell<u64>,
    bar: &'a ProgressBar,
}

impl CountingEvaluator<'_> {
    /// An evaluator that has evaluated nothing.
    pub fn new<'a>(knowledge: &'a AnyTextbookKnowledge, bar: &'a ProgressBar) -> CountingEvaluator<'a> {
        CountingEvaluator { knowledge, evaluated: Cell::new(0), bar }
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
