//! Runs an algorithm.

use super::algorithm::{TextbookAlgorithm, TextbookMethod, TextbookOrder};
use super::history::{self, History, HistoryOrder};
use super::run::{TextbookKnowledge, TextbookRun, TextbookStop};
use super::{
    Fraction, GenerationOrder, MoveOrder, PongorOrder, StaticOrder, TextbookKillers, TextbookResult, composed,
    least_tree, minimax, negamax, relative,
};
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
        TextbookRun::limited(knowledge.evaluate, limit, |run| self.search(run, position, knowledge, history))
    }

    fn search<G: Game>(
        &self,
        run: &mut TextbookRun<G>,
        position: &G,
        knowledge: TextbookKnowledge<G>,
        history: &mut History,
    ) -> Result<Fraction, TextbookStop> {
        let depth = self.depth.max;
        let value = match self.method {
            TextbookMethod::Minimax => relative(position, minimax::node(run, position, 0, depth)?),
            TextbookMethod::Negamax => negamax::node(run, position, 0, depth)?,
            TextbookMethod::AlphaBeta | TextbookMethod::Killers | TextbookMethod::History => {
                let step = self.step.unwrap_or(u32::MAX);
                self.with_order(knowledge, history, |order| history::deepen(run, position, (depth, step), order))?
            }
            TextbookMethod::LeastTree => least_tree::search(run, position, depth)?,
            TextbookMethod::Averaging
            | TextbookMethod::Variable
            | TextbookMethod::Selective
            | TextbookMethod::Composed => {
                return self.with_order(knowledge, history, |order| composed::search(run, position, self, order));
            }
        };
        Ok(value.into())
    }

    /// Calls `search` with the order of the moves.
    fn with_order<G: Game, V>(
        &self,
        knowledge: TextbookKnowledge<G>,
        history: &mut History,
        search: impl FnOnce(&mut dyn MoveOrder<G>) -> V,
    ) -> V {
        let TextbookKnowledge { evaluate, first_step } = knowledge;
        let by_code = |_: &G, mv| G::code(mv).into();
        match self.order {
            TextbookOrder::Given => search(&mut GenerationOrder),
            TextbookOrder::Static => search(&mut StaticOrder(evaluate)),
            TextbookOrder::Killers => search(&mut TextbookKillers::default()),
            TextbookOrder::History => search(&mut HistoryOrder { history, slot: first_step }),
            TextbookOrder::HistoryByCode => search(&mut HistoryOrder { history, slot: &by_code }),
            TextbookOrder::Pongor => {
                let history = (self.method == TextbookMethod::History).then_some(history);
                search(&mut PongorOrder { history, first_step })
            }
        }
    }
}
