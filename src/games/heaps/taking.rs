//! A rule of taking that is data: a set of numbers, an octal code, or the splits of Grundy's game.

use super::grundy_values::{GrundyLimit, GrundyValues};
use super::octal::{OctalCode, TakingDigit};
use crate::game::{GOLDEN_STEP, mix};
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// A rule of taking with the table of its values, which is computed when it is needed first.
#[derive(Debug)]
pub struct Taking {
    /// The rule.
    pub rule: TakingRule,
    /// What it says of each number of counters.
    digits: Vec<TakingDigit>,
    /// The greatest heap that is asked.
    largest: u64,
    values: OnceLock<GrundyValues>,
}

/// What may be taken from a heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TakingRule {
    /// A number of the set: sorted, each once.
    Set(Vec<u64>),
    /// What an octal code allows.
    Octal(OctalCode),
    /// Nothing: a heap is split into two unequal ones.
    UnequalSplit,
}

/// The greatest heap of a table.
pub const TABLE_LIMIT: u64 = 5_000;

impl Taking {
    /// A rule, and the greatest heap whose value is wanted.
    pub fn new(rule: TakingRule, largest: u64) -> Taking {
        Taking { digits: rule.digits(), rule, largest, values: OnceLock::new() }
    }

    /// The table of values, to the greatest heap or to [`TABLE_LIMIT`], unless a period is proved before.
    pub fn values(&self) -> &GrundyValues {
        let limit = self.largest.min(TABLE_LIMIT);
        self.values.get_or_init(|| self.rule.values(&GrundyLimit::up_to(limit)))
    }

    /// Calls `listener` with the two parts, the smaller first, that are left by each move on a heap of `size`. If only
    /// one heap or nothing is left, parts are 0. The first part of a split is at most `first_parts`.
    pub(super) fn visit_options<B>(
        &self,
        size: u64,
        first_parts: u64,
        mut listener: impl FnMut([u64; 2]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.digits.iter().filter(|digit| digit.taken <= size).try_for_each(|digit| {
            let rest = size - digit.taken;
            if digit.allows_one(rest) {
                listener([0, rest])?;
            }
            let mut first = 1..=digit.greatest_part(rest).min(first_parts);
            first.try_for_each(|first| listener([first, rest - first]))
        })
    }

    /// What is left by the first move on a heap of `size` that `is_wanted`, as in [`visit_options`](Self::visit_options).
    ///
    /// The first part of a split need not be tried beyond the first period of the values: a period less in it and more in
    /// the other part gives the same values.
    pub(super) fn find_option(&self, size: u64, is_wanted: impl Fn([u64; 2]) -> bool) -> Option<[u64; 2]> {
        let first_parts = self.values().period().map_or(u64::MAX, |period| period.start + period.length);
        let listener = |parts| if is_wanted(parts) { ControlFlow::Break(parts) } else { ControlFlow::Continue(()) };
        self.visit_options(size, first_parts, listener).break_value()
    }

    /// The number of moves on a heap of `size`.
    pub(super) fn count_options(&self, size: u64) -> u64 {
        let of_rest = |digit: &TakingDigit, rest| u64::from(digit.allows_one(rest)) + digit.greatest_part(rest);
        let counts = self.digits.iter().filter_map(|digit| Some(of_rest(digit, size.checked_sub(digit.taken)?)));
        counts.fold(0, u64::saturating_add)
    }

    /// Whether `taken` counters may be taken from a heap if these parts are left, the smaller first.
    pub(super) fn allows(&self, taken: u64, parts: [u64; 2]) -> bool {
        let digit = self.digits.iter().find(|digit| digit.taken == taken);
        digit.is_some_and(|digit| match parts {
            [0, rest] => digit.allows_one(rest),
            [one, other] => one <= digit.greatest_part(one + other),
        })
    }

    /// A hash of the rule.
    pub fn hash(&self) -> u64 {
        let fold = |key: u64, number: u64| mix((key ^ number).wrapping_add(GOLDEN_STEP));
        match &self.rule {
            TakingRule::Set(set) => set.iter().copied().fold(1, fold),
            TakingRule::Octal(code) => code.to_string().bytes().map(u64::from).fold(2, fold),
            TakingRule::UnequalSplit => 3,
        }
    }
}

impl TakingRule {
    /// What the rule says of each number of counters.
    fn digits(&self) -> Vec<TakingDigit> {
        match self {
            TakingRule::Set(set) => set.iter().map(|&taken| TakingDigit { taken, digit: 3 }).collect(),
            TakingRule::Octal(code) => code.digits().collect(),
            TakingRule::UnequalSplit => vec![TakingDigit { taken: 0, digit: 8 }],
        }
    }

    /// The values of the heaps up to a limit.
    ///
    /// A move takes at most `t` counters. A value of a set depends on the last `t` values: when `t` values in a row are
    /// repeated, all that follow are. The values of an octal game have the period `p` from `n0 > 0` on if `G(n + p) = G(n)` for
    /// all `n` from `n0` to below `2 * n0 + p + t` (Guy and Smith 1956). No period is known of Grundy's game.
    pub fn values(&self, limit: &GrundyLimit) -> GrundyValues {
        let digits = self.digits();
        let longest = digits.iter().map(|digit| digit.taken).max().unwrap_or(0);
        GrundyValues::new(&digits, limit, &|period, checked| match self {
            TakingRule::Set(_) => checked >= period.start + longest,
            TakingRule::Octal(_) => checked >= 2 * period.start.max(1) + period.length + longest,
            TakingRule::UnequalSplit => false,
        })
    }
}

/// The table does not count: it follows from the rule.
impl PartialEq for Taking {
    fn eq(&self, other: &Taking) -> bool {
        self.rule == other.rule
    }
}

impl Eq for Taking {}
