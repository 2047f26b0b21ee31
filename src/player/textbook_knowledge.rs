//! What the textbook algorithms need to know of a game, for positions of any game.

use crate::eval::Evaluator;
use crate::game::{AnyMove, AnyPosition};
use crate::games::GameEntry;
use crate::search::EvaluatorOf;
use crate::textbook::TextbookKnowledge;
use std::cell::RefCell;
use std::sync::Arc;

/// Evaluation and history slots of one game. The algorithms are compiled once for all games, since they run on
/// [`AnyPosition`].
pub struct AnyTextbookKnowledge {
    evaluate: Box<dyn Fn(&AnyPosition) -> i32>,
    first_step: Box<HistorySlot>,
    /// The evaluation that is shown as one pawn or man.
    pub pawn_value: i32,
}

/// The history slot of a move.
type HistorySlot = dyn Fn(&AnyPosition, AnyMove) -> usize;

impl AnyTextbookKnowledge {
    /// The knowledge of the game of `K`, with the evaluation of a model. Positions of other games must not be asked.
    pub fn new<K: GameEntry>(model: &Arc<K::Model>) -> AnyTextbookKnowledge {
        let evaluator: EvaluatorOf<K> = K::evaluator(model);
        let pawn_value = evaluator.pawn_value();
        let evaluator = RefCell::new(evaluator);
        let evaluate = move |position: &AnyPosition| {
            let position: &K::Game = position.inside();
            let mut evaluator = evaluator.borrow_mut();
            evaluator.reset(position);
            evaluator.score(position)
        };
        let first_step = |position: &AnyPosition, mv| {
            let own_move = position.own_move::<K::Game>(mv);
            own_move.map_or(0, |mv| K::first_step(position.inside(), mv))
        };
        AnyTextbookKnowledge { evaluate: Box::new(evaluate), first_step: Box::new(first_step), pawn_value }
    }

    /// The static evaluation for the side to move.
    pub fn evaluate(&self, position: &AnyPosition) -> i32 {
        (self.evaluate)(position)
    }

    /// As the algorithms take it.
    pub fn knowledge(&self) -> TextbookKnowledge<'_, AnyPosition> {
        TextbookKnowledge { evaluate: &self.evaluate, first_step: &self.first_step }
    }
}
