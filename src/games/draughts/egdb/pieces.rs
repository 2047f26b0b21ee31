//! The part of a position that endgame tables store: the pieces, without colours and counters.

use crate::board::Bitset;
use crate::game::Outcome;
use crate::games::draughts::Geometry;
use crate::games::draughts::rules::{DraughtsRules, Goal};

/// The men and kings of a side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EgdbSide {
    /// The men.
    pub men: Bitset,
    /// The kings.
    pub kings: Bitset,
}

impl EgdbSide {
    /// All pieces, men and kings.
    pub fn all(self) -> Bitset {
        self.men | self.kings
    }

    /// The pieces on the board turned by 180 degrees.
    pub(super) fn turned<G: Geometry>(self) -> EgdbSide {
        EgdbSide { men: G::turned(self.men), kings: G::turned(self.kings) }
    }
}

/// The pieces as the side to move sees them. The board is turned such that its own men move down.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EgdbPieces {
    /// The pieces of the side to move.
    pub own: EgdbSide,
    /// The pieces of the opponent.
    pub their: EgdbSide,
}

impl EgdbPieces {
    /// The same pieces with the other side to move.
    #[inline]
    pub(super) fn turned<G: Geometry>(&self) -> EgdbPieces {
        EgdbPieces { own: self.their.turned::<G>(), their: self.own.turned::<G>() }
    }

    /// The result for the side to move, if the game is over because a side has no pieces, or has the first king where that
    /// wins.
    #[inline]
    pub fn result(&self, rules: &DraughtsRules) -> Option<Outcome> {
        if rules.goal == Goal::FirstKing && self.their.kings.any() {
            Some(Outcome::Loss)
        } else if rules.goal == Goal::FirstKing && self.own.kings.any() {
            Some(Outcome::Win)
        } else if self.own.all().is_empty() {
            Some(rules.outcome_without_moves())
        } else if self.their.all().is_empty() {
            Some(rules.outcome_without_moves().flipped())
        } else {
            None
        }
    }
}
