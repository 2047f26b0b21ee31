//! The static evaluation for the textbook algorithms, with a progress display.

use crate::eval::Evaluator;
use crate::game::AnyPosition;
use crate::search::{EvaluatorOf, Knowledge};
use crate::system::progress;
use indicatif::ProgressBar;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Evaluates positions of one game, and shows how many it has evaluated.
pub struct CountingEvaluator {
    evaluate: Box<dyn Fn(&AnyPosition) -> i32>,
    evaluated: Cell<u64>,
    bar: ProgressBar,
}

impl CountingEvaluator {
    /// An evaluator for the game of `K`; the progress display names the algorithm.
    pub fn new<K: Knowledge>(
        model: &Arc<K::Model>,
        algorithm: &str,
        depth: u32,
    ) -> CountingEvaluator {
        let things = format!("positions evaluated by {algorithm} at depth {depth}");
        let evaluator: RefCell<EvaluatorOf<K>> = RefCell::new(K::evaluator(model));
        let evaluate = move |position: &AnyPosition| {
            let position = position.downcast_ref();
            let position: &K::Game = position.expect("the evaluator is one of this game");
            let mut evaluator = evaluator.borrow_mut();
            evaluator.reset(position);
            evaluator.score(position)
        };
        CountingEvaluator {
            evaluate: Box::new(evaluate),
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
        (self.evaluate)(position)
    }
}

impl Drop for CountingEvaluator {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
