//! Take-and-break games, whose rule of taking is data: Kayles, Grundy's game, and any game by its octal code.
//!
//! Kayles: H. E. Dudeney (1908); solved by R. K. Guy and C. A. B. Smith, "The G-values of various games" (1956), whose
//! theorem proves the periods here. Grundy's game: P. M. Grundy, "Mathematics and games" (1939). In misere play the
//! positions are searched.

use super::grundy_values::{GrundyPeriod, GrundyValues};
use super::octal::{OctalCode, OctalRest};
use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict, ensure};
use super::taking::{TABLE_LIMIT, TakingRule};
use super::{HeapMove, HeapRule, sum};
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
        let rule = position.taking.as_deref().map(|it| &it.rule);
        rule.map_or(ControlFlow::Continue(()), |rule| {
            position.filled().try_for_each(|(heap, size)| {
                rule.visit_options(size, u64::MAX, &mut |parts| listener(to_move(heap, parts)))
            })
        })
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        let rule = position.taking.as_deref().map(|it| &it.rule)?;
        Some(position.heaps.iter().map(|&size| rule.count_options(size)).fold(0, u64::saturating_add))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        let rule = position.taking.as_deref().map(|it| &it.rule);
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
        let legal = rule.is_some_and(|rule| rule.allows(size, size - left, parts));
        let broken =
            if rule == Some(&TakingRule::UnequalSplit) { HeapRule::UnequalParts } else { HeapRule::TakingRule };
        (!legal).then_some(broken)
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        if position.misere {
            return None;
        }
        verdict(position)
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
        option(&taking.rule, values, position.heaps[heap], target).map(|parts| to_move(heap, parts))
    };
    let sum = sum::nim_sum_of(&of_heaps);
    let (source, basis) = if let Some(GrundyPeriod { start, length }) = values.period() {
        (TheorySource::Theorem, format!("theorem: Grundy values with period {length} from {start} on, nim-sum {sum}"))
    } else {
        (TheorySource::Table, format!("table of Grundy values to {}: nim-sum {sum}", values.computed().len() - 1))
    };
    let winning_move = sum::winning_moves(position, &of_heaps, option).next();
    Some(HeapVerdict { winning_move, nim_sum: Some(sum), source, basis })
}

/// What is left of a heap of `size` after a move that gives it the value `target`.
///
/// The first part of a split need not be tried beyond the first period: a period less in it and more in the other
/// part gives the same values.
pub(super) fn option(rule: &TakingRule, values: &GrundyValues, size: u64, target: u64) -> Option<[u64; 2]> {
    let period = values.period();
    let first_parts = period.map_or(u64::MAX, |period| period.start + period.length);
    let mut found = None;
    let _ = rule.visit_options(size, first_parts, &mut |parts| {
        let [one, other] = parts.map(|part| values.value(part));
        if one.zip(other).is_some_and(|(one, other)| one ^ other == target) {
            found = Some(parts);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

fn to_move(heap: usize, parts: [u64; 2]) -> HeapMove {
    if parts[0] == 0 {
        HeapMove::change(heap, parts[1])
    } else {
        let heap = heap as u32;
        HeapMove::Split { heap, parts }
    }
}

impl TakingRule {
    /// Calls `listener` with the two parts, the smaller first, that are left by each move on a heap of `size`. If only
    /// one heap or nothing is left, parts are 0. The first part of a split is at most `first_parts`.
    pub(super) fn visit_options(
        &self,
        size: u64,
        first_parts: u64,
        listener: &mut dyn FnMut([u64; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self {
            TakingRule::Set(set) => {
                let mut taken = set.iter().filter(|&&taken| taken <= size);
                taken.try_for_each(|taken| listener([0, size - taken]))
            }
            TakingRule::Octal(code) => {
                let mut taken = 0..=code.longest().min(size);
                taken.try_for_each(|taken| {
                    let rest = size - taken;
                    if code.allows(taken, rest_of(rest)) {
                        listener([0, rest])?;
                    }
                    if code.allows(taken, OctalRest::TwoHeaps) {
                        let mut first = 1..=(rest / 2).min(first_parts);
                        first.try_for_each(|first| listener([first, rest - first]))?;
                    }
                    ControlFlow::Continue(())
                })
            }
            TakingRule::UnequalSplit => {
                let mut first = 1..=(size.saturating_sub(1) / 2).min(first_parts);
                first.try_for_each(|first| listener([first, size - first]))
            }
        }
    }

    fn count_options(&self, size: u64) -> u64 {
        match self {
            TakingRule::Set(set) => set.iter().filter(|&&taken| taken <= size).count() as u64,
            TakingRule::Octal(_) if size == 0 => 0,
            TakingRule::Octal(code) => {
                let taken = 0..=code.longest().min(size);
                let counts = taken.map(|taken| {
                    let rest = size - taken;
                    let splits = u64::from(code.allows(taken, OctalRest::TwoHeaps)) * (rest / 2);
                    splits + u64::from(code.allows(taken, rest_of(rest)))
                });
                counts.fold(0, u64::saturating_add)
            }
            TakingRule::UnequalSplit => size.saturating_sub(1) / 2,
        }
    }

    /// Whether `taken` counters may be taken from a heap of `size` if these parts are left.
    fn allows(&self, size: u64, taken: u64, parts: [u64; 2]) -> bool {
        match self {
            TakingRule::Set(set) => parts[0] == 0 && set.binary_search(&taken).is_ok(),
            TakingRule::Octal(code) if parts[0] == 0 => taken > 0 && code.allows(taken, rest_of(size - taken)),
            TakingRule::Octal(code) => code.allows(taken, OctalRest::TwoHeaps),
            TakingRule::UnequalSplit => taken == 0 && 0 < parts[0] && parts[0] < parts[1],
        }
    }
}

fn rest_of(rest: u64) -> OctalRest {
    if rest == 0 { OctalRest::Nothing } else { OctalRest::OneHeap }
}

/// The values of an octal code, for the check of a rule without a position.
pub(super) fn sevens(count: u64) -> TakingRule {
    TakingRule::Octal(OctalCode::sevens(usize::try_from(count).unwrap_or(usize::MAX)))
}
