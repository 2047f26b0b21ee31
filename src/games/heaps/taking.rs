//! A rule of taking that is data: a set of numbers, an octal code, or the splits of Grundy's game.

use super::grundy_values::{GrundyLimit, GrundyValues};
use super::octal::OctalCode;
use crate::game::{GOLDEN_STEP, mix};
use std::sync::OnceLock;

/// A rule of taking with the table of its values, which is computed when it is needed first.
#[derive(Debug)]
pub struct Taking {
    /// The rule.
    pub rule: TakingRule,
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
        Taking { rule, largest, values: OnceLock::new() }
    }

    /// The table of values, to the greatest heap or to [`TABLE_LIMIT`], unless a period is proved before.
    pub fn values(&self) -> &GrundyValues {
        let limit = self.largest.min(TABLE_LIMIT);
        self.values.get_or_init(|| self.rule.values(&GrundyLimit::up_to(limit)))
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
    /// The values of the heaps up to a limit.
    pub fn values(&self, limit: &GrundyLimit) -> GrundyValues {
        match self {
            TakingRule::Set(set) => GrundyValues::of_subtraction(set, limit),
            TakingRule::Octal(code) => GrundyValues::of_octal(code, limit),
            TakingRule::UnequalSplit => GrundyValues::of_unequal_splits(limit),
        }
    }
}

/// The table does not count: it follows from the rule.
impl PartialEq for Taking {
    fn eq(&self, other: &Taking) -> bool {
        self.rule == other.rule
    }
}

impl Eq for Taking {}
