//! `kempelen nimber`: nimbers, and Sprague-Grundy values of take-and-break games.

use crate::games::heaps::nimber_expression::nimber_value;
use crate::games::heaps::octal::OctalCode;
use crate::games::heaps::taking::TakingRule;
use crate::lab::grundy_table::GrundyTable;
use crate::notation::excerpt;
use crate::system::files::{NamedOutput, write_report};
use anyhow::anyhow;
use clap::Args;

/// Compute with nimbers, and the Grundy values of games that are given by a rule.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen nimber \"3+5\" \"6*7\" \"mex 0 1 3\"
  kempelen nimber --rules 0.77 --up-to 100
  kempelen nimber --take 1,3,4
  kempelen nimber --grundy --up-to 1000 --json

Nimbers are the numbers of Nim: a sum is the binary sum without carry, and a product that of Conway's
field. 'mex' is the least number that is not among those that follow. The period of a table is proved:
it holds for all larger heaps.")]
pub struct Nimber {
    /// Expressions with +, * and parentheses, or 'mex' and numbers; a nimber may have a star, as in "*3+*5"
    #[arg(required_unless_present_any = ["rules", "take", "grundy"])]
    expressions: Vec<String>,
    /// Show the values of the take-and-break game with this octal code
    #[arg(long, value_name = "CODE", conflicts_with_all = ["expressions", "take", "grundy"])]
    rules: Option<OctalCode>,
    /// Show the values of the game in which one of these numbers is taken from a heap
    #[arg(long, value_name = "N,...", value_delimiter = ',', conflicts_with_all = ["expressions", "grundy"], value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    take: Vec<u64>,
    /// Show the values of Grundy's game, in which a heap is split into two unequal heaps
    #[arg(long, conflicts_with = "expressions")]
    grundy: bool,
    /// The greatest heap to show
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u64).range(..=100_000_000))]
    up_to: u64,
    /// Compute every value by the rules, also those that follow from a period
    #[arg(long)]
    all: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Nimber {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let mut output = NamedOutput::stdout();
        if let Some(rule) = self.rule() {
            let table = GrundyTable::compute(&rule, self.up_to, self.all)?;
            return write_report(&mut output, self.json, &table, &table);
        }
        for text in &self.expressions {
            let value = nimber_value(text).map_err(|error| anyhow!("'{}': {error}", excerpt(text)))?;
            let object = serde_json::json!({ "expression": text, "value": value });
            write_report(&mut output, self.json, &object, format_args!("{text} = {value}\n"))?;
        }
        Ok(())
    }

    /// The rule whose values are wanted.
    fn rule(&self) -> Option<TakingRule> {
        if self.grundy {
            return Some(TakingRule::UnequalSplit);
        }
        let set = (!self.take.is_empty()).then(|| {
            let mut set = self.take.clone();
            set.sort_unstable();
            set.dedup();
            TakingRule::Set(set)
        });
        self.rules.clone().map(TakingRule::Octal).or(set)
    }
}
