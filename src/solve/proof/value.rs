//! The value of a position by proof searches for a win of either side.

use super::super::{Hyperpath, SolveError, StrategyPromise};
use super::forced_win::{ForcedWin, ProofGoal, ProofLimit, ProofResult, prove};
use crate::any_position::AnyPosition;
use crate::game::{Game, Side};

/// What proof searches for a win of either side have found.
pub struct ProvedPosition {
    /// The value.
    pub value: ProvedValue,
    /// The number of positions that were searched, for both sides together.
    pub searched: u64,
}

/// A value that is proved, or why it is not.
pub enum ProvedValue {
    /// The side of the promise wins.
    Won(ForcedWin<AnyPosition>),
    /// A draw: neither side can force a win. The strategy is one by which the side to move does not lose; `None` if the limit
    /// was reached before it was found.
    Drawn(Option<Hyperpath<AnyPosition>>),
    /// Nothing is known but that these sides cannot force a win; and the limit that was reached.
    Unknown(Vec<Side>, SolveError),
}

impl ProvedPosition {
    /// Searches for a win of the side to move, then for one of the other side. The limit is for each of the searches.
    ///
    /// # Errors
    /// The search was interrupted, or a position has too many moves.
    pub fn new(root: &AnyPosition, limit: &ProofLimit) -> Result<ProvedPosition, SolveError> {
        let mut searched = 0;
        let mut not_winning = Vec::new();
        let mut why = None;
        let mut strategy = None;
        let mover = root.side_to_move();
        for side in [mover, !mover] {
            let goal = ProofGoal {
                promise: StrategyPromise { side, at_least: 1 },
                prevention: side != mover && why.is_none(),
            };
            let attempt = prove(root, goal, limit)?;
            searched += attempt.searched;
            match attempt.result {
                ProofResult::Proved(win) => return Ok(ProvedPosition { value: ProvedValue::Won(win), searched }),
                ProofResult::Disproved(prevention) => {
                    not_winning.push(side);
                    strategy = prevention;
                }
                ProofResult::Unknown(reason) => why = Some(reason),
            }
        }
        let value = match why {
            Some(reason) => ProvedValue::Unknown(not_winning, reason),
            None => ProvedValue::Drawn(strategy),
        };
        Ok(ProvedPosition { value, searched })
    }

    /// The value for the first side: that of the payoff, or 1 for a win, 0 for a draw and -1 for a loss. `None` if it is
    /// not known: in a game with payoffs a proof shows only who gets more than 0.
    pub fn value(&self) -> Option<i32> {
        match &self.value {
            ProvedValue::Won(win) if win.strategy.nodes[0].position.has_payoffs() => None,
            ProvedValue::Won(win) => match win.strategy.promise.side {
                Side::First => Some(1),
                Side::Second => Some(-1),
            },
            ProvedValue::Drawn(_) => Some(0),
            ProvedValue::Unknown(..) => None,
        }
    }

    /// Whether it is not known who wins.
    pub fn is_unknown(&self) -> bool {
        matches!(self.value, ProvedValue::Unknown(..))
    }
}
