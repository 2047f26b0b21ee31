//! Tables of Sprague-Grundy values of take-and-break games, as text or JSON.

use crate::games::heaps::grundy_values::GrundyLimit;
use crate::games::heaps::taking::TakingRule;
use crate::system::interrupt;
use crate::system::progress::progress_bar;
use anyhow::ensure;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// Values of single heaps, and their period.
#[derive(Serialize, Debug)]
pub struct GrundyTable {
    /// The values of the heaps from 0 on.
    pub values: Vec<u64>,
    /// The heap from which on the values are periodic.
    pub pre_period: Option<u64>,
    /// The length of the period, if one is proved.
    pub period: Option<u64>,
    /// The greatest heap whose value was computed by the rules.
    pub computed_to: u64,
}

/// A period is looked for at least up to this heap.
const PERIOD_SEARCH: u64 = 10_000;

impl GrundyTable {
    /// Computes the values of the heaps up to `largest`. A period is looked for up to this heap, but at least to
    /// 10,000. `all` computes every value by the rules, also those that follow from a period.
    ///
    /// # Errors
    /// The user has interrupted it.
    pub fn compute(rule: &TakingRule, largest: u64, all: bool) -> anyhow::Result<GrundyTable> {
        interrupt::listen();
        let bar = progress_bar("values", 0);
        bar.set_length(largest.max(PERIOD_SEARCH));
        let found = rule.values(&GrundyLimit {
            largest: largest.max(PERIOD_SEARCH),
            until_period: !all,
            interrupted: &|count| {
                bar.set_position(count);
                interrupt::raised()
            },
        });
        bar.finish_and_clear();
        let computed_to = found.computed().len() as u64 - 1;
        ensure!(!interrupt::raised(), "interrupted after the value of heap {computed_to}");
        let period = found.period();
        Ok(GrundyTable {
            values: (0..=largest).map_while(|size| found.value(size)).collect(),
            pre_period: period.as_ref().map(|it| it.start),
            period: period.as_ref().map(|it| it.length),
            computed_to,
        })
    }
}

/// The values in rows of ten, then the period.
impl Display for GrundyTable {
    fn fmt(&self, output: &mut Formatter) -> fmt::Result {
        let width = self.values.iter().max().map_or(1, |value| value.to_string().len());
        for (row, values) in self.values.chunks(10).enumerate() {
            let values: String = values.iter().map(|value| format!(" {value:>width$}")).collect();
            writeln!(output, "{:>8}:{values}", 10 * row)?;
        }
        let checked = self.computed_to;
        match (self.pre_period, self.period) {
            (Some(start), Some(length)) => {
                writeln!(output, "period {length} from heap {start} on, proved by the values up to {checked}")
            }
            _ => writeln!(output, "no period is proved by the values up to {checked}"),
        }
    }
}
