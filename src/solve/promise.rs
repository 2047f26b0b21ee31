//! What a strategy secures.

use crate::game::Side;
use crate::notation::excerpt;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// What a strategy secures for a side, whatever the other side plays: `first wins`, `second does not lose`, `first gets at
/// least 7`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrategyPromise {
    /// Who follows the strategy.
    pub side: Side,
    /// The least payoff for the side itself. In games without payoffs a win counts as 1 and a loss as -1.
    pub at_least: i32,
}

impl StrategyPromise {
    /// What the other side secures if it prevents this for ever.
    pub fn prevented(self) -> StrategyPromise {
        StrategyPromise { side: !self.side, at_least: 1i32.saturating_sub(self.at_least) }
    }

    /// Whether an end of the game with this payoff for the first side keeps the promise.
    pub fn is_kept_by(self, payoff: i32) -> bool {
        self.side.relative(payoff) >= self.at_least
    }

    /// Whether play without end, a draw, keeps the promise.
    pub fn is_kept_by_endless_play(self) -> bool {
        self.is_kept_by(0)
    }
}

impl Display for StrategyPromise {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(side_name(self.side))?;
        match self.at_least {
            1 => f.write_str(" wins"),
            0 => f.write_str(" does not lose"),
            payoff => write!(f, " gets at least {payoff}"),
        }
    }
}

impl FromStr for StrategyPromise {
    type Err = String;

    fn from_str(text: &str) -> Result<StrategyPromise, String> {
        let read = || {
            let (name, promise) = text.split_once(' ')?;
            let side = Side::BOTH.into_iter().find(|&side| side_name(side) == name)?;
            let at_least = match promise {
                "wins" => 1,
                "does not lose" => 0,
                _ => promise.strip_prefix("gets at least ")?.parse().ok()?,
            };
            Some(StrategyPromise { side, at_least })
        };
        read().ok_or_else(|| {
            let expected = "a promise such as 'first wins', 'second does not lose' or 'first gets at least 7'";
            format!("found '{}', expected {expected}", excerpt(text))
        })
    }
}

/// A side in texts.
pub fn side_name(side: Side) -> &'static str {
    ["first", "second"][side.index()]
}
