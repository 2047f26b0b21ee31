//! Take-and-break games: Kayles, Grundy's game, and any game by its octal code.
//!
//! Kayles: H. E. Dudeney (1908); solved by R. K. Guy and C. A. B. Smith, "The G-values of various games" (1956), whose
//! theorem proves the periods here. Grundy's game: P. M. Grundy, "Mathematics and games" (1939). In misere play the
//! positions are searched.

use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict, ensure};
use super::taking::TakingRule;
use super::{HeapMove, HeapRule, take_and_break};
use std::ops::ControlFlow;

/// A take-and-break game.
pub(super) enum Octal {
    /// Rows of pins: knock down one or two neighbours.
    Kayles,
    /// Split a heap into two unequal heaps.
    Grundy,
    /// The rule is given by an octal code.
    Code,
}

impl HeapRules for Octal {
    fn facts(&self) -> HeapFacts {
        match self {
            Octal::Kayles => HeapFacts::named("kayles"),
            Octal::Grundy => HeapFacts::named("grundy"),
            Octal::Code => HeapFacts { parameters: &["rules"], ..HeapFacts::named("octal") },
        }
    }

    fn taking_rule(&self, _: &HeapPosition) -> Option<TakingRule> {
        match self {
            Octal::Kayles => Some(take_and_break::sevens(2)),
            Octal::Grundy => Some(TakingRule::UnequalSplit),
            Octal::Code => None,
        }
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        ensure(position.taking.is_some(), || "expected an octal code such as rules=0.77".to_owned())?;
        take_and_break::check(position)
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        take_and_break::visit_moves(position, listener)
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        take_and_break::count_moves(position)
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        take_and_break::broken_rule(position, mv)
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        if position.misere {
            return None;
        }
        take_and_break::verdict(position)
    }
}
