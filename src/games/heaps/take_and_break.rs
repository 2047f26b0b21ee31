//! Take-and-break games, whose rule of taking is data: Kayles, Grundy's game, and any game by its octal code.
//!
//! Kayles: H. E. Dudeney (1908); solved by R. K. Guy and C. A. B. Smith, "The G-values of various games" (1956), whose
//! theorem proves the periods here. Grundy's game: P. M. Grundy, "Mathematics and games" (1939). In misere play Kayles has
//! a theory of its own, and positions of the other games are searched.

use super::grundy_values::GrundyPeriod;
use super::octal::OctalCode;
use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict, ensure};
use super::taking::{TABLE_LIMIT, Taking, TakingRule};
use super::{HeapMove, HeapRule, misere_kayles, sum};
use crate::game::TheorySource;
use std::ops::ControlFlow;

/// A take-and-break game.
pub(super) enum TakeAndBreak {
    /// Rows of pins: knock down one or two neighbours.
    Kayles,
    /// Split a heap into two unequal heaps.
    Grundy,
    /// The rule is given by an octal code.
    Octal,
}

impl HeapRules for TakeAndBreak {
    fn facts(&self) -> HeapFacts {
        match self {
            TakeAndBreak::Kayles => HeapFacts::named("kayles"),
            TakeAndBreak::Grundy => HeapFacts::named("grundy"),
            TakeAndBreak::Octal => HeapFacts { parameters: &["rules"], ..HeapFacts::named("octal") },
        }
    }

    fn taking_rule(&self, _: &HeapPosition) -> Option<TakingRule> {
        match self {
            TakeAndBreak::Kayles => Some(sevens(2)),
            TakeAndBreak::Grundy => Some(TakingRule::UnequalSplit),
            TakeAndBreak::Octal => None,
        }
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        ensure(position.taking.is_some(), || "expected an octal code such as rules=0.77".to_owned())?;
        check(position)
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        let Some(taking) = &position.taking else { return ControlFlow::Continue(()) };
        position.filled().try_for_each(|(heap, size)| {
            taking.visit_options(size, u64::MAX, |parts| listener(HeapMove::leaving(heap, parts)))
        })
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        let taking = position.taking.as_deref()?;
        Some(position.heaps.iter().map(|&size| taking.count_options(size)).fold(0, u64::saturating_add))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        let (heap, parts) = match mv {
            HeapMove::Split { heap, parts } => (heap as usize, parts),
            _ => match mv.single_change() {
                Some((heap, size)) => (heap, [0, size]),
                None => return position.broken_by_taking(mv, 1),
            },
        };
        let Some(&size) = position.heaps.get(heap) else { return Some(HeapRule::NamesHeaps) };
        let left = parts[0].checked_add(parts[1]).filter(|&left| left <= size);
        let Some(left) = left.filter(|_| parts.is_sorted()) else { return Some(HeapRule::PartsOfHeap) };
        let is_split = matches!(mv, HeapMove::Split { .. });
        if is_split == (parts[0] == 0) || size == 0 {
            return Some(HeapRule::PartsOfHeap);
        }
        match position.taking.as_deref() {
            Some(taking) if taking.allows(size - left, parts) => None,
            Some(Taking { rule: TakingRule::UnequalSplit, .. }) => Some(HeapRule::UnequalParts),
            _ => Some(HeapRule::TakingRule),
        }
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        if !position.misere {
            return verdict(position);
        }
        let is_kayles = position.taking.as_deref().is_some_and(|taking| taking.rule == sevens(2));
        is_kayles.then(|| misere_kayles::verdict(position)).flatten()
    }
}

/// Refuses a position without a rule, and heaps beyond the table of values if no period is proved.
pub(super) fn check(position: &HeapPosition) -> Result<(), String> {
    let taking = position.taking.as_deref().ok_or("expected the rule of taking")?;
    let largest = position.heaps.iter().copied().max().unwrap_or(0);
    let known = || taking.rule != TakingRule::UnequalSplit && taking.values().value(largest).is_some();
    ensure(position.misere || largest <= TABLE_LIMIT || known(), || {
        format!("found a heap of {largest}, expected at most {TABLE_LIMIT}, since no period of the values is proved")
    })
}

/// The verdict by the values, in normal play, or if the game is tame.
pub(super) fn verdict(position: &HeapPosition) -> Option<HeapVerdict> {
    let taking = position.taking.as_deref()?;
    let values = taking.values();
    let of_heaps: Vec<u64> = position.heaps.iter().map(|&size| values.value(size)).collect::<Option<_>>()?;
    let option = |heap: usize, target| {
        let is_wanted = |parts: [u64; 2]| {
            let [one, other] = parts.map(|part| values.value(part));
            one.zip(other).is_some_and(|(one, other)| one ^ other == target)
        };
        taking.find_option(position.heaps[heap], is_wanted).map(|parts| HeapMove::leaving(heap, parts))
    };
    let sum = sum::nim_sum_of(&of_heaps);
    let (source, basis) = if let Some(GrundyPeriod { start, length }) = values.period() {
        (TheorySource::Theorem, format!("theorem: Grundy values with period {length} from {start} on, nim-sum {sum}"))
    } else {
        (TheorySource::Table, format!("table of Grundy values to {}: nim-sum {sum}", values.computed().len() - 1))
    };
    let winning_move = sum::winning_moves(position, &of_heaps, &option).next();
    Some(HeapVerdict { winning_move, nim_sum: Some(sum), source, basis })
}

/// The rule of the octal code with `count` digits 7: take up to `count` counters from a heap, and leave the rest in at most two
/// parts.
pub(super) fn sevens(count: u64) -> TakingRule {
    TakingRule::Octal(OctalCode::sevens(usize::try_from(count).unwrap_or(usize::MAX)))
}
