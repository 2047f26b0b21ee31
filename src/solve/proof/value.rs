//! The value of a position by proof searches for a win of either side.

use super::super::limit::SolveError;
use super::super::promise::StrategyPromise;
use super::forced_win::{ForcedWin, ProofLimit, ProofResult, UnknownProof, prove};
use crate::game::{Game, Side};

/// What proof searches for a win of either side have found.
pub struct ProvedPosition<G: Game> {
    /// The value.
    pub value: ProvedValue<G>,
    /// The number of positions that were searched, for both sides together.
    pub searched: usize,
}

/// A value that is proved, or why it is not.
pub enum ProvedValue<G: Game> {
    /// The side of the promise wins.
    Won(ForcedWin<G>),
    /// Neither side can force a win.
    Drawn,
    /// Nothing is known but that these sides cannot force a win.
    Unknown(Vec<Side>, UnknownProof),
}

impl<G: Game> ProvedPosition<G> {
    /// Searches for a win of the side to move, then for one of the other side. The limit is for each of the searches.
    ///
    /// # Errors
    /// The search was interrupted, or a position has too many moves.
    pub fn new(root: &G, limit: &ProofLimit) -> Result<ProvedPosition<G>, SolveError> {
        let mut searched = 0;
        let mut not_winning = Vec::new();
        let mut why = None;
        for side in [root.side_to_move(), !root.side_to_move()] {
            let promise = StrategyPromise { side, at_least: 1 };
            let attempt = prove(root, promise, limit)?;
            searched += attempt.searched;
            match attempt.result {
                ProofResult::Proved(win) => {
                    let value = ProvedValue::Won(win);
                    return Ok(ProvedPosition { value, searched });
                }
                ProofResult::Disproved => not_winning.push(side),
                ProofResult::Unknown(reason) => why = Some(reason),
            }
        }
        let value = match why {
            Some(reason) => ProvedValue::Unknown(not_winning, reason),
            None => ProvedValue::Drawn,
        };
        Ok(ProvedPosition { value, searched })
    }

    /// The value for the first side: that of the payoff, or 1 for a win, 0 for a draw and -1 for a loss. `None` if it is
    /// not known: in a game with payoffs a proof shows only who gets more than 0.
    pub fn value(&self) -> Option<i32> {
        match &self.value {
            ProvedValue::Won(win) if win.has_payoffs() => None,
            ProvedValue::Won(win) => match win.strategy.promise.side {
                Side::First => Some(1),
                Side::Second => Some(-1),
            },
            ProvedValue::Drawn => Some(0),
            ProvedValue::Unknown(..) => None,
        }
    }

    /// Whether it is not known who wins.
    pub fn is_unknown(&self) -> bool {
        matches!(self.value, ProvedValue::Unknown(..))
    }
}
