//! The settings of an analysis.

use super::mark::MarkThresholds;
use crate::search::{SearchLimits, TimeLimit};
use std::time::Duration;

/// How to search positions, and how to write the results.
#[derive(Clone, Debug)]
pub struct AnalysisSettings {
    /// The name of the game.
    pub game: String,
    /// The limits of each search.
    pub limits: SearchLimits,
    /// Number of best lines, at least 1.
    pub multi_pv: usize,
    /// Whether to look for the reasons of bad moves.
    pub reasons: bool,
    /// Whether to look for the threat in each position.
    pub threats: bool,
    /// What counts as a bad move.
    pub thresholds: MarkThresholds,
    /// Size of each transposition table in MiB.
    pub table_mebibytes: usize,
    /// Positions or games that are analysed in parallel, at least 1.
    pub jobs: usize,
    /// The form of the output.
    pub format: OutputFormat,
}

impl AnalysisSettings {
    /// The usual time for a position of a file.
    pub const USUAL_TIME: Duration = Duration::from_secs(1);

    /// One position after another with one line each, and nothing else.
    pub fn new(game: &str, limits: SearchLimits, table_mebibytes: usize) -> AnalysisSettings {
        AnalysisSettings {
            game: game.to_owned(),
            limits,
            multi_pv: 1,
            reasons: false,
            threats: false,
            thresholds: MarkThresholds::default(),
            table_mebibytes,
            jobs: 1,
            format: OutputFormat::Plain,
        }
    }

    /// Of chess, to depth 1.
    #[cfg(test)]
    pub fn shallow(jobs: usize, format: OutputFormat) -> AnalysisSettings {
        let limits = SearchLimits { depth: Some(1), ..SearchLimits::default() };
        AnalysisSettings { jobs, format, ..AnalysisSettings::new("chess", limits, 0) }
    }
}

/// The limits of a search: a depth, nodes, milliseconds, a win or loss within so many moves. `usual` is the time if none is given.
pub fn limits(
    depth: Option<i32>,
    nodes: Option<u64>,
    movetime: Option<u64>,
    mate: Option<u32>,
    usual: Duration,
) -> SearchLimits {
    let is_bounded = depth.is_some() || nodes.is_some() || mate.is_some();
    let time = match (movetime, is_bounded) {
        (Some(movetime), _) => TimeLimit::Exact(Duration::from_millis(movetime)),
        (None, true) => TimeLimit::Infinite,
        (None, false) => TimeLimit::Exact(usual),
    };
    SearchLimits { depth, nodes, mate_within: mate.map(|moves| moves.saturating_mul(2)), time }
}

/// A table size in MiB that suits the limits: large enough, and fast to clear.
pub fn table_mebibytes(limits: &SearchLimits) -> usize {
    match (limits.depth, limits.nodes) {
        (Some(..=2), _) | (_, Some(..=500)) => 0,
        (Some(..=6), _) | (_, Some(..=20_000)) => 1,
        (Some(..=12), _) | (_, Some(..=500_000)) => 8,
        _ => 64,
    }
}

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// A line for people.
    Plain,
    /// JSON Lines: one object a line.
    Json,
    /// Comma-separated values (RFC 4180).
    Csv,
}

impl OutputFormat {
    /// The name of the format in plan files.
    pub fn name(self) -> &'static str {
        match self {
            OutputFormat::Plain => "plain",
            OutputFormat::Json => "json",
            OutputFormat::Csv => "csv",
        }
    }
}
