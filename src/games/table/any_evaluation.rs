//! The evaluation of a game, for code that serves every game and is compiled once.

use crate::any_position::{AnyMove, AnyPosition};
use crate::eval::{Evaluator, ModelOf, Term};
use crate::search::{EvaluatorOf, Knowledge};
use crate::textbook::TextbookKnowledge;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The evaluation of one game, and the history slots of its moves. Positions of other games must not be asked.
pub struct AnyEvaluation {
    evaluate: Box<dyn Fn(&AnyPosition) -> i32>,
    terms: Box<Explanation>,
    is_quiet: fn(&AnyPosition) -> bool,
    first_step: fn(&AnyPosition, AnyMove) -> usize,
    /// The evaluation that is shown as one pawn or man.
    pub pawn_value: i32,
}

/// The terms of the evaluation of a position.
type Explanation = dyn Fn(&AnyPosition) -> Vec<Term>;

impl AnyEvaluation {
    /// The evaluation of the game of `K` by a model.
    pub fn new<K: Knowledge>(model: &Arc<K::Model>) -> AnyEvaluation {
        let evaluator: EvaluatorOf<K> = K::Model::evaluator(model);
        let pawn_value = evaluator.pawn_value();
        let evaluator = Rc::new(RefCell::new(evaluator));
        let explainer = Rc::clone(&evaluator);
        AnyEvaluation {
            evaluate: Box::new(move |position| {
                let position: &K::Game = position.inside();
                let mut evaluator = evaluator.borrow_mut();
                evaluator.reset(position);
                evaluator.score(position)
            }),
            terms: Box::new(move |position| explainer.borrow_mut().explain(position.inside())),
            is_quiet: |position| K::leaf(position.inside(), 0).may_end(),
            first_step: |position, mv| {
                position.own_move::<K::Game>(mv).map_or(0, |mv| K::first_step(position.inside(), mv))
            },
            pawn_value,
        }
    }

    /// The static evaluation for the side to move, in the unit of the evaluation.
    pub fn evaluate(&self, position: &AnyPosition) -> i32 {
        (self.evaluate)(position)
    }

    /// The terms that add up to the evaluation; empty if it has none.
    pub fn terms(&self, position: &AnyPosition) -> Vec<Term> {
        (self.terms)(position)
    }

    /// Whether the search may use the evaluation of a position, instead of looking further.
    pub fn is_quiet(&self, position: &AnyPosition) -> bool {
        (self.is_quiet)(position)
    }

    /// As the textbook algorithms take it.
    pub fn knowledge(&self) -> TextbookKnowledge<'_, AnyPosition> {
        TextbookKnowledge { evaluate: &self.evaluate, first_step: &self.first_step }
    }
}
