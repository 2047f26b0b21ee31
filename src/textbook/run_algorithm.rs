//! Runs an algorithm.

use super::algorithm::{TextbookAlgorithm, TextbookMethod};
use super::history::History;
use super::move_order::MoveOrder;
use super::run::{TextbookKnowledge, TextbookRun, TextbookStop};
use super::{Fraction, TextbookResult, alpha_beta, composed, least_tree, minimax, negamax, relative};
use crate::game::{Game, WorkLimit};

/// The result of an algorithm: its value is for the side to move. There is none if the limit was reached, or if an exact mean
/// has too many digits.
pub type AlgorithmResult<M> = TextbookResult<M, Result<Fraction, TextbookStop>>;

impl TextbookAlgorithm {
    /// Runs the algorithm on a position.
    pub fn run<G: Game>(
        &self,
        position: &G,
        knowledge: TextbookKnowledge<G>,
        limit: WorkLimit,
    ) -> AlgorithmResult<G::Move> {
        self.run_with_history(position, knowledge, limit, &mut History::default())
    }

    /// As [`run`](Self::run), but an algorithm that orders moves by the history uses these values and changes them. In one
    /// game they may be kept from move to move, as Pongor (2009) does.
    pub fn run_with_history<G: Game>(
        &self,
        position: &G,
        knowledge: TextbookKnowledge<G>,
        limit: WorkLimit,
        history: &mut History,
    ) -> AlgorithmResult<G::Move> {
        let evaluate = knowledge.evaluate;
        let mut order = MoveOrder::new(self, knowledge, history);
        TextbookRun::limited(evaluate, limit, |run| self.search(run, position, &mut order))
    }

    fn search<'a, G: Game>(
        &self,
        run: &mut TextbookRun<'a, G>,
        position: &G,
        order: &mut MoveOrder<'a, G>,
    ) -> Result<Fraction, TextbookStop> {
        let depth = self.depth.max;
        let value = match self.method {
            TextbookMethod::Minimax => relative(position, minimax::node(run, position, 0, depth)?),
            TextbookMethod::Negamax => negamax::node(run, position, 0, depth)?,
            TextbookMethod::AlphaBeta | TextbookMethod::Killers | TextbookMethod::History => {
                let step = self.step.unwrap_or(u32::MAX);
                alpha_beta::deepen(run, position, (depth, step), order)?
            }
            TextbookMethod::LeastTree => least_tree::search(run, position, depth)?,
            TextbookMethod::Averaging
            | TextbookMethod::Variable
            | TextbookMethod::Selective
            | TextbookMethod::Composed => return composed::search(run, position, self, order),
        };
        Ok(value.into())
    }
}
