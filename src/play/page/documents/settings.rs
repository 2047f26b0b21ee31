//! What a page asks for when it wants a document. The settings are those of the command of the same name, with the same defaults.

use crate::drawing::tree::output::TreeFormat;
use crate::drawing::tree::request::TreeRequest;
use crate::report::solving::{SolveMethod, SolveSettings, StrategyFor};
use serde::Deserialize;

/// A document.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum DocumentCommand {
    Analyse(AnalyseSettings),
    Tree(TreeRequest),
    Solve(SolveCommand),
    Compare(CompareSettings),
    /// No document, but settings that suit the position.
    Suggestions,
}

/// A game, every move of which is analysed.
#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct AnalyseSettings {
    /// A record (PGN, PDN); `None` for the game on the page.
    pub record: Option<String>,
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    pub movetime: Option<u64>,
}

/// The value of the position, or a strategy.
#[derive(Deserialize, Debug)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SolveCommand {
    #[serde(rename = "for")]
    pub whom: Option<StrategyFor>,
    pub goal: Option<String>,
    pub method: SolveMethod,
    pub format: Option<TreeFormat>,
    pub nodes: u32,
    pub hash: u32,
}

/// Node counts on the position.
#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CompareSettings {
    pub algorithm: Vec<String>,
    pub depth: Vec<String>,
    pub nodes: Option<u64>,
}

impl Default for SolveCommand {
    fn default() -> SolveCommand {
        SolveCommand {
            whom: None,
            goal: None,
            method: SolveMethod::default(),
            format: None,
            nodes: SolveSettings::POSITIONS,
            hash: SolveSettings::TABLE_MEBIBYTES,
        }
    }
}
